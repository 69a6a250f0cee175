"""Write plays to PostgreSQL on the event loop; what waits at the same moment is one statement."""

import asyncio
from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

import psycopg
from django.core.exceptions import SynchronousOnlyOperation
from django.db import connection
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from games.table import store
from games.table.transition import Transition

# While both are busy, plays wait and are written together, which costs a third for each.
POSTGRES_CONNECTIONS = 2
# So long for a connection and an answer; a thread then asks again, and tells people of it.
POSTGRES_SECONDS = 2.0


class Unwritten(NamedTuple):
    """A transition that is to be written, and who waits for it."""

    made: Transition
    now: datetime
    is_written: asyncio.Future[bool]


class PostgresWriter:
    """Two connections, and one statement for all transitions that wait when one of them is free.

    Of a table one transition is written at a time (games/play/commands.py). A table that another
    transaction holds is left out, so that no other play waits for it.
    """

    waits = True
    _SQL = f"""
        WITH moved AS (
            UPDATE {store.TABLE} AS stored
            SET version = wanted.version,
                due_at = wanted.due_at,
                state = coalesce(wanted.state, stored.state)
            FROM (
                SELECT wanted.*
                FROM unnest(
                    %(ids)s::bigint[], %(versions)s::int[],
                    %(due)s::timestamptz[], %(states)s::text[]
                ) AS wanted (id, version, due_at, state)
                JOIN {store.TABLE} AS free
                    ON free.id = wanted.id AND free.version = wanted.version - 1
                FOR NO KEY UPDATE OF free SKIP LOCKED
            ) AS wanted
            WHERE stored.id = wanted.id
            RETURNING stored.id
        ), logged AS (
            INSERT INTO {store.LOG} (table_id, version, at, number, action, "by", command)
            SELECT line.*
            FROM moved
            JOIN unnest(
                %(tables)s::bigint[], %(line_versions)s::int[], %(times)s::timestamptz[],
                %(numbers)s::int[], %(actions)s::jsonb[], %(by)s::text[], %(commands)s::text[]
            ) AS line (table_id, version, at, number, action, "by", command)
                ON line.table_id = moved.id
        )
        SELECT id FROM moved
    """  # noqa: S608 - the names of our own tables
    _SEED = f"SELECT server_seed FROM {store.TABLE} WHERE id = %s"  # noqa: S608 - our own table

    def __init__(self, pool: "AsyncConnectionPool[Any]") -> None:
        self._pool = pool
        self._waiting: list[Unwritten] = []
        self._statements: set[asyncio.Task[None] | None] = set()

    async def write(self, made: Transition, now: datetime) -> bool:
        is_written: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append(Unwritten(made, now, is_written))
        self._start()
        return await is_written

    def server_seed(self, table_id: int) -> bytes:
        raise store.SeedIsAway(self._read_seed(table_id))

    async def close(self) -> None:
        await self._pool.close()

    async def _read_seed(self, table_id: int) -> bytes:
        try:
            async with asyncio.timeout(POSTGRES_SECONDS), self._pool.connection() as one:
                (seed,) = await (await one.execute(self._SEED, [table_id])).fetchone()
        except (psycopg.Error, PoolTimeout, TimeoutError, TypeError) as error:
            raise SynchronousOnlyOperation from error
        return bytes(seed)

    def _start(self) -> None:
        if self._waiting and len(self._statements) < POSTGRES_CONNECTIONS:
            self._statements.add(asyncio.create_task(self._write_waiting()))

    async def _write_waiting(self) -> None:
        """Write all that waits, and what comes meanwhile, until nothing waits."""
        try:
            while self._waiting:
                waiting, self._waiting = self._waiting, []
                # Whoever has given up is not written any more.
                if wanted := [each for each in waiting if not each.is_written.done()]:
                    await self._write_all(wanted)
        finally:
            # At once: what comes next must find that nobody writes.
            self._statements.discard(asyncio.current_task())
            self._start()

    async def _write_all(self, waiting: Sequence[Unwritten]) -> None:
        """Write these in one statement; where it fails, a thread writes each of them."""
        # A connection that hangs takes its time to be given up.
        own = asyncio.current_task()
        loop = asyncio.get_running_loop()
        too_long = loop.call_later(POSTGRES_SECONDS, self._give_up, own, waiting)
        try:
            async with asyncio.timeout(POSTGRES_SECONDS), self._pool.connection() as one:
                cursor = await one.execute(self._SQL, _columns(waiting))
                moved = {table_id for (table_id,) in await cursor.fetchall()}
        except (psycopg.Error, PoolTimeout, TimeoutError):
            pass
        else:
            for each in waiting:
                if not each.is_written.done():
                    each.is_written.set_result(each.made.after.table_id in moved)
        finally:
            too_long.cancel()
            # Whatever went wrong, nobody waits for ever.
            _leave_to_threads(waiting)

    def _give_up(self, hanging: asyncio.Task[Any] | None, waiting: Sequence[Unwritten]) -> None:
        """Leave these to threads, and what waits behind them; what comes next waits no more."""
        self._statements.discard(hanging)
        _leave_to_threads((*waiting, *self._waiting))


def _leave_to_threads(waiting: Sequence[Unwritten]) -> None:
    for each in waiting:
        if not each.is_written.done():
            each.is_written.set_exception(SynchronousOnlyOperation())


def _columns(waiting: Sequence[Unwritten]) -> dict[str, Sequence[Any]]:
    """The columns of the rows that change, and of the lines of their logs."""
    snapshots = [each.made.after for each in waiting]
    lines = [
        (each.made.after.table_id, each.made.after.version, each.now, *line)
        for each in waiting
        for line in store.log_lines(each.made)
    ]
    tables, versions, times, numbers, actions, by, commands = map(list, zip(*lines, strict=True))
    return {
        "ids": [after.table_id for after in snapshots],
        "versions": [after.version for after in snapshots],
        "due": [after.play and after.play.due_at for after in snapshots],
        "states": [store.stored_state(each.made) for each in waiting],
        "tables": tables,
        "line_versions": versions,
        "times": times,
        "numbers": numbers,
        "actions": actions,
        "by": by,
        "commands": commands,
    }


async def opened() -> PostgresWriter:
    """A writer for the running loop."""
    pool: AsyncConnectionPool[Any] = AsyncConnectionPool(
        kwargs=connection.get_connection_params()
        | {"autocommit": True, "cursor_factory": psycopg.AsyncCursor},
        min_size=1,
        max_size=POSTGRES_CONNECTIONS,
        timeout=POSTGRES_SECONDS,
        open=False,
    )
    await pool.open()
    return PostgresWriter(pool)
