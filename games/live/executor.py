"""The threads on which the live path meets the database, with connections that stay open.

Opening a connection per play costs five times the play. Writes have threads of their own, so that
no read and no result that is recorded holds up a play: one thread for SQLite, which has one
writer, several elsewhere.
"""

import asyncio
import logging
import threading
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache, partial
from typing import Any, Concatenate, ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError, connection

from games.live import publishing
from monitoring.metrics import DATABASE_ERRORS

logger = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

WRITERS_BESIDE_SQLITE = 4
READERS = 2
PUT_OFF = ("results", "mails", "calls", "thoughts")

# By table: what is being done at it, and what is to be done after that.
_turns: dict[int, deque[tuple[Future[Any], Callable[[], Any]]]] = {}
_turns_lock = threading.Lock()


async def write(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do synchronous work that writes plays, on a thread for writing.

    It may run twice (`with_reconnect`), so what it writes must be applied at most once.
    """
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_writers(), partial(with_reconnect, work, *args, **kwargs))


async def write_at(
    work: Callable[Concatenate[int, P], T], table_id: int, *args: P.args, **kwargs: P.kwargs
) -> T:
    """Do synchronous work that writes at one table, after all that came before for this table.

    So where a table is locked only one of the threads for writing waits for it.
    """
    done: Future[T] = Future()
    run = partial(with_reconnect, work, table_id, *args, **kwargs)
    with _turns_lock:
        _turns.setdefault(table_id, deque()).append((done, run))
        if len(_turns[table_id]) == 1:
            _writers().submit(_take_turn, table_id)
    return await asyncio.wrap_future(done)


def _take_turn(table_id: int) -> None:
    """Do the next work at a table; what follows it waits behind the work at other tables."""
    done, run = _turns[table_id][0]
    if done.set_running_or_notify_cancel():
        try:
            done.set_result(run())
        except BaseException as error:  # noqa: BLE001 - for whoever waits for the result
            done.set_exception(error)
    with _turns_lock:
        _turns[table_id].popleft()
        if _turns[table_id]:
            _writers().submit(_take_turn, table_id)
        else:
            del _turns[table_id]


async def read(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do synchronous work that only reads, on a thread for reading."""
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(_readers(), partial(with_reconnect, work, *args, **kwargs))


def with_reconnect(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do work in this thread, and again on a new connection if the present one was lost.

    The first run may have committed, so what it writes must be applied at most once.
    """
    kept = connection.connection
    try:
        return work(*args, **kwargs)
    except (OperationalError, InterfaceError):
        DATABASE_ERRORS.labels("live").inc()
        was_lost = _is_lost(kept)
        connection.close()
        if not was_lost:
            raise
    # A database that was restarted left a dead connection. Checking it before each piece of work
    # would cost a round trip each time.
    return work(*args, **kwargs)


def run_later(work: Callable[[], object]) -> None:
    """Do work that follows from a result on a thread of its own; an error is logged.

    A process that serves no pages, such as a management command, does it at once.
    """
    _put_off("results", work)


def mail_later(work: Callable[[], object]) -> None:
    """The same for mails, on another thread, as a mail server may be slow."""
    _put_off("mails", work)


def call_later(work: Callable[[], object]) -> None:
    """The same for what is posted to other sites, on another thread, as they may be slow."""
    _put_off("calls", work)


def think_later(work: Callable[[], object]) -> None:
    """The same for what waits for a process that thinks."""
    _put_off("thoughts", work)


def _put_off(name: str, work: Callable[[], object]) -> None:
    if publishing.serving_loop() is None:
        work()
    else:
        _thread(name).submit(_logged, work)


async def finish() -> None:
    """Wait for all that was put off; the caller sets a limit, and tidying makes good what is left.

    What was put off by such work is done as well.
    """
    loop = asyncio.get_running_loop()
    for name in PUT_OFF:
        thread = _thread(name)
        await loop.run_in_executor(thread, _do_nothing)
        await loop.run_in_executor(thread, _do_nothing)


def _do_nothing() -> None:
    """The last work of a thread: all before it is done."""


def _logged(work: Callable[[], object]) -> None:
    # Receivers of a signal keep their errors to themselves, so that `with_reconnect` would never
    # hear that the database was restarted, and everything that is done here would fail for good.
    connection.close_if_unusable_or_obsolete()
    try:
        with_reconnect(work)
    except Exception:
        logger.exception("work that was done later failed")


def _is_lost(kept: object) -> bool:
    """Whether this thread's connection is dead; one lost in a transaction is replaced already.

    kept: the connection before the work. With None the work opened one, which may be lost too.
    """
    return kept is None or connection.connection is not kept or not connection.is_usable()


@cache
def _writers() -> ThreadPoolExecutor:
    count = 1 if connection.vendor == "sqlite" else WRITERS_BESIDE_SQLITE
    return ThreadPoolExecutor(count, thread_name_prefix="writer")


@cache
def _readers() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(READERS, thread_name_prefix="reader")


@cache
def _thread(name: str) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, thread_name_prefix=name)
