"""All against the ox (S2, "Bœuf contre tous"): how numbers are placed, and what the ox takes.

The ox has the seat after the last player's; its pile is kept apart from theirs (OxState). The
council before the placing is in council.py.
"""

from collections.abc import Sequence
from typing import cast

from games.rules.cards import OX_CARDS, OX_DECK
from games.rules.dealer import Dealer
from games.rules.events import OxScored, Revealed, TakeReason, placed
from games.rules.ox_state import DOUBLED, OPEN_CARDS, OxState
from games.rules.placement import Resolution, is_full, lift_stops, reason_of_full, take_row
from games.rules.state import Cards, RoundState, Row


def deal_ox(number: int, hand: Cards, players: int, dealer: Dealer) -> OxState:
    """The ox with these numbers, top first, and the team's special cards, two of them face up."""
    dealt = dealer.ox_cards(number, OX_DECK, OX_CARDS[players])
    return OxState(hand, dealt[OPEN_CARDS:], dealt[:OPEN_CARDS])


def ox_of(res: Resolution) -> OxState:
    """`ox`, where it is known that the game has one."""
    return cast("OxState", res.ox)


def reveal_with_ox(res: Resolution, choices: Sequence[int | None]) -> None:
    """Turn all choices over, and the ox's top number; the lowest is placed first."""
    ox = ox_of(res)
    shown = [(seat, card) for seat, card in enumerate(choices) if card is not None]
    for seat, card in shown:
        res.remove_from_hand(seat, card)
    shown.append((len(choices), ox.hand[0]))
    res.queue = sorted(shown, key=lambda pair: pair[1])
    res.ox = ox.after_play()._replace(hand=ox.hand[1:], is_placing=not ox.open)
    res.events.append(Revealed(tuple(res.queue)))


def ox_row_for(rows: Sequence[Row], card: int) -> int | None:
    """Rules 1 and 2 where a row may be empty: the next number that is placed starts it."""
    found = None
    highest = 0
    for index, row in enumerate(rows):
        if row.stopped:
            continue
        if not row.cards:
            return index
        if highest < row.last < card:
            found, highest = index, row.last
    return found


def place_with_ox(res: Resolution) -> bool:
    """Place the revealed numbers in order; False at a player's low card."""
    while res.queue:
        seat, card = res.queue[0]
        index = ox_row_for(res.rows, card)
        if index is None:
            if seat < len(res.hands):
                return False
            take_with_ox(res, seat, row_of_ox(res.rows), card, TakeReason.LOW)
        elif is_full(res.rows[index]):
            take_with_ox(res, seat, index, card, reason_of_full(res.rows[index]))
        else:
            row = res.rows[index]
            res.rows[index] = row.with_cards((*row.cards, card))
            res.events.append(placed(seat, card, index))
        del res.queue[0]
    return True


def row_of_ox(rows: Sequence[Row]) -> int:
    """What the ox takes with a low card: the fewest heads, of equal ones the highest end."""
    open_rows = [index for index, row in enumerate(rows) if not row.stopped]
    return min(open_rows, key=lambda at: (rows[at].heads, -rows[at].last))


def take_with_ox(res: Resolution, seat: int, index: int, card: int, why: TakeReason) -> None:
    """Take a row with one's number, the ox for its own pile; Stops are lifted."""
    before = len(res.piles)
    if seat == before:
        ox = ox_of(res)
        res.piles.append(ox.pile)
        res.pile_heads.append(ox.heads)
        take_row(res, seat, index, card, why)
        res.ox = ox._replace(pile=res.piles.pop(), heads=res.pile_heads.pop())
    else:
        take_row(res, seat, index, card, why)
    lift_stops(res)


def counted_heads(team: int, players: int) -> int:
    """The team's heads as they are compared: twice with one player or two."""
    return 2 * team if players <= DOUBLED else team


def heads_to_win(team: int, ox: int, players: int) -> int | None:
    """With how many heads fewer the team would have won; None where the ox has none at all."""
    if ox == 0:
        return None
    if players <= DOUBLED:
        return (2 * team - ox) // 2 + 1
    return team - ox + 1


def ox_ranks(round: RoundState) -> tuple[tuple[int, ...], OxScored]:
    """All are first together if the team has fewer heads; else the ox is, and all are second."""
    players = len(round.seats)
    team = sum(round.pile_heads)
    heads = round.ox.heads if round.ox is not None else 0
    rank = 1 if counted_heads(team, players) < heads else 2
    return (rank,) * players, OxScored(team, heads)
