"""manage.py rebuild_league: the same standings and ratings from nothing."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from leagues.models import Rating, RatingPoint, Season, Standing
from tests.factories import PlayerFactory
from tests.support.commands import said_by
from tests.support.leagues import make_season, make_session, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    season = make_season(name="Tuesdays")
    people = PlayerFactory.create_batch(4)
    for turn in range(3):
        session = make_session(season)
        play(session, *people[turn:], *people[:turn])
    return season


def rebuild(*arguments: str) -> str:
    return said_by("rebuild_league", *arguments)


def kept() -> list[object]:
    standings = Standing.objects.order_by("session", "order")
    ratings = Rating.objects.order_by("player")
    return [
        list(standings.values_list("session", "player", "place", "figure", "share", "form")),
        list(ratings.values_list("player", "mu", "sigma", "games")),
    ]


def test_nothing_differs_after_a_season_of_changes(season: Season) -> None:
    before = kept()
    assert rebuild(season.league.slug).splitlines() == [
        "Tuesdays · Spring: nothing differs",
        "Tuesdays, ratings: nothing differs",
    ]
    assert kept() == before


def test_from_nothing_the_same_rows_come_out(season: Season) -> None:
    before = kept()
    for model in (Standing, RatingPoint, Rating):
        model.objects.all().delete()
    with pytest.raises(CommandError) as failed:
        rebuild(season.league.slug)
    assert failed.value.returncode == 1
    assert kept() == before


def test_a_row_that_was_meddled_with_is_told_and_mended(season: Season) -> None:
    before = kept()
    Standing.objects.filter(order=0).update(figure=12)
    out = StringIO()
    with pytest.raises(CommandError, match="1 of 1"):
        call_command("rebuild_league", "--all", stdout=out)
    assert "Tuesdays · Spring: rows that differed: 3\n" in out.getvalue()
    assert "Tuesdays, ratings: nothing differs\n" in out.getvalue()
    assert kept() == before


def test_all_takes_every_league(season: Season) -> None:
    make_season(name="Fridays")
    assert "Fridays · Spring" in rebuild("--all")


def test_who_watches_sees_how_far_it_has_come(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = StringIO()
    monkeypatch.setattr(shown, "isatty", lambda: True)
    monkeypatch.setattr("sys.stderr", shown)
    rebuild(season.league.slug)
    for words in ("Seasons of Tuesdays", "Sessions", "Ratings"):
        assert f"{words}:   0%" in shown.getvalue()


def test_a_league_that_is_not_there_is_named() -> None:
    with pytest.raises(CommandError, match="nowhere") as failed:
        rebuild("nowhere")
    assert failed.value.returncode == 2
