"""Propose, agree to, refuse and end a pause, each under the lock of its table."""

from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta

from games.models import Table
from games.table import pause, store
from games.table.announce import changing
from games.table.errors import TableError
from games.table.snapshot import Play, Snapshot
from games.table.transition import is_left_to_bots, play_of, with_clock


def propose(table_id: int, seat: int, now: datetime) -> None:
    """Propose a pause, or agree to the one that is proposed; without anybody to ask, begin it.

    Raises TableError (NOT_PLAYING, PAUSED, NO_PAUSE, PAUSE_REFUSED, PAUSE_BARRED).
    """
    _change(table_id, now, lambda snapshot, play: pause.propose(snapshot, play, seat, now))


def agree(table_id: int, seat: int, now: datetime) -> None:
    """Agree to the pause that is proposed. Raises TableError (NOT_PLAYING, NO_PAUSE)."""
    _change(table_id, now, lambda snapshot, play: pause.agree(snapshot, play, seat, now))


def refuse(table_id: int, seat: int, now: datetime) -> None:
    """Refuse or withdraw the proposal. Raises TableError (NOT_PLAYING, PAUSED, NO_PAUSE)."""
    _change(table_id, now, lambda snapshot, play: pause.refuse(snapshot, play, seat, now))


def go_on(table_id: int, now: datetime, seat: int | None = None) -> None:
    """Let the game go on in a few seconds, as a player or, without a seat, as an organizer.

    Raises TableError (NOT_PLAYING; NO_PAUSE, also for who is out of the game).
    """
    _change(table_id, now, lambda snapshot, play: pause.go_on(snapshot, play, seat, now))


def end_when_over(table_id: int, now: datetime) -> None:
    """Drop a proposal that has lapsed, or start the clock after a pause, if it is time."""
    with suppress(TableError):  # the game may have ended meanwhile
        _change(table_id, now, lambda _snapshot, play: play)


def end_without_people(table: Table, now: datetime) -> None:
    """End the pause of a locked table at which nobody is left who could; its bots play on."""
    if table.status != Table.Status.PLAYING:
        return
    snapshot = store.read(table)
    if snapshot.play is not None and is_left_to_bots(snapshot):
        play = with_clock(snapshot, pause.without_pause(snapshot.play, now), timedelta(), now)
        table.state, table.due_at = play.to_json(), play.due_at


class _Unchanged(Exception):
    """Leaves a table as it is, without a new version."""


def _change(table_id: int, now: datetime, change: Callable[[Snapshot, Play], Play]) -> None:
    """Apply a change to the play, under its lock; what is over by now is ended first."""
    with suppress(_Unchanged), changing(table_id) as table:
        snapshot = store.read(table)
        before = play_of(snapshot)
        play = change(snapshot, pause.end_when_over(before, now))
        play = with_clock(snapshot, play, timedelta(), now)
        if play == before:
            raise _Unchanged
        table.state = play.to_json()
        table.due_at = play.due_at
