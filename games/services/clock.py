"""When somebody must look at a table: bots wait for the reveal to be watched, people have time."""

from dataclasses import replace
from datetime import datetime, timedelta

from games.pace import thinking_time
from games.play import Play
from games.rules.state import Awaited, GameState
from games.snapshot import Snapshot


def with_clock(snapshot: Snapshot, play: Play, watching: timedelta, now: datetime) -> Play:
    """Set when bots move and when time is up, unless it was set for this question already.

    Both begin after `watching`, the time in which the page shows what just happened.
    """
    automatic = [moves_itself(snapshot, play, seat) for seat in awaited(play)]
    begin = now + watching
    limit = snapshot.time_per_choice
    decision = play.game.decision
    bots_at = None
    if decision is not None and any(automatic):
        bots_at = play.bots_at or begin + thinking_time(decision.kind)
    # Kept also while nobody is waited for: who steps away and comes back gains no time.
    deadline = play.deadline
    if deadline is None and limit is not None and not all(automatic):
        deadline = begin + timedelta(seconds=limit)
    return replace(play, bots_at=bots_at, deadline=deadline)


def awaited(play: Play) -> tuple[int, ...]:
    """The seats that must answer now."""
    decision = play.game.decision
    return decision.seats if decision else ()


def moves_itself(snapshot: Snapshot, play: Play, seat: int) -> bool:
    """Whether nobody is waited for at an awaited seat: a bot plays there, or nothing is left."""
    return bool(snapshot.seats[seat].bot) or play.away[seat] or has_one_card(play.game, seat)


def has_one_card(game: GameState, seat: int) -> bool:
    """The last card of a hand needs no choosing."""
    decision = game.decision
    return (
        decision is not None and decision.kind is Awaited.CARD and len(game.round.hands[seat]) == 1
    )
