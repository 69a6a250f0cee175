"""A full disk, as the database tells of it."""

import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest
from django.db import OperationalError

from monitoring import outages

DiskFull = Callable[[], OperationalError]


@pytest.fixture
def disk_full(monkeypatch: pytest.MonkeyPatch) -> DiskFull:
    """Makes the error of a full disk; it is forgotten after the test."""
    monkeypatch.setattr(outages, "_full_at", float("-inf"))

    def make() -> OperationalError:
        with closing(sqlite3.connect(":memory:")) as database:
            database.execute("PRAGMA max_page_count = 1")
            with pytest.raises(sqlite3.OperationalError) as raised:
                database.execute("CREATE TABLE a (b)")
        error = OperationalError(*raised.value.args)
        error.__cause__ = raised.value
        return error

    return make
