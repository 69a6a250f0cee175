"""A club of earlier days, as its database was then, on the site of today.

old_club.*.sql.gz hold one and the same club for both engines, schema included; standings.json.gz
what its standings export said then, by season and session. They never change: a database that is
migrated in the field does not either.
"""

import gzip
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.support.databases import new_database
from tests.support.site import Site

HERE = Path(__file__).parent
OWNER = "mathilde@demo.example"
SIGN_IN = f"""
from django.test import Client
from accounts.models import User
client = Client()
client.force_login(
    User.objects.get(email={OWNER!r}), "allauth.account.auth_backends.AuthenticationBackend"
)
print(client.cookies["sessionid"].value)
"""

Rows = list[dict[str, Any]]


def old_club(
    folder: Path, postgres_url: str = "", *, broken_by: str = "", is_migrated: bool = True
) -> Site:
    """A site with the old database, in SQLite or in this PostgreSQL, brought up to date or not.

    No keeper makes its moves, so that nothing is played meanwhile. broken_by: SQL that is run on
    the old database first.
    """
    site = Site(folder)
    site.environment["KEEPER"] = "separate"
    if postgres_url:
        site.environment["DATABASE_URL"] = postgres_url
        with psycopg.connect(postgres_url, autocommit=True) as database:
            database.execute(_text("old_club.postgresql.sql.gz").encode())
        with psycopg.connect(postgres_url, autocommit=True) as database:
            database.execute(broken_by.encode())
    else:
        with sqlite3.connect(folder / "sixieme.sqlite3") as file:
            file.executescript(_text("old_club.sqlite.sql.gz"))
            file.executescript(broken_by)
        file.close()
    if is_migrated:
        site.run("manage.py", "migrate", "--verbosity=0")
    return site


def sheets_then() -> dict[str, Any]:
    """The score sheets as they were stored then: by "game.line" of a history, or by game."""
    with closing(sqlite3.connect(":memory:")) as old:
        old.executescript(_text("old_club.sqlite.sql.gz"))
        rows = old.execute("""
            SELECT game_id || '.' || number, sheet FROM leagues_gameversion
            UNION SELECT id, sheet FROM leagues_game
            UNION SELECT id || ' waiting', pending FROM leagues_game
        """)
        return {str(name): json.loads(sheet) for name, sheet in rows if sheet}


def kept_standings() -> dict[str, dict[str, Rows]]:
    """The standings as they were exported then, by "league/season" and number of session.

    Whoever was erased read "former member" then.
    """
    kept = _text("standings.json.gz").replace('"former member"', '"former player"')
    found: dict[str, dict[str, Rows]] = json.loads(kept)
    return found


def assert_stand_as_then(found: Rows, kept: Rows, *, somebody_left: bool) -> None:
    """The standings are those of then, but for the place of one who has withdrawn since."""
    if not somebody_left:
        assert found == kept
        return
    (gone,) = [row for row in found if row["kind"] == "withdrawn"]
    stay = [row["player"] for row in kept if row["player"] != gone["player"]]
    assert [row["player"] for row in found] == [*stay, gone["player"]]


def kept_rules() -> dict[str, dict[str, Any]]:
    """The rules that were kept then, by "league/season"."""
    with closing(sqlite3.connect(":memory:")) as database:
        database.executescript(_text("old_club.sqlite.sql.gz"))
        found = database.execute(
            "SELECT slug || '/' || number, rules FROM leagues_season AS season"
            " JOIN leagues_league AS league ON league.id = league_id"
        )
        return {season: json.loads(rules) for season, rules in found}


def database_for(request: pytest.FixtureRequest, name: str) -> str:
    """The URL of a new database of this name where a test asks for PostgreSQL; else none."""
    if request.param != "postgresql":
        return ""
    server: str = request.getfixturevalue("postgres_url")
    return new_database(server, name)


def session_of_owner(site: Site) -> str:
    """The cookie of the owner of its leagues, who can sign in with no password any more."""
    return site.run("manage.py", "shell", "-c", SIGN_IN).split()[-1]


def _text(name: str) -> str:
    return gzip.decompress((HERE / name).read_bytes()).decode()
