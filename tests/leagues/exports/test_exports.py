"""Standings and results as files."""

import json
from datetime import datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.made_once import FILES
from leagues.exports import results as results_export
from leagues.exports import standings as standings_export
from leagues.models import League, Season
from leagues.people.adjustments import adjust
from leagues.people.players import add_guest
from leagues.sheets import results
from tests.factories import PlayerFactory
from tests.leagues.exports.files import body, get, rows
from tests.support.leagues import (
    enter,
    make_game,
    make_guest,
    make_season,
    make_session,
    play,
    sheet_of,
)
from tests.support.project import ROOT

pytestmark = pytest.mark.django_db

EXPORTS = ["standings_csv", "standings_json", "results_csv", "results_json"]


@pytest.fixture
def season() -> Season:
    season = make_season(name="=SUM(A1)")
    ana, bob = PlayerFactory.create(name="Ana"), make_guest("-Bob")
    eve = PlayerFactory.create(name="Eve")
    play(make_session(season), ana, bob, eve)
    enter(make_game(make_session(season), [ana, bob, eve]), [70, 20, 20])
    return season


def test_the_standings_have_a_line_for_each_player(season: Season) -> None:
    found = rows(get("standings_csv", season))
    assert [(row["place"], row["player"], row["figure"]) for row in found] == [
        ("1", "'-Bob", "62.5"),
        ("2", "Ana", "50.0"),
        ("3", "Eve", "37.5"),
    ]
    assert set(found[0]) == set(standings_export.FIELDS)


def test_the_same_in_json(season: Season) -> None:
    data = get("standings_json", season).json()
    assert (data["format"], data["version"], data["session"]["number"]) == (
        "sixieme-standings", 1, 2,
    )  # fmt: skip
    assert [row["player"] for row in data["standings"]] == ["-Bob", "Ana", "Eve"]
    assert data["season"]["rules"]["preset"] == "index"


def test_who_has_not_played_has_no_figure_and_no_share(season: Season) -> None:
    guest = add_guest(season.pk, "Zoe")
    adjust(season.sessions.get(number=1), guest, Decimal(-2), "Late", PlayerFactory.create())
    line = rows(get("standings_csv", season))[-1]
    assert (line["player"], line["figure"], line["share"], line["adjustment"], line["games"]) == (
        "Zoe", "", "", "-2.0", "0",
    )  # fmt: skip
    row = get("standings_json", season).json()["standings"][-1]
    assert (row["player"], row["figure"], row["share"]) == ("Zoe", None, None)


@pytest.mark.parametrize("name", EXPORTS)
def test_every_export_tells_how_it_was_after_an_earlier_session(season: Season, name: str) -> None:
    text = body(get(name, season, "?session=1"))
    assert text != body(get(name, season))
    assert get(name, season, "?session=9").status_code == 404


def test_results_have_a_line_for_each_seat(season: Season) -> None:
    found = rows(get("results_csv", season))
    assert len(found) == 6
    assert [(row["heads"], row["place"], row["rank"]) for row in found[3:]] == [
        ("70", "3", "3.0"),
        ("20", "1", "1.5"),
        ("20", "1", "1.5"),
    ]
    assert set(found[0]) == set(results_export.FIELDS)


def test_results_in_json_go_game_by_game(season: Season) -> None:
    data = json.loads(body(get("results_json", season)))
    assert [(game["session"], game["size"], len(game["seats"])) for game in data["games"]] == [
        (1, 3, 3),
        (2, 3, 3),
    ]


def test_times_are_written_in_one_way(season: Season) -> None:
    begins = datetime(2026, 10, 23, 20, 0, 5, 999, tzinfo=ZoneInfo("Europe/Paris"))
    season.sessions.update(starts_at=begins)
    shown = "2026-10-23T18:00:05+00:00"
    assert {row["starts_at"] for row in rows(get("results_csv", season))} == {shown}
    results = json.loads(body(get("results_json", season)))
    assert {game["starts_at"] for game in results["games"]} == {shown}
    assert json.loads(body(get("standings_json", season)))["session"]["starts_at"] == shown


def test_a_season_without_results_exports_none() -> None:
    season = make_season()
    assert rows(get("standings_csv", season)) == rows(get("results_csv", season)) == []
    assert json.loads(body(get("results_json", season)))["games"] == []


def test_what_is_not_confirmed_is_in_no_export(season: Season) -> None:
    before = [body(get(name, season)) for name in EXPORTS]
    session = season.sessions.get(number=2)
    people = PlayerFactory.create_batch(3)
    game = make_game(session, people)
    results.submit(
        game, sheet_of(people, totals=[1, 2, 70]), people[0], timezone.now(), may_confirm=False
    )
    assert [body(get(name, season)) for name in EXPORTS] == before


def test_a_voided_game_leaves_the_exports(season: Season) -> None:
    game = season.sessions.get(number=2).games.get()
    results.void(game, PlayerFactory.create(), "wrong deck", timezone.now())
    assert len(rows(get("results_csv", season))) == 3


def test_a_large_season_is_read_in_one_statement(season: Season) -> None:
    body(get("results_csv", season))
    FILES.forget()
    with CaptureQueriesContext(connection) as few:
        body(get("results_csv", season))
    for _ in range(3):
        play(make_session(season), *PlayerFactory.create_batch(4))
    with CaptureQueriesContext(connection) as many:
        body(get("results_csv", season))
    assert len(few) == len(many)


@pytest.mark.parametrize("name", EXPORTS)
def test_search_engines_leave_an_unlisted_league_alone(season: Season, name: str) -> None:
    assert "X-Robots-Tag" not in get(name, season).headers
    League.objects.update(visibility=League.Visibility.UNLISTED)
    assert get(name, season).headers["X-Robots-Tag"] == "noindex"


def test_the_name_of_a_file_tells_what_it_is(season: Season) -> None:
    header = get("standings_csv", season).headers["Content-Disposition"]
    assert header == 'attachment; filename="suma1-spring-standings.csv"'


def test_every_field_is_described() -> None:
    text = (ROOT / "docs/league-data.md").read_text()
    fields = {*standings_export.FIELDS, *results_export.FIELDS}
    assert {field for field in fields if f"`{field}`" not in text} == set()
