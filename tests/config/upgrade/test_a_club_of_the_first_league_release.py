"""A club as an earlier release left it (games at 0010, leagues at 0023), on the site of today.

club.*.sql.gz hold one and the same club for both engines, schema included: the demo club with two
seasons, a game of two rounds that was finished, three in the middle of a round, with a draft, with
special cards and with a message, and open tables. told.json.gz is what that release itself said of
heads, ranks, standings and ratings. They never change. tests/leagues/migrating has an older club.
"""

import gzip
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import pytest

from tests.leagues.migrating.old_club import database_for
from tests.support.site import Site

HERE = Path(__file__).parent
UPGRADE = """
import django; django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from leagues.receivers import catch_up
catch_up()
"""
TELL = """
import json
from games.models import Table
from leagues.models import Rating, Season, Standing
def of_season(season):
    rows = Standing.objects.filter(season=season).order_by("session__number", "player_id")
    return [
        [row.session.number, row.player_id, row.place, round(row.figure, 9), row.games]
        for row in rows.select_related("session")
    ]
print(json.dumps({
    "tables": {
        table.code: [
            table.status,
            list(table.seats.order_by("index").values_list("heads", "rank")),
            table.log.count(),
        ]
        for table in Table.objects.order_by("pk")
    },
    "standings": {
        f"{season.league.slug}/{season.number}": of_season(season)
        for season in Season.objects.order_by("pk")
    },
    "ratings": [
        [row.league_id, row.player_id, round(row.mu, 9), round(row.sigma, 9), row.games]
        for row in Rating.objects.order_by("league_id", "player_id")
    ],
}))
"""
PLAY_ON = """
import json
from datetime import datetime, timezone as zones
from games import store
from games.models import Pulse, Table
from games.services import downtime
from django.utils import timezone
from tests.support.tables import play_to_the_end
from games.rules.replay import replay
from games.rules.record_read import parse_record
from games.archive import record_of
# The time since the club was stopped is nobody's thinking time.
Pulse.objects.create(pk=Pulse.THE_ONE, at=datetime(2026, 11, 23, tzinfo=zones.utc))
downtime.beat(timezone.now())
ended = []
for table in Table.objects.filter(status="playing", log__isnull=False).distinct():
    record = record_of(play_to_the_end(table), None)
    ended.append(list(replay(parse_record(record)).totals) == record["totals"])
print(json.dumps(ended))
"""


def text(name: str) -> str:
    return gzip.decompress((HERE / name).read_bytes()).decode()


@pytest.fixture(
    scope="module", params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)]
)
def club(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """The club, migrated, with what its keeper would compute."""
    folder = tmp_path_factory.mktemp("landed")
    site = Site(folder)
    site.environment |= {"KEEPER": "separate", "SECRET_KEY": "only-for-the-fixture"}
    if url := database_for(request, "landed_club"):
        site.environment["DATABASE_URL"] = url
        with psycopg.connect(url, autocommit=True) as database:
            database.execute(text("club.postgresql.sql.gz").encode())
    else:
        with closing(sqlite3.connect(folder / "sixieme.sqlite3")) as file:
            file.executescript(text("club.sqlite.sql.gz"))
    site.run("-c", UPGRADE)
    return site


def told(site: Site, script: str) -> Any:
    return json.loads(site.run("manage.py", "shell", "-c", script).splitlines()[-1])


def test_heads_ranks_standings_and_ratings_are_those_of_then(club: Site) -> None:
    then = json.loads(text("told.json.gz"))
    assert [row for row in then["tables"].values() if row[0] == "finished"] != []
    assert len(then["standings"]) == 2
    assert told(club, TELL) == then


def test_everything_is_sound(club: Site) -> None:
    """Every log is played again, every finished deal verified, every standing computed anew."""
    then = json.loads(text("told.json.gz"))
    report = json.loads(club.run("manage.py", "check_integrity", "--json"))
    assert report["sound"] is True
    assert report["left_out"] == {}
    expected = {
        "tables": len(then["tables"]),
        "log lines": sum(row[2] for row in then["tables"].values()),
        "deals verified": 2,  # the rounds of the game that was finished
        "standings": sum(map(len, then["standings"].values())),
    }
    assert expected.items() <= report["checked"].items()


def test_the_games_in_play_come_to_their_end_and_replay(club: Site) -> None:
    assert told(club, PLAY_ON) == [True, True, True]
    assert json.loads(club.run("manage.py", "check_integrity", "--json"))["sound"] is True
