"""What becomes of an imported season afterwards: people merged, erased, imported again."""

import pytest
from django.test import Client
from django.utils import timezone

from accounts import privacy
from accounts.models import Player
from leagues.models import League, RatingPoint, Season
from leagues.models.errors import LeagueError
from leagues.people import merging
from leagues.setup import season_life
from leagues.sheets import results
from leagues.standings import rating_store, store
from tests.factories import PlayerFactory
from tests.leagues.imports.test_season_import import confirm, rows
from tests.support.clients import html_of
from tests.support.commands import said_by
from tests.support.leagues import make_season, make_session, play

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(owner: Player) -> League:
    season = make_season(owner)
    play(make_session(season), owner, PlayerFactory.create(name="Nina"))
    return season.league


@pytest.fixture
def season(browser: Client, league: League) -> Season:
    """An imported winter before the season that runs."""
    confirm(browser, league)
    return league.seasons.get(name="Winter 2025")


def nothing_differs(league: League) -> bool:
    store.STANDINGS.bring_all_up_to_date()
    rating_store.RATINGS.bring_all_up_to_date()
    return "differed" not in said_by("rebuild_league", "--all")


def test_a_guest_of_it_is_merged_and_erased_and_all_is_still_as_computed_anew(
    browser: Client, league: League, season: Season, owner: Player
) -> None:
    bob = Player.objects.get(name="Bob")
    nina = Player.objects.get(name="Nina")
    before = {row["player"]: row["figure"] for row in rows(season)}
    merging.merge(league, bob, nina, owner, timezone.now())
    assert nothing_differs(league)
    assert {row["player"]: row["figure"] for row in rows(season)}["Nina"] == before["Bob"]
    career = browser.get(f"/leagues/{league.slug}/players/{nina.pk}/", follow=True)
    assert career.status_code == 200
    moved = browser.get(f"/leagues/{league.slug}/players/{bob.pk}/")
    assert moved.status_code in {301, 302}
    privacy.erase(nina)
    assert nothing_differs(league)
    pages = [
        f"/leagues/{league.slug}/players/{nina.pk}/",
        f"/leagues/{league.slug}/{season.number}/",
        f"/leagues/{league.slug}/log/",
    ]
    for page in pages:
        said = html_of(browser.get(page, follow=True))
        assert "Nina" not in said
        assert ">Bob<" not in said


def test_its_ratings_come_before_those_of_the_season_that_runs(
    league: League, season: Season
) -> None:
    rating_store.RATINGS.bring_all_up_to_date()
    ana = RatingPoint.objects.filter(player__name="Ana", game__session__season=season)
    assert ana.count() == 3
    assert nothing_differs(league)


def test_it_is_opened_corrected_and_closed_but_not_planned_again(
    league: League, season: Season, owner: Player
) -> None:
    with pytest.raises(LeagueError):
        season_life.back_to_plan(season.pk)
    season_life.open_season(season.pk, timezone.now(), by=owner)
    game = season.sessions.order_by("number")[1].games.get()
    results.void(game, owner, "Typed twice", timezone.now())
    assert nothing_differs(league)
    game.refresh_from_db()
    results.restore(game, owner, "It was played", timezone.now())
    season_life.close_season(season.pk, timezone.now(), by=owner)
    assert nothing_differs(league)


def test_the_same_text_is_imported_a_second_time_on_purpose_alone(
    browser: Client, league: League, season: Season
) -> None:
    assert confirm(browser, league).status_code == 409
    assert confirm(browser, league, again="3").status_code == 302
    assert league.seasons.filter(name="Winter 2025").count() == 2
    assert Player.objects.filter(name="Bob").count() == 1
    assert nothing_differs(league)
