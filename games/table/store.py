"""Snapshots of tables: read once, cached in each process, written by compare-and-set.

Only games/play writes with it.
"""

import asyncio
import json
import sqlite3
import threading
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple, Protocol
from weakref import WeakKeyDictionary

from django.conf import settings
from django.core.exceptions import SynchronousOnlyOperation
from django.db import connection, transaction
from django.db.models import Exists, F, OuterRef

from accounts import names
from games.live import executor
from games.models import ActionLog, HeldSeat, Seat, Table, TableInvite
from games.rules.actions import action_from_json, action_to_json
from games.rules.options import Options
from games.table.errors import TableError, TableErrorCode
from games.table.snapshot import CommandId, HeldFor, NextTable, Play, SeatInfo, Snapshot
from games.table.transition import Step, Transition, transition
from games.table.trophies import trophies_at

KEPT_TABLES = 500
# Each failed try means that another command was applied.
TRIES = 30

# So many choices are applied again at most, though somebody may change theirs for hours.
MOST_REPLAYED = 100

# --- Reading ---------------------------------------------------------------------------

_kept: OrderedDict[int, Snapshot] = OrderedDict()
_lock = threading.Lock()


def kept(table_id: int) -> Snapshot | None:
    """The cached snapshot, if there is one; without a query."""
    with _lock:
        return _kept.get(table_id)


def current(table_id: int) -> Snapshot:
    """The cached snapshot, else the stored one; `write` refuses it if it is out of date."""
    return kept(table_id) or load(table_id)


def at_least(table_id: int, version: int) -> Snapshot:
    """A snapshot of that version or a later one; of the newest if that version does not exist."""
    known = current(table_id)
    if known.version >= version:
        return known
    is_near = version - known.version <= MOST_REPLAYED
    return (catch_up(known) if is_near else None) or load(table_id)


def fresh(table_id: int) -> Snapshot:
    """The newest snapshot; costs one small statement if the cached one is the newest."""
    return at_least(table_id, stored_version(table_id))


def stored_version(table_id: int) -> int:
    """The version in the database. Raises Table.DoesNotExist."""
    return Table.objects.values_list("version", flat=True).get(pk=table_id)


def load(table_id: int) -> Snapshot:
    """The stored snapshot. Raises Table.DoesNotExist, TableError(BUSY) if writes never pause."""
    for _try in range(TRIES):
        table = Table.objects.select_related("rematch").get(pk=table_id)
        snapshot = read(table)
        # A write between the two statements would combine the row of one version and the log of
        # another.
        if snapshot.play is None or stored_version(table_id) == table.version:
            break
    else:
        raise TableError(TableErrorCode.BUSY)
    if snapshot.status == Table.Status.FINISHED:
        snapshot = replace(snapshot, trophies=trophies_at(table))
    if snapshot.has_ended:
        snapshot = replace(snapshot, next_table=next_table_of(table))
    elif snapshot.play is None:
        snapshot = replace(snapshot, held=seats_held_at(table))
    # Rows that were read inside a transaction may yet be rolled back.
    if not transaction.get_connection().in_atomic_block:
        keep(snapshot)
    return snapshot


def catch_up(known: Snapshot) -> Snapshot | None:
    """The stored snapshot, made of an older one and the newer lines of the log, in one statement.

    Far less work than `load`, for tables at which several processes play. None if the log does not
    hold all that has changed: somebody has left or come back, or the game is over.
    """
    if known.play is None or known.status != Table.Status.PLAYING:
        return None
    lines = ActionLog.objects.filter(table_id=known.table_id, number__gt=known.play.logged)
    now, newest = known, known.version
    for version, group in groupby(
        lines.annotate(newest=F("table__version")), attrgetter("version")
    ):
        if version != now.version + 1 or now.has_ended:
            return None
        made = list(group)
        newest = made[-1].newest
        now = transition(now, list(map(_step, made)), made[-1].at, is_replayed=True).after
    if now.version == known.version or now.version != newest or now.has_ended:
        return None
    if not connection.in_atomic_block:
        keep(now)
    return now


def read(table: Table) -> Snapshot:
    """The snapshot of a row that the caller has, such as a locked one; it is not cached."""
    seats = table.seats.select_related("player").order_by("index")
    return _with_choices(snapshot_of(table, seats))


def snapshot_of(table: Table, seats: Iterable[Seat]) -> Snapshot:
    """The snapshot of a table row and its seats (in order, players joined)."""
    return Snapshot(
        table_id=table.pk,
        code=table.code,
        name=table.name,
        status=Table.Status(table.status),
        version=table.version,
        options=Options.from_json(table.options),
        visibility=Table.Visibility(table.visibility),
        host_id=table.host_id,
        time_per_choice=table.time_per_choice,
        deck=table.deck,
        commitment=table.commitment,
        server_seed=bytes(table.server_seed).hex() if table.has_ended else None,
        rematch_code=table.rematch.code if table.rematch else None,
        seats=tuple(map(_seat_info, seats)),
        play=Play.from_json(table.state) if table.state else None,
        origin=table.origin,
        origin_url=table.origin_url,
        sealed_until=table.sealed_until,
        is_rated=table.is_rated,
    )


def _seat_info(seat: Seat) -> SeatInfo:
    return SeatInfo(
        index=seat.index,
        written=names.written(seat.name),
        player_id=seat.player_id,
        user_id=seat.player.user_id if seat.player else None,
        bot=seat.bot,
        client_seed=seat.client_seed,
    )


def _with_choices(stored: Snapshot) -> Snapshot:
    """The snapshot with the choices that were logged since its state was stored."""
    play = stored.play
    if play is None or stored.has_ended:
        return stored
    now = stored
    for line in ActionLog.objects.filter(table_id=stored.table_id, number__gt=play.logged):
        now = transition(now, [_step(line)], line.at, is_replayed=True).after
    return replace(stored, play=now.play)


def _step(line: ActionLog) -> Step:
    command = CommandId.parse(line.command)
    return Step(action_from_json(line.action), ActionLog.By(line.by), command)


def keep(snapshot: Snapshot) -> None:
    """Cache a snapshot, unless a newer one of its table is cached."""
    with _lock:
        known = _kept.get(snapshot.table_id)
        if known is None or known.version <= snapshot.version:
            _kept[snapshot.table_id] = snapshot
            _kept.move_to_end(snapshot.table_id)
        while len(_kept) > KEPT_TABLES:
            _kept.popitem(last=False)


def forget(table_id: int | None = None) -> None:
    """Drop the cached snapshot of one table, or of all."""
    with _lock:
        if table_id is None:
            _kept.clear()
        else:
            _kept.pop(table_id, None)


# --- Writing ---------------------------------------------------------------------------

TABLE, LOG = Table._meta.db_table, ActionLog._meta.db_table  # noqa: SLF001


class _Sql(NamedTuple):
    """The statements that write a play, which change one row each."""

    update: str
    update_with_state: str
    insert: str


_SQL = _Sql(
    f"UPDATE {TABLE} SET version = %s, due_at = %s WHERE id = %s AND version = %s",  # noqa: S608
    f"UPDATE {TABLE} SET version = %s, due_at = %s, state = %s WHERE id = %s AND version = %s",  # noqa: S608
    f'INSERT INTO {LOG} (table_id, version, at, number, action, "by", command) '  # noqa: S608
    "VALUES (%s, %s, %s, %s, %s, %s, %s)",
)
_SQLITE = _Sql(*(sql.replace("%s", "?") for sql in _SQL))
# What `json.dumps` does, without making the encoder anew.
_to_json = json.JSONEncoder(check_circular=False).encode


def write(made: Transition, now: datetime) -> bool:
    """Write the next version of a table in play and its log; False if another write was faster.

    To be called inside a transaction, in which nothing more may be written after a False.
    """
    after = made.after
    with connection.cursor() as cursor:
        for sql, values in _statements(made, now, _SQL, connection.ops.adapt_datetimefield_value):
            cursor.execute(sql, values)
            if cursor.rowcount != 1:
                return False
    # A game that has ended is read again, as its seed may be shown now.
    transaction.on_commit(lambda: forget(after.table_id) if after.has_ended else keep(after))
    return True


def _statements(
    made: Transition, now: datetime, sql: _Sql, moment: Callable[[datetime | None], Any]
) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The SQL that writes a transition, a row each; if one changes none, another was faster.

    It takes a sixth of the time of the same through the ORM. moment: a time as the database has it.
    """
    after, state = made.after, stored_state(made)
    table_id, version = after.table_id, after.version
    due_at = moment(_play_of(made).due_at)
    if state is None:
        yield sql.update, (version, due_at, table_id, version - 1)
    else:
        yield sql.update_with_state, (version, due_at, state, table_id, version - 1)
    at = moment(now)
    for line in log_lines(made):
        yield sql.insert, (table_id, version, at, *line)


def stored_state(made: Transition) -> str | None:
    """The state to be stored, as JSON; None where the log is enough.

    It is for a choice, except at every MOST_REPLAYED lines.
    """
    play = _play_of(made)
    logged_before = play.logged - len(made.steps)
    is_tail_long = play.logged // MOST_REPLAYED > logged_before // MOST_REPLAYED
    return play.to_json() if is_tail_long or not made.is_choice else None


def log_lines(made: Transition) -> Iterator[tuple[int, str, str, str]]:
    """The lines of the log: number, action as JSON, by whom, id of the command."""
    first = _play_of(made).logged - len(made.steps) + 1
    for number, step in enumerate(made.steps, start=first):
        command = "" if step.command is None else str(step.command)
        yield number, _to_json(action_to_json(step.action)), step.by.value, command


def _play_of(made: Transition) -> Play:
    play = made.after.play
    assert play is not None  # noqa: S101 - only a game in play is written
    return play


# --- Writing on the event loop ----------------------------------------------------------
#
# To hand a play to a thread costs more than to write it. SQLite: a connection of the loop.
# PostgreSQL: one statement through an asynchronous connection. What cannot be done at once, as
# while another connection holds the lock of SQLite, raises `SynchronousOnlyOperation`, as Django's
# ORM does on a loop: the caller then repeats the whole command on a thread.


class LoopWriter(Protocol):
    """Writes the plays of one event loop. waits: it hands the loop over meanwhile."""

    waits: bool

    async def write(self, made: Transition, now: datetime) -> bool:
        """Write a transition; False if another write was faster.

        Raises SynchronousOnlyOperation. As with any connection that is lost, the transition may be
        stored nevertheless.
        """

    def server_seed(self, table_id: int) -> bytes:
        """The secret seed of a table in play. Raises SynchronousOnlyOperation, SeedIsAway."""

    async def close(self) -> None:
        """Close all connections."""


class SeedIsAway(Exception):
    """The seed must be waited for, where nothing may wait.

    seed: to be awaited; raises SynchronousOnlyOperation.
    """

    def __init__(self, seed: Awaitable[bytes]) -> None:
        super().__init__()
        self.seed = seed


class SqliteWriter:
    """A connection of the loop alone.

    Others bring the log of changes back into the file, such as that of the pulse each second.
    """

    waits = False
    _SEED = f"SELECT server_seed FROM {TABLE} WHERE id = ?"  # noqa: S608 - our own table

    def __init__(self, raw: sqlite3.Connection) -> None:
        self._raw = raw

    async def write(self, made: Transition, now: datetime) -> bool:
        execute = self._raw.execute
        # Made before the lock is taken, as others may wait for it.
        statements = list(_statements(made, now, _SQLITE, sqlite_moment))
        try:
            execute("BEGIN IMMEDIATE")
            for sql, values in statements:
                if execute(sql, values).rowcount != 1:
                    self._raw.rollback()
                    return False
            execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                self._raw.rollback()
            raise SynchronousOnlyOperation from error
        return True

    def server_seed(self, table_id: int) -> bytes:
        """The secret seed of a table in play. Raises SynchronousOnlyOperation."""
        try:
            (seed,) = self._raw.execute(self._SEED, (table_id,)).fetchone()
        except (sqlite3.Error, TypeError) as error:
            raise SynchronousOnlyOperation from error
        return bytes(seed)

    async def close(self) -> None:
        self._raw.close()


def sqlite_moment(moment: datetime | None) -> str | None:
    """A time as Django writes it to SQLite."""
    return None if moment is None else str(moment.astimezone(UTC).replace(tzinfo=None))


_writers: WeakKeyDictionary[asyncio.AbstractEventLoop, LoopWriter] = WeakKeyDictionary()
_opening: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()


async def open_writer() -> None:
    """Open the writer of the running loop, unless it is open or there can be none."""
    loop = asyncio.get_running_loop()
    async with _opening.setdefault(loop, asyncio.Lock()):
        # With FULL each commit waits for the disk: threads do that while the loop goes on.
        if loop not in _writers and settings.SQLITE_SYNCHRONOUS == "NORMAL":
            _writers[loop] = await _opened()


def writer_here() -> LoopWriter | None:
    """The writer of the running loop; None in a thread without a loop.

    Raises SynchronousOnlyOperation on a loop that has none.
    """
    loop = asyncio._get_running_loop()  # noqa: SLF001 - without the price of an exception
    if loop is None:
        return None
    writer = _writers.get(loop)
    if writer is None:
        raise SynchronousOnlyOperation
    return writer


async def close_writer() -> None:
    """Close the writer of the running loop."""
    if writer := _writers.pop(asyncio.get_running_loop(), None):
        await writer.close()


async def _opened() -> LoopWriter:
    if connection.vendor == "sqlite":
        return SqliteWriter(await executor.read(_connect))
    # psycopg takes nine megabytes, which a small club does without.
    from games.table import postgres_writer

    return await postgres_writer.opened()


def _connect() -> sqlite3.Connection:
    """A connection as the ORM has them, but one that waits for no lock."""
    values = connection.get_connection_params() | {"timeout": 0}
    raw: sqlite3.Connection = connection.get_new_connection(values)
    raw.execute("PRAGMA wal_autocheckpoint = 0")
    return raw


def next_table_of(table: Table) -> NextTable | None:
    """The table after one that has ended; None without one."""
    following = table.rematch
    if following is None:
        return None
    held = HeldSeat.objects.standing().filter(table=following).values_list("player_id", flat=True)
    sitting = list(following.seats.exclude(player=None).order_by("index"))
    hosts = [seat.name for seat in sitting if seat.player_id == following.host_id]
    return NextTable(
        host=names.written(next(iter(hosts), "")),
        is_open=following.status == Table.Status.OPEN,
        is_closed=following.status == Table.Status.ABANDONED and not following.state,
        held=frozenset(held),
    )


def seats_held_at(table: Table) -> tuple[HeldFor, ...]:
    """Those for whom seats of an open table are held."""
    invite = TableInvite.objects.filter(table=table, player=OuterRef("player"))
    held = HeldSeat.objects.standing().filter(table=table).annotate(is_invited=Exists(invite))
    rows = held.order_by("pk").values_list("player_id", "player__name", "until", "is_invited")
    return tuple(
        HeldFor(player, names.written(name), until, is_invited)
        for player, name, until, is_invited in rows
    )
