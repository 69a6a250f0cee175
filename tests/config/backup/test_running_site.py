"""A site that plays is backed up, killed and restored, and plays on."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.processes import until
from tests.support.site import Site


def lines(file: Path) -> int:
    """How many actions a database has logged."""
    with closing(sqlite3.connect(file)) as database:
        (count,) = database.execute("SELECT count(*) FROM games_actionlog").fetchone()
        return int(count)


# A table of bots, which play by themselves.
OPEN = """
import django; django.setup()
from config.demo import _bots_table
_bots_table()
"""


@pytest.fixture
def site(tmp_path: Path, club: Path) -> Site:
    """A site with a game that runs by itself."""
    site = Site(tmp_path / "var")
    shutil.copytree(club, site.folder)
    site.run("-c", OPEN)
    return site


def test_a_site_that_was_killed_plays_on_from_its_backup(site: Site, tmp_path: Path) -> None:
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
    assert "Nothing is wrong." in site.run("manage.py", "check_integrity")
    site.start()
    try:
        until(lambda: lines(live) > kept)
    finally:
        site.stop()
