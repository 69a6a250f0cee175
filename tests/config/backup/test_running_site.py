"""A site that plays is backed up, killed and restored, and plays on."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from config.demo import _bots_table
from tests.support.commands import said_by
from tests.support.other_database import other_database
from tests.support.processes import until
from tests.support.site import Site


def lines(file: Path) -> int:
    """How many actions a database has logged."""
    with closing(sqlite3.connect(file)) as database:
        (count,) = database.execute("SELECT count(*) FROM games_actionlog").fetchone()
        return int(count)


@contextmanager
def its_data(site: Site, blocker: DjangoDbBlocker) -> Iterator[None]:
    """Inside the block this process has the data of the site."""
    with blocker.unblock(), other_database(f"sqlite:///{site.folder / 'sixieme.sqlite3'}"):
        yield


@pytest.fixture
def site(tmp_path: Path, club: Path, django_db_blocker: DjangoDbBlocker) -> Site:
    """A site with a table of bots, who play by themselves."""
    site = Site(tmp_path / "var")
    shutil.copytree(club, site.folder)
    with its_data(site, django_db_blocker):
        _bots_table()
    return site


def test_a_site_that_was_killed_plays_on_from_its_backup(
    site: Site, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    live = site.folder / "sixieme.sqlite3"
    site.start()
    try:
        until(lambda: lines(live) >= 4)
        site.run("manage.py", "backup", str(tmp_path / "kept"))
        (made,) = (tmp_path / "kept").glob("sixieme-*")
        kept = lines(made / "database.sqlite3")
        until(lambda: lines(live) > kept)
        said = site.run("manage.py", "restore", str(made), "--replace", code=1)
        assert "The site runs on the data" in said
    finally:
        # Its write-ahead log stays behind.
        site.kill()
    assert Path(f"{live}-wal").stat().st_size > 0
    site.run("manage.py", "restore", str(made), "--replace")
    assert not Path(f"{live}-wal").exists()
    assert lines(live) == kept
    with its_data(site, django_db_blocker):
        assert "Nothing is wrong." in said_by("check_integrity")
    site.start()
    try:
        until(lambda: lines(live) > kept)
    finally:
        site.stop()
