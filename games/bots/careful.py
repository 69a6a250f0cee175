"""The careful player: counts which numbers are still unseen, and looks one turn ahead.

For each card of the hand: how likely is it to take a row, if the others play any of the numbers
that it has not seen, and what does that cost. It knows the base game with its options and the
Cabriole; else it plays as the gap player.
"""

from collections.abc import Sequence
from math import comb

from games.bots import gap
from games.bots.costs import cheapest_row, placing_cost
from games.rules.actions import Action, ChooseCard
from games.rules.cards import heads, total_heads
from games.rules.options import Options, Variant
from games.rules.placement import capacity, row_for
from games.rules.state import Awaited, Cards, Row, View

HEADS_PER_GAP = 0.01
"""What a wide gap costs later, by number."""

RESCUED = 0.5
"""How often a player who could take a row first does so, of the times that any unseen number would:
others avoid that too. One careful player among gap players wins 0.39 of the games at four and 0.16
at ten with it, 0.31 and 0.07 if chance alone decided (parity 0.25 and 0.10)."""


def understands(options: Options) -> bool:
    """Whether chances are counted in such a game."""
    return options.variant is Variant.BASE and options.fan is None


def choose(view: View) -> Action:
    """The action of a seat that is awaited."""
    decision, seat = view.decision, view.seat
    is_card = decision is not None and decision.kind is Awaited.CARD
    if seat is None or not is_card or not understands(view.options):
        return gap.choose(view)
    unseen = unseen_numbers(view)
    others = len(view.seats) - 1

    def key(card: int) -> float:
        cost = expected_heads(view.rows, card, unseen, others)
        return cost + HEADS_PER_GAP * gap.gap_of(view.rows, card)

    return ChooseCard(seat, min(view.hand, key=key))


def unseen_numbers(view: View) -> Cards:
    """The numbers that others may hold, ascending; after a draft just those that they do hold."""
    known = view.drafted or view.options.deck(len(view.seats))
    own = set(view.hand)
    if not view.drafted:
        own |= view.seen
    return tuple(sorted(card for card in known if card not in own))


def expected_heads(rows: Sequence[Row], card: int, unseen: Cards, others: int) -> float:
    """Heads that a card takes on average, if each of the others plays any of the unseen numbers.

    But that others take a row first only as often as RESCUED says.
    """
    index = row_for(rows, card)
    if index is None:
        # Who plays a lower number takes a row first, and this card goes after it.
        lower = sum(other < card for other in unseen)
        kept = chance_of(0, lower, len(unseen), others)
        return (1 - RESCUED * (1 - kept)) * total_heads(rows[cheapest_row(rows)].cards)
    row = rows[index]
    between = [other for other in unseen if row.last < other < card]
    room = capacity(row) - len(row.cards)
    if room <= 0:
        kept = chance_of(0, len(between), len(unseen), others)
        return (1 - RESCUED * (1 - kept)) * placing_cost(rows, card)
    mean = sum(map(heads, between)) / len(between) if between else 0
    cost = total_heads(row.cards) + room * mean
    return chance_of(room, len(between), len(unseen), others) * cost


def chance_of(count: int, wanted: int, unseen: int, drawn: int) -> float:
    """How likely exactly `count` of so many drawn numbers are among the wanted ones."""
    if unseen < drawn or count > drawn:
        return float(count == 0)
    return comb(wanted, count) * comb(unseen - wanted, drawn - count) / comb(unseen, drawn)
