"""A site becomes as new from a saved database, and leaves that one as it lies."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from tests.browser import renewing


def made(file: Path, *names: str) -> Path:
    """A database as the site's, with these people."""
    file.parent.mkdir()
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA journal_mode=wal")
        database.execute("CREATE TABLE person (name)")
        database.executemany("INSERT INTO person VALUES (?)", [(name,) for name in names])
        database.commit()
    return file


def test_rows_are_those_of_the_saved_one_beside_which_no_file_comes_or_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = made(tmp_path / "saved club" / "a.sqlite3", "Ada", "Ben")
    own = made(tmp_path / "own" / "a.sqlite3", "Cleo")
    there: list[str] = []

    @contextmanager
    def watched(database: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
        with closing(database):
            yield database
            there.extend(file.name for file in saved.parent.iterdir())

    monkeypatch.setattr(renewing, "closing", watched)
    renewing.restore(str(own), str(saved))
    assert there == ["a.sqlite3"]
    with closing(sqlite3.connect(own)) as database:
        assert database.execute("SELECT name FROM person").fetchall() == [("Ada",), ("Ben",)]
