"""What is made once and copied for whoever needs it: a migrated database, a club."""

import fcntl
import hashlib
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
from django.db import connection

from tests.support.databases import new_database, postgresql_service
from tests.support.programs import AXE, POSTGRESQL_FOLDERS
from tests.support.project import ROOT, relative
from tests.support.site import Site

# Of a site, in its folder.
FILE = "sixieme.sqlite3"
# In a migrated cluster: nobody connects to it, so it can be the template of others.
TEMPLATE = "migrated"

KEPT = ROOT / "var" / "tests"
DAY = 24 * 60 * 60


@contextmanager
def only_one(folder: Path) -> Iterator[bool]:
    """Whether this process is to fill the new `folder`; the others wait until it is filled."""
    filled = folder.with_suffix(".filled")
    with folder.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if filled.exists():
            yield False
            return
        # Whoever was first may have failed.
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        yield True
        filled.touch()


def kept_for_later_runs(name: str) -> Path:
    """A folder in var/tests for what follows from the migrations, the packages and PostgreSQL.

    What was kept for other migrations, and not used for a day, is removed.
    """
    decides = [ROOT / "requirements" / "base.txt", *sorted(ROOT.glob("*/migrations/*.py"))]
    key = hashlib.sha256(repr(POSTGRESQL_FOLDERS).encode())
    for file in decides:
        key.update(f"\n{relative(file)}\n".encode() + file.read_bytes())
    folder = KEPT / key.hexdigest()[:16]
    folder.mkdir(parents=True, exist_ok=True)
    folder.touch()
    for other in KEPT.iterdir():
        if other.stat().st_mtime < time.time() - DAY:
            shutil.rmtree(other, ignore_errors=True)
    return folder / name


def migrated_file(folder: Path) -> Path:
    """A SQLite file with all tables and nobody in it."""
    with only_one(folder) as is_first:
        if is_first:
            Site(folder).run("manage.py", "migrate", "--verbosity=0")
    return folder / FILE


def migrated_cluster(folder: Path) -> Path:
    """The data of a stopped PostgreSQL in which `TEMPLATE` has all tables and nobody in it."""
    with only_one(folder) as is_first:
        if is_first:
            with postgresql_service() as (url, service):
                site = Site(folder)
                site.environment["DATABASE_URL"] = new_database(url, TEMPLATE)
                site.run("manage.py", "migrate", "--verbosity=0")
                with psycopg.connect(url) as database:
                    (data,) = database.execute("SHOW data_directory").fetchone() or ("",)
                service.stop()
                subprocess.run(["cp", "--archive", data, folder / "data"], check=True)
    return folder / "data"


def club_of(folder: Path, migrated: Path) -> Path:
    """The data of a site with the people of tests/browser/club.py, its static files and axe."""
    with only_one(folder) as is_first:
        if is_first:
            shutil.copyfile(migrated, folder / FILE)
            site = Site(folder)
            # Marked as collected: sites on a copy need not do it again.
            site.run("manage.py", "prepare", "--verbosity=0")
            shutil.copyfile(AXE, folder / "static" / AXE.name)
            site.run("-m", "tests.browser.club")
            # All of it is in the one file, from which others copy and read.
            with closing(sqlite3.connect(folder / FILE)) as database:
                database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return folder


@contextmanager
def copy_for_tests(migrated: Path) -> Iterator[None]:
    """Inside the block the tests' SQLite database is a copy of that file."""
    settings = connection.settings_dict
    usual, test = settings["NAME"], settings["TEST"]["NAME"]
    connection.close()
    shutil.copyfile(migrated, test)
    settings["NAME"] = test
    yield
    connection.close()
    settings["NAME"] = usual
    for suffix in ("", "-wal", "-shm"):
        Path(f"{test}{suffix}").unlink(missing_ok=True)
