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
    """Do synchronous work that may use the database, away from the event loop."""

    def guarded() -> T:
        try:
            return work(*args, **kwargs)
        except (OperationalError, InterfaceError):
            # A server that went away leaves a dead connection; the next work opens a new one.
            connection.close()
            raise

    return await asyncio.get_running_loop().run_in_executor(_threads(), guarded)
