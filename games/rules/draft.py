"""The draft (S0, variante pro 2): hands picked one by one from all cards, face up."""

from games.rules.dealer import Dealer
from games.rules.events import Events, Picked, RowsLaid
from games.rules.options import Options
from games.rules.rounds import lay_rows
from games.rules.state import RoundState, Row


def pick_card(
    options: Options, round: RoundState, seat: int, card: int, dealer: Dealer
) -> tuple[RoundState, Events]:
    """Move a card from the pool to a hand; after the last pick the rows are laid."""
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
