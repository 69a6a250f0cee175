"""A season on one page."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from leagues.models import Season
from leagues.setup import season_life
from tests.factories import PlayerFactory
from tests.leagues.exports.files import get
from tests.support.clients import html_of
from tests.support.leagues import enter, make_game, make_season, make_session, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Season:
    season = make_season()
    ana, bob, eve = (PlayerFactory.create(name=name) for name in ("Ana", "Bob", "Eve"))
    play(make_session(season), ana, bob, eve)
    enter(make_game(make_session(season), [ana, bob, eve]), [70, 20, 20])
    return season


def page(season: Season) -> str:
    return " ".join(html_of(get("summary", season)).split())


def test_a_running_season_has_leaders_a_closed_one_champions(season: Season) -> None:
    assert "In the lead: <b>Bob</b>" in page(season)
    season_life.close_season(season.pk, timezone.now())
    assert "Season won by <b>Bob</b>" in page(season)


def test_a_button_prints_it(season: Season) -> None:
    html = page(season)
    assert "data-prints" in html
    assert "js/print_buttons" in html


def test_every_result_is_on_the_page(season: Season) -> None:
    text = page(season)
    assert "2 games, 3 players" in text.replace(" ,", ",")
    assert '<b>3</b> Ana <span class="quiet">70</span>' in text


def test_the_number_of_statements_does_not_grow(season: Season) -> None:
    page(season)
    with CaptureQueriesContext(connection) as few:
        page(season)
    for _ in range(4):
        play(make_session(season), *PlayerFactory.create_batch(4))
    page(season)
    with CaptureQueriesContext(connection) as many:
        page(season)
    assert len(few) == len(many)


def test_before_anything_counts_it_says_so() -> None:
    assert "Nothing counts yet." in page(make_season())


def test_while_nobody_has_a_place_nobody_is_in_the_lead() -> None:
    season = make_season(min_games=5)
    play(make_session(season), *(PlayerFactory.create(name=name) for name in ("Ana", "Bob")))
    html = page(season)
    assert "In the lead" not in html
    assert "Nobody has a place yet." in html
    season_life.close_season(season.pk, timezone.now())
    assert "Season won by" not in page(season)
