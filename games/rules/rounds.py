"""The deal of a round: hands and rows, or a draft (S0, variante pro 2), and the special cards."""

from typing import TypeVar

from games.rules.cards import SPECIAL_DECK
from games.rules.dealer import Dealer
from games.rules.events import Events, Picked, RoundStarted, RowsLaid
from games.rules.fan import lay_fan_card
from games.rules.held_cards import FlipCards, SpecialCards, Specials
from games.rules.options import Options, Variant
from games.rules.ox import deal_ox
from games.rules.placement import lay_cabriole
from games.rules.state import Cards, RoundState, Row

MOST_NEW_SPECIALS = 3
Dealt = TypeVar("Dealt")


def deal_round(
    options: Options,
    number: int,
    seats: tuple[int, ...],
    kept_specials: tuple[Specials, ...],
    dealer: Dealer,
) -> tuple[RoundState, Events]:
    """The round of that number for these seats; kept_specials: by seat of the game."""
    player_count = len(kept_specials)
    deck = options.deck(len(seats))
    hands: tuple[Cards, ...] = ((),) * player_count
    first: Cards = ()
    ox = None
    if options.variant is Variant.OX:
        dealt, first = dealer.numbers(number, deck, len(seats) + 1, options.hand_size)
        hands = tuple([tuple(sorted(hand)) for hand in dealt[:-1]])
        ox = deal_ox(number, dealt[-1], len(seats), dealer)
    elif not options.draft:
        dealt, first = dealer.numbers(number, deck, len(seats), options.hand_size)
        hands = _by_seat(player_count, seats, tuple([tuple(sorted(hand)) for hand in dealt]))
    round = RoundState(
        number=number,
        seats=seats,
        turn=0 if options.draft else 1,
        rows=lay_rows(options, first),
        hands=hands,
        choices=(None,) * player_count,
        queue=(),
        piles=((),) * player_count,
        pile_heads=(0,) * player_count,
        pool=tuple(deck) if options.draft else (),
        specials=_deal_specials(number, seats, kept_specials, dealer)
        if options.variant is Variant.SPECIAL
        else None,
        ox=ox,
        flips=FlipCards((None,) * player_count, (False,) * player_count) if options.flip else None,
    )
    return round, (RoundStarted(number, seats, first),)


def lay_rows(options: Options, first: Cards) -> tuple[Row, ...]:
    """The rows of these first cards, with the Cabriole or a fan card where it is played."""
    rows = tuple([Row((card,)) for card in first])
    if not rows:
        return rows
    return lay_cabriole(rows) if options.cabriole else lay_fan_card(options.fan, rows)


def pick_card(
    options: Options, round: RoundState, seat: int, card: int, dealer: Dealer
) -> tuple[RoundState, Events]:
    """Draft: move a card from the pool to a hand; after the last pick the rows are laid."""
    hands = list(round.hands)
    hands[seat] = tuple(sorted((*hands[seat], card)))
    pool = tuple(other for other in round.pool if other != card)
    events: Events = (Picked(seat, card),)
    rows: tuple[Row, ...] = ()
    turn = 0
    if all(len(hands[player]) == options.hand_size for player in round.seats):
        first = dealer.draft_rows(round.number, options.deck(len(round.seats)), pool)
        rows, pool, turn = lay_rows(options, first), (), 1
        events += (RowsLaid(first),)
    after = RoundState(
        round.number,
        round.seats,
        turn,
        rows,
        tuple(hands),
        round.choices,
        round.queue,
        round.piles,
        round.pile_heads,
        pool,
        flips=round.flips,
    )
    return after, events


def _deal_specials(
    number: int, seats: tuple[int, ...], kept: tuple[Specials, ...], dealer: Dealer
) -> SpecialCards:
    """Up to three new specials each, out of all that nobody kept (S4)."""
    supply = list(SPECIAL_DECK)
    for hand in kept:
        for kind in hand:
            supply.remove(kind)
    each = min(MOST_NEW_SPECIALS, len(supply) // len(seats))
    new, pile = dealer.specials(number, tuple(supply), len(seats), each)
    hands = tuple(
        old + added for old, added in zip(kept, _by_seat(len(kept), seats, new), strict=True)
    )
    return SpecialCards(hands, pile)


def _by_seat(
    player_count: int, seats: tuple[int, ...], hands: tuple[tuple[Dealt, ...], ...]
) -> tuple[tuple[Dealt, ...], ...]:
    """Hands of the players of a round, put at their seats; the other seats have none."""
    placed: list[tuple[Dealt, ...]] = [()] * player_count
    for seat, hand in zip(seats, hands, strict=True):
        placed[seat] = hand
    return tuple(placed)
