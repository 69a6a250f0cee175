"""Works that are done at the same moment."""

import re
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack
from itertools import count
from typing import Any

from django.db import connection

from tests.support.lock_order import TABLES

Work = Callable[[], object]
LOCKING = re.compile(
    rf'SELECT .* FOR (NO KEY )?UPDATE|(UPDATE|DELETE FROM) "({"|".join(TABLES)})"', re.DOTALL
)


def at_once(*works: Callable[[], object]) -> list[object]:
    """Do all works in threads that start together; what each returned or raised."""
    gate = threading.Barrier(len(works))
    results: list[object] = [None] * len(works)

    def run(index: int) -> None:
        gate.wait()
        try:
            results[index] = works[index]()
        except Exception as error:  # noqa: BLE001 - the test looks at what was raised
            results[index] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(works))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


class _Stop:
    """Stops a work after its lock of a number, until `goes_on`.

    A lock it has already is none, nor is a statement that finds no row.
    """

    def __init__(self, number: int) -> None:
        self._number = number
        self._locks: set[str] = set()
        self.stands, self.goes_on = threading.Event(), threading.Event()

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        found = execute(sql, params, many, context)
        if context["cursor"].rowcount and LOCKING.match(sql):
            self._locks.add(f"{sql} {params}")
            if len(self._locks) == self._number and not self.stands.is_set():
                self.stands.set()
                self.goes_on.wait()
        return found


def crossed(make: Callable[[], tuple[Work, Work]]) -> list[BaseException]:
    """What two works raise if the second runs while the first stands still at one of its locks.

    At each of them in turn, with works that are made anew. On PostgreSQL, which knows who waits.
    """
    raised: list[BaseException] = []
    for number in count(1):
        first, second = make()
        stop = _Stop(number)
        with ThreadPoolExecutor(2) as threads:
            works = [threads.submit(_alone, first, stop)]
            while not stop.stands.wait(0.01) and not works[0].done():
                pass
            if stop.stands.is_set():
                works.append(threads.submit(_alone, second))
                # Asked without a break, PostgreSQL would have less time for the second work.
                while not wait([works[1]], 0.004).done and not _somebody_waits():
                    pass
                stop.goes_on.set()
        raised += [error for work in works if (error := work.exception())]
        if not stop.stands.is_set():
            return raised
    raise AssertionError


def _alone(work: Work, *wrappers: _Stop) -> None:
    with ExitStack() as stack:
        stack.callback(connection.close)
        for wrapper in wrappers:
            stack.enter_context(connection.execute_wrapper(wrapper))
        work()


def _somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT 1 FROM pg_stat_activity"
            " WHERE wait_event_type = 'Lock' AND datname = current_database()"
        )
        return cursor.fetchone() is not None
