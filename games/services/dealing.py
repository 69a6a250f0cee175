"""The first deal: a table goes into play."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from games.errors import TableError, TableErrorCode
from games.models import Seat, Table
from games.rules import engine
from games.rules.options import Options
from games.snapshot import Play, snapshot_of
from games.transition import StoredDealer, with_clock


def deal(table: Table, seats: Sequence[Seat], now: datetime, absent: Collection[int] = ()) -> None:
    """Deal the first round to these seats; the row is the caller's to save.

    absent: ids of people for whom the bot plays. Raises InvalidOptions, TableError(TOO_FEW).
    """
    if len(seats) < Options.from_json(table.options).min_players:
        raise TableError(TableErrorCode.TOO_FEW)
    play = _first_play(table, seats, now, absent)
    table.status = Table.Status.PLAYING
    table.started_at = now
    table.state = play.to_json()
    table.due_at = play.due_at


def _first_play(
    table: Table, seats: Sequence[Seat], now: datetime, absent: Collection[int]
) -> Play:
    """The play with which the table's next version begins."""
    snapshot = snapshot_of(table, seats)
    game, events = engine.new_game(snapshot.options, len(seats), StoredDealer(snapshot))
    play = Play(
        game=game,
        story=events,
        turn_key="",
        missed=(0,) * len(seats),
        away=tuple(seat.player_id in absent for seat in seats),
        since=table.version,
    )
    return with_clock(snapshot, play, timedelta(), now)
