"""Who is a player of the season, but has no game yet."""

from decimal import Decimal

import pytest

from accounts.models import Player
from leagues.models import Season
from leagues.people.adjustments import adjust
from leagues.people.players import add_player
from tests.factories import PlayerFactory
from tests.leagues.browsing import lines, page, words_of
from tests.leagues.exports.files import get
from tests.support.clients import signed_in
from tests.support.leagues import make_season, make_session, play, played_season

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(ada: Player, ben: Player) -> Season:
    return played_season(ada, ben)


def test_they_are_named_below_without_a_figure(season: Season) -> None:
    for name in ("Cem", "Dan"):
        add_player(season.pk, PlayerFactory.create(name=name))
    html = page(season)
    assert [line[:5] for line in lines(html)] == ["1 Ada", "2 Ben"]
    assert "Not played yet Cem Dan" in words_of(html)


def test_points_given_to_them_are_told(season: Season, cem: Player) -> None:
    add_player(season.pk, cem)
    adjust(season.sessions.get(), cem, Decimal(-2), "Late", PlayerFactory.create())
    assert "Not played yet Cem −2" in words_of(page(season))


def test_they_have_no_line_of_their_own_above_the_others(season: Season, cem: Player) -> None:
    add_player(season.pk, cem)
    assert 'cluster own"' not in page(season, by=cem)


def test_their_own_page_boasts_no_figure(season: Season, cem: Player) -> None:
    add_player(season.pk, cem)
    said = words_of(page(season, "story", cem.pk))
    assert "Not played yet Index –" in said
    assert "0.00" not in said


def test_points_given_to_them_make_no_sum_on_their_page(season: Season, cem: Player) -> None:
    add_player(season.pk, cem)
    adjust(season.sessions.get(), cem, Decimal(-2), "Late", PlayerFactory.create())
    said = words_of(page(season, "story", cem.pk))
    assert "−2 · Late" in said
    assert "0.00" not in said


def test_they_are_compared_with_nobody(ada: Player, ben: Player, cem: Player) -> None:
    season = make_season(min_games=3)
    session = make_session(season)
    play(session, ada, ben)
    add_player(season.pk, cem)
    adjust(session, cem, Decimal(-2), "Late", ada)
    assert "Ben" not in words_of(page(season, "story", cem.pk))
    assert "Cem" not in words_of(page(season, "story", ben.pk))


def test_the_home_of_the_league_does_not_count_them_among_the_first(season: Season) -> None:
    add_player(season.pk, PlayerFactory.create(name="Cem"))
    home = signed_in().get(season.league.get_absolute_url()).content.decode()
    assert "Cem" not in words_of(home)


@pytest.mark.parametrize("name", ["embed", "summary"])
def test_they_are_named_on_paper_and_in_frames(season: Season, name: str) -> None:
    add_player(season.pk, PlayerFactory.create(name="Cem"))
    said = words_of(get(name, season).content.decode())
    assert "Not played yet Cem" in said
    assert "Cem 0.00" not in said


def test_the_signs_are_explained_where_they_stand(season: Season) -> None:
    said = words_of(page(season))
    for words in ("won the game", "last at the table", "plays without an account", "newly ranked"):
        assert words in said
    assert "games count" not in said


def test_what_dropping_looks_like_is_explained_where_games_are_dropped() -> None:
    season = make_season(drop_percent=50, min_games=2)
    play(make_session(season), *PlayerFactory.create_batch(2))
    said = words_of(page(season))
    assert "3/4 three of four games count" in said
    assert "a place needs 2 games" in said
