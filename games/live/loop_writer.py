"""Write plays on the event loop, where handing them to a thread costs more than the write.

SQLite: a connection of the loop, on which a commit takes less time than a thread needs to get the
interpreter. PostgreSQL: one statement through an asynchronous connection. What cannot be done at
once, as while another connection holds the lock of SQLite, raises `SynchronousOnlyOperation`, as
Django's ORM does on a loop: the caller then repeats the whole command on a thread.
"""

import asyncio
import sqlite3
from contextlib import suppress
from datetime import datetime
from typing import Protocol
from weakref import WeakKeyDictionary

from django.conf import settings
from django.core.exceptions import SynchronousOnlyOperation
from django.db import connection

from games import store
from games.live import executor
from games.transition import Transition


class LoopWriter(Protocol):
    """Writes the plays of one event loop. waits: it hands the loop over meanwhile."""

    waits: bool

    async def write(self, made: Transition, now: datetime) -> bool:
        """Write a transition; False if another write was faster.

        Raises SynchronousOnlyOperation. As with any connection that is lost, the transition may be
        stored nevertheless.
        """

    def server_seed(self, table_id: int) -> bytes:
        """The secret seed of a table in play. Raises SynchronousOnlyOperation."""

    async def close(self) -> None:
        """Close all connections."""


class SqliteWriter:
    """A connection of the loop alone.

    Others bring the log of changes back into the file, such as that of the pulse each second.
    """

    waits = False
    _SEED = f"SELECT server_seed FROM {store.TABLE} WHERE id = ?"  # noqa: S608 - our own table

    def __init__(self, raw: sqlite3.Connection) -> None:
        self._raw = raw

    async def write(self, made: Transition, now: datetime) -> bool:
        raw = self._raw
        # Made before the lock is taken, as others may wait for it.
        statements = [
            (sql.replace("%s", "?"), values) for sql, values in store.statements(made, now)
        ]
        try:
            raw.execute("BEGIN IMMEDIATE")
            for sql, values in statements:
                if raw.execute(sql, values).rowcount != 1:
                    raw.rollback()
                    return False
            raw.execute("COMMIT")
        except sqlite3.Error as error:
            with suppress(sqlite3.Error):
                raw.rollback()
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


_writers: WeakKeyDictionary[asyncio.AbstractEventLoop, LoopWriter] = WeakKeyDictionary()
_opening: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock] = WeakKeyDictionary()


async def open_here() -> None:
    """Open the writer of the running loop, unless it is open or there can be none."""
    loop = asyncio.get_running_loop()
    async with _opening.setdefault(loop, asyncio.Lock()):
        # With FULL each commit waits for the disk: threads do that while the loop goes on.
        if loop not in _writers and settings.SQLITE_SYNCHRONOUS == "NORMAL":
            _writers[loop] = await _open()


def here() -> LoopWriter | None:
    """The writer of the running loop; None in a thread without a loop.

    Raises SynchronousOnlyOperation on a loop that has none.
    """
    loop = asyncio._get_running_loop()  # noqa: SLF001 - without the price of an exception
    if loop is None:
        return None
    if loop not in _writers:
        raise SynchronousOnlyOperation
    return _writers[loop]


async def close() -> None:
    """Close the writer of the running loop."""
    if writer := _writers.pop(asyncio.get_running_loop(), None):
        await writer.close()


async def _open() -> LoopWriter:
    if connection.vendor == "sqlite":
        return SqliteWriter(await executor.read(_connect))
    # psycopg takes nine megabytes, which a small club does without.
    from games.live import postgres_writer

    return await postgres_writer.opened()


def _connect() -> sqlite3.Connection:
    """A connection as the ORM has them, but one that waits for no lock."""
    values = connection.get_connection_params() | {"timeout": 0}
    raw: sqlite3.Connection = connection.get_new_connection(values)
    raw.execute("PRAGMA wal_autocheckpoint = 0")
    return raw
