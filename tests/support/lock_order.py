"""Find rows that are locked in another order than docs/architecture.md says.

SQLite locks no rows. So it is told to write in a comment which of them PostgreSQL would lock.
"""

import re
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from tests.support.project import ROOT

_IN_ORDER = re.compile(r"^\d+\. .*\(`(\w+)`\)", re.MULTILINE)
TABLES = _IN_ORDER.findall((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))
NEWEST_FIRST = "games_table"
KEYS = {model._meta.db_table: model._meta.pk.column for model in apps.get_models()}

_LOCK = re.compile(r"(?P<select>SELECT .*) (?:FOR|/\*) (?P<no_key>NO KEY )?UPDATE\b", re.DOTALL)
_CHANGE = re.compile(r'(?P<kind>UPDATE|DELETE FROM|INSERT INTO) "?(?P<table>\w+)"?')
# Look at each statement as well.
_WRAPPERS = {__file__, str(ROOT / "tests" / "conftest.py")}
_OWN = re.compile(rf"{re.escape(str(ROOT))}/(accounts|config|games|leagues)/(?!migrations)")


class LockOrder:
    """The rows that each transaction of a test locks, and what is wrong with their order.

    `__call__` is a wrapper of the statements of the connection. Only what the files of `own` send
    is looked at: in which order a library, or a test, locks what it needs is their matter.
    """

    def __init__(self, own: re.Pattern[str] = _OWN) -> None:
        self.faults: list[str] = []
        self._own = own
        # The test itself may run in a transaction.
        self._outside = len(connection.atomic_blocks)
        self._transaction: object = None
        self._begin()

    def _begin(self) -> None:
        self._held: set[tuple[str, int]] = set()
        self._newest: dict[str, int] = {}
        self._last = (0, 0)
        self._deleted = ""
        self._at_savepoints: dict[str, dict[str, Any]] = {}

    def __call__(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        """Look at a statement, then have it executed."""
        blocks = connection.atomic_blocks[self._outside :]
        ids = connection.savepoint_ids[self._outside - 1 : self._outside] if self._outside else []
        transaction = (blocks[0], *ids) if blocks else None
        if transaction != self._transaction:
            self._transaction = transaction
            self._begin()
        if not transaction:
            pass
        elif sql.startswith("SAVEPOINT "):
            now = {"_held": self._held.copy(), "_last": self._last, "_deleted": self._deleted}
            self._at_savepoints[sql.split()[-1]] = now
        elif sql.startswith("ROLLBACK TO SAVEPOINT "):
            # What was locked since is free again.
            vars(self).update(self._at_savepoints.get(sql.split()[-1], {}))
        else:
            self._look(sql, params or ())
        return execute(sql, params, many, context)

    def _look(self, sql: str, params: Sequence[Any]) -> None:
        # The pattern takes longer to fail than most statements take.
        if "UPDATE" in sql and (found := _LOCK.match(sql)):
            what, rest = _split(found["select"], " FROM ")
            table = rest.split('"', 2)[1]
            if table in TABLES:
                rows = self._rows(table, rest, params[what.count("%s") :])
                self._note("SELECT" if found["no_key"] else "KEYS", table, rows, sql)
        elif (found := _CHANGE.match(sql)) and (table := found["table"]) in TABLES:
            if found["kind"] == "INSERT INTO":
                last = max(self._rows(table, f' FROM "{table}"', ()), default=0)
                self._newest.setdefault(table, last)
                return
            what, where = _split(sql, " WHERE ")
            rows = self._rows(table, f' FROM "{table}"{where}', params[what.count("%s") :])
            self._note(found["kind"], table, rows, sql)

    def _rows(self, table: str, rest: str, params: Sequence[Any]) -> list[int]:
        with closing(connection.create_cursor()) as cursor:
            cursor.execute(f'SELECT "{table}"."{KEYS[table]}"{rest}', tuple(params))
            return [key for (key,) in cursor.fetchall()]

    def _note(self, kind: str, table: str, rows: Sequence[int], sql: str) -> None:
        """Look at the rows of a table that a statement locks, but for those inserted before."""
        newest = self._newest.get(table)
        old = [row for row in rows if newest is None or row <= newest]
        new = [row for row in old if (table, row) not in self._held]
        if kind == "KEYS":
            self._fault(f"{table} {rows}: locked without no_key", sql)
        if new and self._deleted:
            self._fault(f"{table} {new}: locked after rows of {self._deleted} were deleted", sql)
        if len(new) > 1 and kind in {"UPDATE", "DELETE FROM"}:
            self._fault(f"{table} {new}: not locked before they are changed", sql)
        for row in new:
            place = (TABLES.index(table), -row if table == NEWEST_FIRST else row)
            if place < self._last:
                rank, last = self._last
                self._fault(f"{table} {row}: locked after {TABLES[rank]} {abs(last)}", sql)
            self._last = max(self._last, place)
            self._held.add((table, row))
        if old and kind == "DELETE FROM":
            self._deleted = table

    def _fault(self, what: str, sql: str) -> None:
        stack = [f for f in traceback.extract_stack() if "/site-packages/django/" not in f.filename]
        callers = [frame for frame in stack if frame.filename not in _WRAPPERS]
        if self._own.match(callers[-1].filename):
            lines = (f"{frame.filename}:{frame.lineno} {frame.name}" for frame in callers[-6:])
            self.faults.append("\n  ".join([what, sql[:200], *lines]))


def _split(sql: str, word: str) -> tuple[str, str]:
    """What stands before a word that is in no brackets, and the rest from it on."""
    depth = 0
    for part in re.finditer(rf"[()]|{word}", sql):
        if part[0] == word and not depth:
            return sql[: part.start()], sql[part.start() :]
        depth += {"(": 1, ")": -1}.get(part[0], 0)
    return sql, ""


def _for_update(
    _operations: object,
    nowait: bool = False,
    skip_locked: bool = False,
    of: Sequence[str] = (),
    no_key: bool = False,
) -> str:
    return f"/* {'NO KEY ' if no_key else ''}UPDATE */"


@contextmanager
def locks_in_statements() -> Iterator[None]:
    """Let SQLite's statements say in a comment which rows PostgreSQL would lock."""
    with pytest.MonkeyPatch.context() as patch:
        if connection.vendor == "sqlite":
            for name in ("update", "update_of", "no_key_update"):
                patch.setattr(type(connection.features), f"has_select_for_{name}", True)
            patch.setattr(type(connection.ops), "for_update_sql", _for_update)
        yield
