"""SQLite files: copied while the site plays, checked, and exchanged."""

import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from config import picture_files
from config.backup.errors import BackupError
from config.backup.files import bar

# Copied in one step; small enough for a bar to move.
PAGES_AT_ONCE = 2_000
COLUMNS = "SELECT t.name, c.name FROM sqlite_master t, pragma_table_info(t.name) c"


def copy_database(source: Path, target: Path) -> None:
    """A copy of one moment of a file that others write; it waits for nobody and stops nobody.

    The read transaction keeps that moment: without it every write of another process would begin
    the copy anew. Raises BackupError.
    """
    if not source.is_file():
        raise BackupError(f"There is no database at {source}")
    try:
        with (
            closing(connect(source)) as live,
            closing(sqlite3.connect(target, isolation_level=None)) as copy,
        ):
            live.execute("BEGIN")
            live.execute("SELECT count(*) FROM sqlite_master").fetchone()
            (page,) = live.execute("PRAGMA page_size").fetchone()
            with bar(source.stat().st_size, "Database") as shown:

                def show(_status: int, remaining: int, total: int) -> None:
                    shown.total = total * page
                    shown.update((total - remaining) * page - shown.n)

                live.backup(copy, pages=PAGES_AT_ONCE, progress=show)
            live.execute("ROLLBACK")
            # The copy is one file.
            copy.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        raise BackupError(f"The database cannot be copied: {error}") from error
    require_sound(target)


def require_sound(file: Path) -> None:
    """Raise BackupError unless SQLite finds a file whole, with nothing in it that acts by itself.

    Nothing is written beside it.
    """
    acting = (
        "SELECT type || ' ' || name FROM sqlite_master"
        " WHERE type NOT IN ('table', 'index') OR sql LIKE 'CREATE VIRTUAL%' ORDER BY name"
    )
    try:
        with closing(_unchanging(file)) as database:
            if row := database.execute(acting).fetchone():
                raise BackupError(f"{file.name} has a {row[0]}, which no release makes: drop it")
            found = [row[0] for row in database.execute("PRAGMA integrity_check(5)")]
    except sqlite3.Error as error:
        found = [str(error)]
    if found != ["ok"]:
        raise BackupError(f"SQLite finds {file.name} damaged: {'; '.join(found)}")


def migrations_in(file: Path) -> Mapping[str, Sequence[str]]:
    """The migrations a database has had, by app. Raises BackupError."""
    try:
        with closing(_unchanging(file)) as database:
            rows = database.execute("SELECT app, name FROM django_migrations ORDER BY app, name")
            by_app = groupby(rows, itemgetter(0))
            return {app: [name for _app, name in of_app] for app, of_app in by_app}
    except sqlite3.Error as error:
        raise BackupError(f"{file.name} is no database of this site: {error}") from error


def pictures_in(file: Path) -> set[str]:
    """The files of pictures that the rows of a database name."""
    try:
        with closing(_unchanging(file)) as database:
            columns = database.execute(COLUMNS).fetchall()
            return {row[0] for row in database.execute(picture_files.sql(columns))}
    except sqlite3.Error as error:
        raise BackupError(f"{file.name} is no database of this site: {error}") from error


def is_free(file: Path) -> bool:
    """Whether nobody has a database open; it is then one file, without companions.

    A damaged file, which SQLite cannot read, is free too. Only whoever is alone may leave the
    write-ahead log.
    """
    try:
        with closing(connect(file, timeout=1)) as database:
            (mode,) = database.execute("PRAGMA journal_mode=DELETE").fetchone()
            return bool(mode == "delete")
    except sqlite3.OperationalError as error:
        return "locked" not in str(error)
    except sqlite3.DatabaseError:
        return True


def connect(file: Path, timeout: float = 30) -> sqlite3.Connection:
    """A connection to a file that is there; transactions begin where they are begun."""
    address = f"{file.absolute().as_uri()}?mode=rw"
    return sqlite3.connect(address, uri=True, timeout=timeout, isolation_level=None)


def _unchanging(file: Path) -> sqlite3.Connection:
    """A file that nobody writes: SQLite may leave nothing beside it."""
    address = f"{file.absolute().as_uri()}?mode=ro&immutable=1"
    return sqlite3.connect(address, uri=True)
