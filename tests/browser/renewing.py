"""A site as new: the rows of a saved database, the first cards of all, no limit reached."""

import sqlite3
from contextlib import closing
from pathlib import Path

from django.core.cache import cache
from django.db import connection

from tests.browser.steady import deal_anew


def renew(saved: str) -> None:
    """Keys are not used twice: SQLite counts on, so nothing that the process holds of a deleted
    row is taken for a new one."""
    restore(connection.settings_dict["NAME"], saved)
    deal_anew()
    cache.clear()


def restore(database: str, saved: str) -> None:
    """Replace the rows of all tables by those of a saved database with the same tables."""
    with closing(
        sqlite3.connect(database, timeout=60, isolation_level=None, uri=True)
    ) as connection:
        # No files come and go beside the saved one, whose folder another process may be copying.
        connection.execute("ATTACH ? AS saved", (f"{Path(saved).as_uri()}?immutable=1",))
        names = connection.execute(
            "SELECT name FROM saved.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
        connection.execute("BEGIN IMMEDIATE")
        for (name,) in names:
            connection.execute(f'DELETE FROM main."{name}"')  # noqa: S608
            connection.execute(f'INSERT INTO main."{name}" SELECT * FROM saved."{name}"')  # noqa: S608
        connection.execute("COMMIT")
