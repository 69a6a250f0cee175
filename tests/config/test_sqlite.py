"""How a site on SQLite writes: what a power cut can take, and how long the log of writes grows."""

import runpy
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.support.project import ROOT


@contextmanager
def opened(file: Path) -> Iterator[sqlite3.Connection]:
    """A connection as the settings of this environment make it."""
    options = runpy.run_path(str(ROOT / "config/settings.py"))["SQLITE_OPTIONS"]
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(options["init_command"])
        yield connection


@pytest.mark.parametrize(("setting", "waits_for_the_disk"), [("", 1), ("NORMAL", 1), ("FULL", 2)])
def test_the_operator_chooses_whether_each_write_waits_for_the_disk(
    setting: str, waits_for_the_disk: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SQLITE_SYNCHRONOUS", raising=False)
    if setting:
        monkeypatch.setenv("SQLITE_SYNCHRONOUS", setting)
    with opened(tmp_path / "club.sqlite3") as connection:
        assert connection.execute("PRAGMA synchronous").fetchone() == (waits_for_the_disk,)


def test_the_log_of_writes_gives_back_what_is_more_than_64_megabytes(tmp_path: Path) -> None:
    with opened(tmp_path / "club.sqlite3") as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA journal_size_limit").fetchone() == (64 << 20,)
