"""A pause, as a Play stores it, and how it is proposed, refused, begun and ended.

Pure: nothing is written here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from games.table.errors import TableError, TableErrorCode

if TYPE_CHECKING:
    from games.table.snapshot import Play, Snapshot


class PauseState(StrEnum):
    """PROPOSED: the game goes on meanwhile. ON: it stands still. ENDING: so for a few seconds."""

    PROPOSED = "proposed"
    ON = "on"
    ENDING = "ending"


@dataclass(frozen=True, slots=True)
class Pause:
    """by: the seat that proposed it, or that was the last to leave.

    agreed: the seats that have agreed, `by` included; empty where everybody is away.
    ends_at: when the proposal lapses, or when the game goes on by itself. choice_left, bots_left:
    seconds that were left for the choices and until bots move when the pause began; None without a
    limit, and while it is proposed.
    """

    state: PauseState
    by: int
    agreed: frozenset[int]
    ends_at: datetime
    choice_left: float | None = None
    bots_left: float | None = None

    @property
    def waits_for_return(self) -> bool:
        """Whether the game stands still because everybody is away."""
        return self.state is PauseState.ON and not self.agreed

    @property
    def stops_game(self) -> bool:
        """Whether the game stands still."""
        return self.state is not PauseState.PROPOSED


def pause_to_json(pause: Pause) -> dict[str, Any]:
    """The data of a pause for a Play's JSON."""
    return {
        "state": pause.state,
        "by": pause.by,
        "agreed": sorted(pause.agreed),
        "ends_at": pause.ends_at.timestamp(),
        "choice_left": pause.choice_left,
        "bots_left": pause.bots_left,
    }


def pause_from_json(data: dict[str, Any]) -> Pause:
    """The pause of a Play's JSON."""
    return Pause(
        state=PauseState(data["state"]),
        by=data["by"],
        agreed=frozenset(data["agreed"]),
        ends_at=datetime.fromtimestamp(data["ends_at"], UTC),
        choice_left=data["choice_left"],
        bots_left=data["bots_left"],
    )


# By correspondence a proposal waits as long as a choice.
LAPSES_AFTER = timedelta(minutes=1)
LONGEST = timedelta(hours=24)
LONGEST_BY_CORRESPONDENCE = timedelta(days=30)
# How long a player whose proposal was refused must wait before the next one.
ASKS_AGAIN_AFTER = timedelta(minutes=2)
# The time to come back to the table once somebody has ended the pause.
GOES_ON_AFTER = timedelta(seconds=5)
# A keeper notices the end of a pause sooner, unless the site was down.
LONGEST_UNNOTICED = timedelta(seconds=4)


def unanswered(snapshot: Snapshot, play: Play) -> list[int]:
    """The seats that have yet to agree to the pause that is proposed, in order."""
    assert play.pause is not None  # noqa: S101 - asked of a proposal only
    return sorted(snapshot.still_play(play) - play.pause.agreed)


def propose(snapshot: Snapshot, play: Play, seat: int, now: datetime) -> Play:
    """A seat proposes a pause, or agrees to the one that is proposed.

    Raises TableError (PAUSED; NO_PAUSE for who does not play any more; PAUSE_REFUSED in the same
    turn, PAUSE_BARRED for who was refused a little while ago).
    """
    if play.is_paused:
        raise TableError(TableErrorCode.PAUSED)
    if seat not in snapshot.still_play(play):
        raise TableError(TableErrorCode.NO_PAUSE)
    if play.pause is not None:
        return agree(snapshot, play, seat, now)
    if play.pause_refused == play.since:
        raise TableError(TableErrorCode.PAUSE_REFUSED)
    if any(barred == seat and now < end for barred, end in play.pauses_barred):
        raise TableError(TableErrorCode.PAUSE_BARRED)
    limit = snapshot.time_per_choice
    waits = timedelta(seconds=limit) if limit and snapshot.is_by_correspondence else LAPSES_AFTER
    proposed = Pause(PauseState.PROPOSED, seat, frozenset({seat}), now + waits)
    return begin_if_agreed(snapshot, play._replace(pause=proposed), now)


def agree(snapshot: Snapshot, play: Play, seat: int, now: datetime) -> Play:
    """A seat agrees; to have agreed before, or to a pause that has begun, changes nothing.

    Raises TableError(NO_PAUSE): it was refused or has lapsed, or the seat does not play any more.
    """
    pause = play.pause
    if pause is not None and pause.stops_game:
        return play
    if pause is None or pause.ends_at <= now or seat not in snapshot.still_play(play):
        raise TableError(TableErrorCode.NO_PAUSE)
    agreed = replace(pause, agreed=pause.agreed | {seat})
    return begin_if_agreed(snapshot, play._replace(pause=agreed), now)


def refuse(snapshot: Snapshot, play: Play, seat: int, now: datetime) -> Play:
    """Withdraw one's own proposal, or refuse another player's.

    After a refusal nobody proposes a pause in this turn, and the one who was refused not before
    ASKS_AGAIN_AFTER. Raises TableError (PAUSED: it has begun; NO_PAUSE).
    """
    if play.is_paused:
        raise TableError(TableErrorCode.PAUSED)
    if play.pause is None or seat not in snapshot.still_play(play):
        raise TableError(TableErrorCode.NO_PAUSE)
    by = play.pause.by
    if seat == by:
        return play._replace(pause=None)
    others = tuple(bar for bar in play.pauses_barred if bar[0] != by and bar[1] > now)
    barred = (*others, (by, now + ASKS_AGAIN_AFTER))
    return play._replace(pause=None, pause_refused=play.since, pauses_barred=barred)


def begin_if_agreed(snapshot: Snapshot, play: Play, now: datetime) -> Play:
    """Stop the clock once everybody has agreed to the pause that is proposed.

    The proposal is dropped where nobody who has agreed plays any more.
    """
    pause = play.pause
    if pause is None or pause.stops_game or unanswered(snapshot, play):
        return play
    if not pause.agreed & snapshot.still_play(play):
        return play._replace(pause=None)
    return _begun(snapshot, play, pause, now)


def begin_if_all_left(snapshot: Snapshot, was: Play, play: Play, now: datetime) -> Play:
    """Stop the clock when the last person at the table leaves: bots must not finish the game.

    was: the play before. Once the pause has ended without anybody, bots play on; so they do where
    an organizer dealt to absent people. Who is out and has not left waits for the result.
    """
    people = snapshot.people_in_game(play)
    left = [seat for seat in sorted(people) if play.away[seat] and not was.away[seat]]
    sitting = (seat.index for seat in snapshot.seats if seat.player_id and not seat.is_former)
    if not left or not all(play.away[seat] for seat in sitting):
        return play
    if play.pause is not None and play.pause.state is PauseState.ON:
        return play
    play = without_pause(play, now)
    return _begun(snapshot, play, Pause(PauseState.ON, left[-1], frozenset(), now), now)


def _begun(snapshot: Snapshot, play: Play, pause: Pause, now: datetime) -> Play:
    longest = LONGEST_BY_CORRESPONDENCE if snapshot.is_by_correspondence else LONGEST
    begun = replace(
        pause,
        state=PauseState.ON,
        ends_at=now + longest,
        choice_left=_seconds_until(play.deadline, now),
        bots_left=_seconds_until(play.bots_at, now),
    )
    return play._replace(pause=begun, bots_at=None, deadline=None)


def may_go_on(snapshot: Snapshot, play: Play, seat: int | None) -> bool:
    """Whether they may end a pause: who is out of the game does not; None is an organizer."""
    return seat is None or seat in snapshot.people_in_game(play)


def go_on(snapshot: Snapshot, play: Play, seat: int | None, now: datetime) -> Play:
    """End the pause in a few seconds; where that was done before, nothing changes.

    The player of the seat is back by that. Raises TableError(NO_PAUSE): there is none, or the seat
    does not play any more.
    """
    pause = play.pause
    if pause is None or not pause.stops_game or not may_go_on(snapshot, play, seat):
        raise TableError(TableErrorCode.NO_PAUSE)
    if seat is not None:
        play = play.with_away(seat, is_away=False)
    if pause.state is PauseState.ENDING:
        return play
    ends_at = min(pause.ends_at, now + GOES_ON_AFTER)
    return play._replace(pause=replace(pause, state=PauseState.ENDING, ends_at=ends_at))


def end_when_over(play: Play, now: datetime) -> Play:
    """Drop a proposal that has lapsed; after a pause give everybody the time they had left.

    Where the site was down meanwhile, that time begins only now.
    """
    pause = play.pause
    if pause is None or pause.ends_at > now:
        return play
    begin = now if now - pause.ends_at > LONGEST_UNNOTICED else pause.ends_at
    return without_pause(play, begin)


def without_pause(play: Play, begin: datetime) -> Play:
    """Drop a proposal, which can then be made again; after a pause the clock goes on at `begin`."""
    pause = play.pause
    if pause is None or not pause.stops_game:
        return play._replace(pause=None)
    return play._replace(
        pause=None,
        bots_at=_moment_after(pause.bots_left, begin),
        deadline=_moment_after(pause.choice_left, begin),
    )


def _seconds_until(moment: datetime | None, now: datetime) -> float | None:
    return max(0.0, (moment - now).total_seconds()) if moment else None


def _moment_after(seconds: float | None, begin: datetime) -> datetime | None:
    return begin + timedelta(seconds=seconds) if seconds is not None else None
