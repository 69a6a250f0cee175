"""A club of earlier days, as release 1.0.0 left its database, on the site of today.

old_club.*.sql.gz hold one and the same club for both engines, schema included; standings.json.gz
what its standings export said in its first days, by season and session. They never change: a
database that is migrated in the field does not either.
"""

import json
from pathlib import Path
from typing import Any

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


def browser_of_owner() -> Client:
    """Of the owner of its leagues, who can sign in with no password any more."""
    client = Client()
    client.force_login(
        User.objects.get(email=OWNER), "allauth.account.auth_backends.AuthenticationBackend"
    )
    return client


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
