"""The threads on which the live path meets the database, with connections that stay open.

Opening a connection per play costs five times the play. SQLite has one writer, so one thread;
elsewhere several.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import ParamSpec, TypeVar

from django.db import InterfaceError, OperationalError, connection

P = ParamSpec("P")
T = TypeVar("T")

THREADS_BESIDE_SQLITE = 4


@cache
def _threads() -> ThreadPoolExecutor:
    count = 1 if connection.vendor == "sqlite" else THREADS_BESIDE_SQLITE
    return ThreadPoolExecutor(count, thread_name_prefix="live")


async def run(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do synchronous work that may use the database, away from the event loop.

    It may be done twice: it reads, or what it writes is applied at most once.
    """

    def guarded() -> T:
        kept = connection.connection
        try:
            return work(*args, **kwargs)
        except (OperationalError, InterfaceError):
            was_lost = kept is not None and _is_lost(kept)
            connection.close()
            if not was_lost:
                raise
        # A database that was started anew left a dead connection. To ask before each work
        # whether it lives would cost a round trip each time.
        return work(*args, **kwargs)

    return await asyncio.get_running_loop().run_in_executor(_threads(), guarded)


def _is_lost(kept: object) -> bool:
    """Whether this thread's connection is dead; one lost in a transaction is replaced already."""
    return connection.connection is not kept or not connection.is_usable()
