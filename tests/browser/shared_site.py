"""A running site that serves one file of tests after the other, and is as new for each."""

import shutil
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.support.migrated import FILE
from tests.support.processes import until
from tests.support.site import SteadySite

RENEWED = "renewed"


class SharedSite:
    """A site with the people of `club`, started when it is first asked for."""

    def __init__(self, club: Path, folder: Path) -> None:
        self._club = club
        self._site = SteadySite(folder)
        self._is_running = False

    def as_new(self) -> SteadySite:
        """The running site, with the rows of the club and no others."""
        if not self._is_running:
            shutil.copytree(self._club, self._site.folder, dirs_exist_ok=True)
            self._site.start()
            self._is_running = True
        else:
            self._renew()
        return self._site

    def close(self) -> None:
        if self._is_running:
            self._site.stop()

    def _renew(self) -> None:
        """Bring the rows back, then let the process forget; steady.py hears the signal.

        Keys are not used twice: SQLite counts on, so nothing that the process holds of a deleted
        row is taken for a new one.
        """
        restore(self._site.folder / FILE, self._club / FILE)
        before = self._site.log.read_text().count(RENEWED)
        self._site.process.send_signal(signal.SIGUSR1)
        until(lambda: self._site.log.read_text().count(RENEWED) > before)


def restore(database: Path, saved: Path) -> None:
    """Replace the rows of all tables by those of a saved database with the same tables."""
    with closing(sqlite3.connect(database, timeout=60, isolation_level=None)) as connection:
        connection.execute("ATTACH ? AS saved", (str(saved),))
        names = connection.execute(
            "SELECT name FROM saved.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        ).fetchall()
        connection.execute("BEGIN IMMEDIATE")
        for (name,) in names:
            connection.execute(f'DELETE FROM main."{name}"')  # noqa: S608
            connection.execute(f'INSERT INTO main."{name}" SELECT * FROM saved."{name}"')  # noqa: S608
        connection.execute("COMMIT")
