"""What a seat, or a spectator, may see: the only way out for cards."""

from dataclasses import dataclass

from games.rules.actions import Action
from games.rules.options import Options
from games.rules.state import Cards, Decision, GameState, Row, Specials


@dataclass(frozen=True, slots=True)
class View:
    """A game as one seat (or with seat None, a spectator) may know it.

    Per player values are by seat over all seats of the game.
    hand, choice, specials: the viewer's own. chosen: the seats that have chosen in this turn.
    revealed: (seat, card) of the turn being resolved, still to be placed, in that order.
    picks: by seat what was picked, while the hands are drafted (everybody saw it), else empty.
    seen: numbers known to all in this round: laid at the deal, revealed, or picked.
    decision: None when the game is over. actions: what the viewer may do now.
    """

    options: Options
    player_count: int
    seat: int | None
    round_number: int
    turn_number: int
    seats: tuple[int, ...]
    rows: tuple[Row, ...]
    hand: Cards
    hand_sizes: tuple[int, ...]
    chosen: frozenset[int]
    choice: int | None
    revealed: tuple[tuple[int, int], ...]
    piles: tuple[Cards, ...]
    pile_heads: tuple[int, ...]
    round_scores: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    eliminated_in: tuple[int | None, ...]
    pool: Cards
    picks: tuple[Cards, ...]
    specials: Specials
    special_counts: tuple[int, ...]
    discard: Specials
    special_pile_size: int
    seen: frozenset[int]
    decision: Decision | None
    actions: tuple[Action, ...]
    ranks: tuple[int, ...] | None


def view_for(state: GameState, seat: int | None) -> View:
    """The game as this seat may know it; None is a spectator."""
    raise NotImplementedError
