"""The end of a round and of the game: scores, elimination, ranks."""

from operator import add

from games.rules.events import Eliminated, Event, Events, GameEnded, RoundScored
from games.rules.options import Ending, Options, Variant
from games.rules.ox import ox_ranks
from games.rules.state import GameState, RoundState


def score_round(state: GameState, round: RoundState) -> tuple[GameState, Events]:
    """The game after the heads of its round are noted, ended if this round ends it."""
    round_scores = (*state.round_scores, round.pile_heads)
    totals = tuple(map(add, state.totals, round.pile_heads))
    events: list[Event] = [RoundScored(round.number, round.pile_heads, totals)]
    eliminated_in = state.eliminated_in
    if state.options.ending is Ending.ELIMINATION:
        out = seats_over_limit(state.options, round.seats, totals)
        if out:
            eliminated_in = tuple(
                round.number if seat in out else before for seat, before in enumerate(eliminated_in)
            )
            events.append(Eliminated(out))
    ranks = None
    if state.options.variant is Variant.OX:
        ranks, scored = ox_ranks(round)
        events += [scored, GameEnded(totals, ranks)]
    elif game_ends(state.options, round.number, totals, eliminated_in):
        ranks = rank(totals, eliminated_in)
        events.append(GameEnded(totals, ranks))
    after = GameState(state.options, state.player_count, round, round_scores, eliminated_in, ranks)
    return after, tuple(events)


def seats_over_limit(
    options: Options, seats: tuple[int, ...], totals: tuple[int, ...]
) -> tuple[int, ...]:
    """Those of these seats whose total is more than the limit; the limit itself is not."""
    return tuple(seat for seat in seats if totals[seat] > options.limit)


def game_ends(
    options: Options,
    round_number: int,
    totals: tuple[int, ...],
    eliminated_in: tuple[int | None, ...],
) -> bool:
    """Whether the round just scored is the last (RULES.md: End, Elimination, Special cards)."""
    if round_number == options.last_round:
        return True
    if options.variant is Variant.SPECIAL:
        return False
    if options.ending is Ending.ELIMINATION:
        return eliminated_in.count(None) <= 1
    return max(totals) > options.limit


def rank(totals: tuple[int, ...], eliminated_in: tuple[int | None, ...]) -> tuple[int, ...]:
    """Ranks by seat, equal ones shared (1, 1, 3): those still in, then the latest out; by total."""
    keys = [
        (out is not None, -(out or 0), total)
        for total, out in zip(totals, eliminated_in, strict=True)
    ]
    return tuple(1 + sum(other < key for other in keys) for key in keys)
