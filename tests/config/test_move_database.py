"""A club moves from SQLite to PostgreSQL after a year, and back; nothing is lost on the way."""

import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from tests.support.databases import new_database
from tests.support.site import Site

pytestmark = pytest.mark.postgres

# Of a few tables: keys of other rows, JSON, times that a field would otherwise set anew.
QUERIES = (
    "SELECT id, name, user_id FROM accounts_player ORDER BY id",
    "SELECT id, code, status, version FROM games_table ORDER BY id",
    "SELECT count(*), max(number) FROM games_actionlog",
    "SELECT season_id, player_id, games FROM leagues_standing ORDER BY season_id, player_id, id",
    "SELECT app_label, model, id FROM django_content_type ORDER BY id",
)
# Migrating takes most of the time, and the way there has shown that it is done.
BACK = """
import shutil, sys
import django; django.setup()
from django.core.management import call_command
from django.db import connections
from config.management.commands import move_database
migrated, back = sys.argv[1:]
def manage(url, command, *options):
    if command == "migrate":
        connections[move_database.NEW].close()
        shutil.copyfile(migrated, back)
move_database.manage = manage
call_command("move_database", f"sqlite:///{back}")
"""


def rows_of_file(file: Path) -> list[list[tuple[object, ...]]]:
    with closing(sqlite3.connect(file)) as database:
        return [database.execute(query).fetchall() for query in QUERIES]


def test_a_club_moves_to_postgresql_and_back(
    club: Path, migrated: Path, tmp_path: Path, postgres_url: str
) -> None:
    site = Site(tmp_path / "site")
    site.folder.mkdir()
    file = site.folder / "sixieme.sqlite3"
    with closing(sqlite3.connect(club / file.name)) as database:
        database.execute("VACUUM INTO ?", [str(file)])
    url = new_database(postgres_url, "moved")
    assert "the same number in both" in site.run("manage.py", "move_database", url)
    with psycopg.connect(url) as connection:
        moved = [connection.execute(query).fetchall() for query in QUERIES]
        # The next row of a table gets a number that is free.
        ((highest,),) = connection.execute("SELECT max(id) FROM accounts_player").fetchall()
        ((following,),) = connection.execute(
            "SELECT nextval(pg_get_serial_sequence('accounts_player', 'id'))"
        ).fetchall()
    assert moved == rows_of_file(file)
    assert following == highest + 1

    again = site.run("manage.py", "move_database", url, code=1)
    assert "The new database is not empty" in again

    back = tmp_path / "back.sqlite3"
    site.environment = site.environment | {"DATABASE_URL": url}
    site.run("-c", BACK, str(migrated), str(back))
    assert rows_of_file(back) == rows_of_file(file)
    assert back.stat().st_mode & 0o077 == 0
