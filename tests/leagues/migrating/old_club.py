"""A club of earlier days, as its database was then, on the site of today.

old_club.*.sql.gz hold one and the same club for both engines, schema included; standings.json.gz
what its standings export said then, by season and session. They never change: a database that is
migrated in the field does not either.
"""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.test import Client

from accounts.models import User
from tests.leagues.migrating.walking import LEAGUES, rows
from tests.support.other_database import text_of

HERE = Path(__file__).parent
OLD_CLUB = HERE / "old_club"
OWNER = "mathilde@demo.example"
# The league in which one withdrew for a session to come: by now the newest standings show that.
UNLISTED = "coupe-du-jeudi-"

Rows = list[dict[str, Any]]


def migrate(*target: str) -> None:
    """Bring the database there, or up to date."""
    call_command("migrate", *target, verbosity=0)


def browser_of_owner() -> Client:
    """Of the owner of its leagues, who can sign in with no password any more."""
    client = Client()
    client.force_login(
        User.objects.get(email=OWNER), "allauth.account.auth_backends.AuthenticationBackend"
    )
    return client


def sheets_then() -> dict[str, Any]:
    """The score sheets as they were stored then: by "game.line" of a history, or by game."""
    with closing(sqlite3.connect(":memory:")) as old:
        old.executescript(text_of(HERE / "old_club.sqlite.sql.gz"))
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
    kept = text_of(HERE / "standings.json.gz").replace('"former member"', '"former player"')
    return json.loads(kept)


def assert_all_stand_as_then() -> None:
    """The standings are those of then, but for the place of one who has withdrawn since."""
    owner = browser_of_owner()
    for season, sessions in kept_standings().items():
        for session, kept in sessions.items():
            answer = owner.get(f"{LEAGUES}{season}/standings.json?session={session}")
            found = rows(answer.content, "standings", like=kept)
            if season.startswith(UNLISTED) and session == max(sessions):
                (gone,) = [row for row in found if row["kind"] == "withdrawn"]
                stay = [row["player"] for row in kept if row["player"] != gone["player"]]
                assert [row["player"] for row in found] == [*stay, gone["player"]]
            else:
                assert found == kept


def kept_rules() -> dict[str, dict[str, Any]]:
    """The rules that were kept then, by "league/season"."""
    with closing(sqlite3.connect(":memory:")) as database:
        database.executescript(text_of(HERE / "old_club.sqlite.sql.gz"))
        found = database.execute(
            "SELECT slug || '/' || number, rules FROM leagues_season AS season"
            " JOIN leagues_league AS league ON league.id = league_id"
        )
        return {season: json.loads(rules) for season, rules in found}
