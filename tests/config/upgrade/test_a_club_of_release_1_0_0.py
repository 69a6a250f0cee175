"""A club as release 1.0.0 left it, on the site of today.

club.*.sql.gz hold one and the same club for both engines, schema included: the demo club with two
seasons, a game of two rounds that was finished, three in the middle of a round, with a draft, with
special cards and with a message, and open tables. told.json.gz is what an earlier release said of
its heads, ranks, standings and ratings. They never change. tests/leagues/migrating has another.
"""

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone
from pytest_django import Settings

from games.models import Pulse, Table
from games.play import downtime
from games.rules.record_read import parse_record
from games.rules.replay import replay
from games.table.archive import record_of
from leagues.models import Rating, Season, Standing
from leagues.receivers import catch_up
from tests.support.commands import said_by
from tests.support.other_database import old_database, text_of
from tests.support.tables import play_to_the_end

HERE = Path(__file__).parent
THEN = json.loads(text_of(HERE / "told.json.gz"))


# tests/leagues/migrating takes another club to the present on SQLite.
@pytest.fixture(
    scope="module",
    autouse=True,
    params=[
        pytest.param("sqlite", marks=pytest.mark.thorough),
        pytest.param("postgresql", marks=pytest.mark.postgres),
    ],
)
def _club(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[None]:
    """The club, migrated, with what its keeper would compute."""
    with old_database(request, tmp_path_factory.mktemp("landed_club"), HERE / "club"):
        call_command("migrate", verbosity=0)
        catch_up()
        yield


@pytest.fixture(autouse=True)
def _no_photos(settings: Settings, tmp_path: Path) -> None:
    settings.PHOTOS = tmp_path / "photos"


def standings_of(season: Season) -> list[Any]:
    rows = Standing.objects.filter(season=season).order_by("session__number", "player_id")
    return [
        [row.session.number, row.player_id, row.place, round(row.figure, 9), row.games]
        for row in rows.select_related("session")
    ]


def test_heads_ranks_standings_and_ratings_are_those_of_then() -> None:
    assert [row for row in THEN["tables"].values() if row[0] == "finished"] != []
    assert len(THEN["standings"]) == 2
    told = {
        "tables": {
            table.code: [
                table.status,
                list(table.seats.order_by("index").values_list("heads", "rank")),
                table.log.count(),
            ]
            for table in Table.objects.order_by("pk")
        },
        "standings": {
            f"{season.league.slug}/{season.number}": standings_of(season)
            for season in Season.objects.order_by("pk")
        },
        "ratings": [
            [row.league_id, row.player_id, round(row.mu, 9), round(row.sigma, 9), row.games]
            for row in Rating.objects.order_by("league_id", "player_id")
        ],
    }
    assert json.loads(json.dumps(told)) == THEN


def report() -> dict[str, Any]:
    """What check_integrity found."""
    return json.loads(said_by("check_integrity", "--json"))


def test_everything_is_sound() -> None:
    """Every log is played again, every finished deal verified, every standing computed anew."""
    found = report()
    assert found["sound"] is True
    assert found["left_out"] == {}
    expected = {
        "tables": len(THEN["tables"]),
        "log lines": sum(row[2] for row in THEN["tables"].values()),
        "deals verified": 2,  # the rounds of the game that was finished
        "standings": sum(map(len, THEN["standings"].values())),
    }
    assert expected.items() <= found["checked"].items()


def test_the_games_in_play_come_to_their_end_and_replay() -> None:
    # The time since the club was stopped is nobody's thinking time.
    Pulse.objects.create(pk=Pulse.THE_ONE, at=datetime(2026, 11, 23, tzinfo=UTC))
    downtime.beat(timezone.now())
    playing = list(Table.objects.filter(status="playing", log__isnull=False).distinct())
    assert len(playing) == 3
    for table in playing:
        record = record_of(play_to_the_end(table), None)
        assert list(replay(parse_record(record)).totals) == record["totals"]
    assert report()["sound"] is True
