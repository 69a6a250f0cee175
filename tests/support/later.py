"""What changes of leagues put out of date, computed when somebody looks.

A test that runs in one transaction never commits, so nothing would follow its changes. Computed
after each of them, standings that no test looks at would be a sixth of what tests of leagues cost.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.db import connection

# What is computed after a commit.
COMPUTED = ('"leagues_standing"', '"leagues_rating"', '"leagues_ratingpoint"')


class Later:
    """The works that wait until a page is asked for, or a statement names what they compute."""

    def __init__(self) -> None:
        self._waiting: dict[tuple[Any, ...], Callable[[], object]] = {}
        self._outside = 0

    def begin(self) -> None:
        """Nothing waits; a test begins in the transaction that is open now."""
        self._waiting.clear()
        self._outside = len(connection.savepoint_ids)

    def after_commit(self, work: partial[int]) -> None:
        """Instead of `season_lock.after_commit`."""
        self._waiting[work.func, work.args] = work

    def look(self, sql: str) -> None:
        """Compute what waits if a statement is to read or to change such rows."""
        if self._waiting and any(table in sql for table in COMPUTED):
            self.compute()

    def __call__(self, execute: Callable[..., Any], sql: str, *args: Any) -> Any:
        """A wrapper of the statements of the connection."""
        self.look(sql)
        return execute(sql, *args)

    def compute(self, **_request: Any) -> None:
        """Compute what waits; again by whoever looks next, if this may be taken back."""
        works, self._waiting = self._waiting, {}
        if not works:
            return
        # It is no part of what the test counts, nor of the transaction of who looks.
        wrappers, connection.execute_wrappers = connection.execute_wrappers, []
        is_counted, connection.force_debug_cursor = connection.force_debug_cursor, False
        try:
            for work in works.values():
                work()
        finally:
            connection.execute_wrappers = wrappers
            connection.force_debug_cursor = is_counted
        if len(connection.savepoint_ids) > self._outside:
            self._waiting = works | self._waiting


LATER = Later()
