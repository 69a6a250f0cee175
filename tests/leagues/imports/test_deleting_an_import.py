"""A season that was imported by mistake is deleted; what was added to it since is not."""

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from leagues.models import (
    Attendance,
    AuditLine,
    Game,
    League,
    Merge,
    Rating,
    Role,
    Season,
    SheetRevision,
    Standing,
)
from leagues.models.errors import LeagueError
from leagues.people import merging
from leagues.setup import season_life
from leagues.standings import rating_store, store
from tests.factories import PlayerFactory
from tests.leagues.browsing import url
from tests.leagues.imports.test_after_an_import import nothing_differs
from tests.leagues.imports.test_season_import import confirm, rows
from tests.leagues.sessions.pages import text
from tests.support.clients import signed_in
from tests.support.leagues import make_member_with, make_season, make_session, play
from tests.support.races import at_once

pytestmark = pytest.mark.django_db


@pytest.fixture
def running(owner: Player, ana: Player) -> Season:
    """A season in which Ana has won six times, as a rating is shown after five."""
    season = make_season(owner)
    for _game in range(6):
        play(make_session(season), ana, owner)
    return season


@pytest.fixture
def imported(running: Season, owner: Player) -> Season:
    confirm(signed_in(owner), running.league)
    return running.league.seasons.get(name="Winter 2025")


def delete(browser: Client, season: Season) -> int:
    typed = {"name": season.name, "season": season.pk}
    return browser.post(url("season_delete", season), typed).status_code


def ratings(league: League) -> list[tuple[str, int, float]]:
    rating_store.RATINGS.bring_all_up_to_date()
    found = Rating.objects.filter(league=league).order_by("player__name")
    return list(found.values_list("player__name", "games", "mu"))


def test_ratings_careers_and_standings_are_as_before_the_import(
    running: Season, owner: Player, ana: Player
) -> None:
    league, browser = running.league, signed_in(owner)
    before = (ratings(league), rows(running))
    names = set(Player.objects.values_list("name", flat=True))
    confirm(browser, league)
    season = league.seasons.get(name="Winter 2025")
    assert ratings(league) != before[0]
    page = text(browser.get(url("season_delete", season), follow=True))
    assert "2 sessions" in page
    assert "3 games with their sheets and histories" in page
    assert delete(browser, season) == 302
    assert (ratings(league), rows(running)) == before
    assert set(Player.objects.values_list("name", flat=True)) == names
    assert Game.objects.exclude(session__season=running).count() == 0
    assert SheetRevision.objects.exclude(game__session__season=running).count() == 0
    assert Standing.objects.exclude(season=running).count() == 0
    assert nothing_differs(league)
    career = text(browser.get(f"/leagues/{league.slug}/players/{ana.pk}/"))
    assert "Winter 2025" not in career
    assert "deleted a season" in text(browser.get(f"/leagues/{league.slug}/log/"))
    assert AuditLine.objects.get(did="deleted_season").before == {"name": "Winter 2025"}
    # The same file can be imported again, and is not said to be there already.
    assert confirm(browser, league).status_code == 302


def test_a_second_tap_and_a_page_of_an_earlier_import_delete_nothing(
    running: Season, imported: Season, browser: Client
) -> None:
    assert delete(browser, imported) == 302
    assert delete(browser, imported) == 404
    confirm(browser, running.league)
    assert delete(browser, imported) == 409
    assert running.league.seasons.count() == 2


def test_organizers_and_wrong_names_delete_nothing(imported: Season, owner: Player) -> None:
    organizer = make_member_with(Role.Kind.ORGANIZER, imported.league)
    assert delete(signed_in(organizer), imported) == 403
    assert url("season_delete", imported) not in text(
        signed_in(organizer).get(url("season_edit", imported))
    )
    wrong = {"name": "Winter", "season": imported.pk}
    assert signed_in(owner).post(url("season_delete", imported), wrong).status_code == 422
    assert Season.objects.filter(pk=imported.pk).exists()


def test_what_was_added_to_it_since_keeps_it(imported: Season, owner: Player) -> None:
    browser, now = signed_in(owner), timezone.now()
    season_life.open_season(imported.pk, now)
    assert delete(browser, imported) == 409
    play(imported.sessions.get(number=1), *PlayerFactory.create_batch(2))
    season_life.close_season(imported.pk, now)
    assert delete(browser, imported) == 409
    assert "can be deleted" in text(browser.get(url("season_delete", imported), follow=True))


def test_a_check_in_keeps_it(imported: Season, owner: Player) -> None:
    session = imported.sessions.get(number=1)
    Attendance.objects.create(session=session, player=owner, arrived_at=timezone.now())
    assert delete(signed_in(owner), imported) == 409


def test_a_season_that_was_played_on_paper_is_kept(running: Season, owner: Player) -> None:
    season_life.close_season(running.pk, timezone.now())
    assert delete(signed_in(owner), running) == 409


def test_a_merge_of_its_guests_can_still_be_undone(
    running: Season, imported: Season, owner: Player
) -> None:
    bob, nina = Player.objects.get(name="Bob"), PlayerFactory.create(name="Nina")
    merge = merging.merge(running.league, bob, nina, owner, timezone.now())
    assert delete(signed_in(owner), imported) == 302
    merging.undo(Merge.objects.get(pk=merge.pk), owner, timezone.now())
    assert nothing_differs(running.league)


def test_an_archived_import_is_deleted_as_well(imported: Season, browser: Client) -> None:
    season_life.archive_season(imported.pk)
    page = browser.get(url("season_edit", imported)).content.decode()
    assert url("season_delete", imported) in page
    assert delete(browser, imported) == 302


@pytest.mark.django_db(transaction=True)
def test_it_is_deleted_once_whatever_happens_at_the_same_moment(
    imported: Season, owner: Player
) -> None:
    league, now = imported.league, timezone.now()
    bob, nina = Player.objects.get(name="Bob"), PlayerFactory.create(name="Nina")
    found = at_once(
        lambda: season_life.delete_season(imported.pk, owner, imported.pk),
        lambda: merging.merge(league, bob, nina, owner, now),
        lambda: season_life.delete_season(imported.pk, owner, imported.pk),
        lambda: store.ensure_up_to_date(imported),
        lambda: rating_store.RATINGS.bring_up_to_date(league.pk),
    )
    wrong = [each for each in found if isinstance(each, Exception)]
    assert [each for each in wrong if not isinstance(each, LeagueError)] == []
    assert [found[0], found[2]].count(None) == 1
    assert not Season.objects.filter(pk=imported.pk).exists()
    assert nothing_differs(league)
