"""Write plays to PostgreSQL on the event loop: one statement through an asynchronous connection."""

import asyncio
from datetime import datetime
from typing import Any

import psycopg
from django.core.exceptions import SynchronousOnlyOperation
from django.db import connection
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from games import store
from games.transition import Transition

# Plays hold a connection for a millisecond: more of them would wait for the same processor.
POSTGRES_CONNECTIONS = 4
# So long for a connection and an answer; a thread then asks again, and tells people of it.
POSTGRES_SECONDS = 2.0


class PostgresWriter:
    """A few connections, and one statement a transition."""

    waits = True
    _SQL = f"""
        WITH moved AS (
            UPDATE {store.TABLE}
            SET version = %(version)s, due_at = %(due_at)s, state = coalesce(%(state)s, state)
            WHERE id = %(table_id)s AND version = %(version)s - 1
            RETURNING id
        )
        INSERT INTO {store.LOG} (table_id, version, at, number, action, "by", command)
        SELECT moved.id, %(version)s, %(at)s, line.*
        FROM moved, unnest(
            %(numbers)s::int[], %(actions)s::jsonb[], %(by)s::text[], %(commands)s::text[]
        ) AS line
    """  # noqa: S608 - the names of our own tables

    def __init__(self, pool: "AsyncConnectionPool[Any]") -> None:
        self._pool = pool

    async def write(self, made: Transition, now: datetime) -> bool:
        numbers, actions, by, commands = map(list, zip(*store.log_lines(made), strict=True))
        after = made.after
        values = {
            "table_id": after.table_id,
            "version": after.version,
            "due_at": after.play.due_at if after.play else None,
            "state": store.stored_state(made),
            "at": now,
            "numbers": numbers,
            "actions": actions,
            "by": by,
            "commands": commands,
        }
        try:
            async with asyncio.timeout(POSTGRES_SECONDS), self._pool.connection() as one:
                return bool((await one.execute(self._SQL, values)).rowcount)
        except (psycopg.Error, PoolTimeout, TimeoutError) as error:
            raise SynchronousOnlyOperation from error

    def server_seed(self, table_id: int) -> bytes:
        """Left to a thread: the rules, which ask for it, wait for nothing."""
        raise SynchronousOnlyOperation

    async def close(self) -> None:
        await self._pool.close()


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
