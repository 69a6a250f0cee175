"""Settings and rules saved from a page that was opened before others changed them."""

from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse

from leagues.models import League, Season
from leagues.season_rules import SeasonRules
from leagues.setup import league_life, season_life
from tests.leagues.browsing import url, version_in, words_of
from tests.leagues.setup.forms import sent

pytestmark = pytest.mark.django_db


def settings_url(league: League) -> str:
    return reverse("leagues:settings", args=[league.slug])


def settings_as_opened(browser: Client, league: League) -> dict[str, object]:
    """What a page of the settings sends that somebody opens now."""
    html = browser.get(settings_url(league)).content.decode()
    return {
        "version": version_in(html),
        "name": league.name,
        "description": league.description,
        "visibility": str(league.visibility),
        "is_rated": "on",
    }


def make_private(league: League) -> None:
    """Somebody else lets members alone see a league."""
    stored = League.objects.get(pk=league.pk)
    stored.visibility = League.Visibility.MEMBERS
    league_life.change_league(stored)


# --- Settings --------------------------------------------------------------------------


def test_a_stale_page_does_not_make_a_league_public_again(browser: Client, league: League) -> None:
    opened = settings_as_opened(browser, league)
    make_private(league)
    answer = browser.post(settings_url(league), opened | {"description": "At the café"})
    assert answer.status_code == HTTPStatus.CONFLICT
    league.refresh_from_db()
    assert (league.visibility, league.description) == (League.Visibility.MEMBERS, "")
    said = words_of(answer.content.decode())
    assert "About the league At the café –" in said, "what was entered, and what is stored"
    assert "Anybody, even without an account The members of the club" in said


def test_what_was_entered_too_late_is_saved_once_it_is_said_again(
    browser: Client, league: League
) -> None:
    opened = settings_as_opened(browser, league)
    make_private(league)
    refused = browser.post(settings_url(league), opened | {"name": "Thursdays"})
    again = opened | {"name": "Thursdays", "version": version_in(refused.content.decode())}
    assert browser.post(settings_url(league), again).status_code == HTTPStatus.FOUND
    league.refresh_from_db()
    assert (league.name, league.visibility) == ("Thursdays", League.Visibility.PUBLIC)


def test_a_second_tap_saves_the_same_settings_without_a_conflict(
    browser: Client, league: League
) -> None:
    fields = settings_as_opened(browser, league) | {"name": "Thursdays"}
    for _tap in range(2):
        assert browser.post(settings_url(league), fields).status_code == HTTPStatus.FOUND


def test_settings_that_name_no_version_are_refused(browser: Client, league: League) -> None:
    fields = settings_as_opened(browser, league) | {"name": "Thursdays"}
    for version in ("", "1", "\0"):
        answer = browser.post(settings_url(league), fields | {"version": version})
        assert answer.status_code == HTTPStatus.CONFLICT
    league.refresh_from_db()
    assert league.name == "Tuesdays"


def test_a_result_that_is_confirmed_meanwhile_is_no_conflict(
    browser: Client, season: Season
) -> None:
    fields = settings_as_opened(browser, season.league) | {"name": "Thursdays"}
    Season.objects.update(version=season.version + 1)
    assert browser.post(settings_url(season.league), fields).status_code == HTTPStatus.FOUND


# --- Rules -----------------------------------------------------------------------------


def rules_as_opened(browser: Client, season: Season, **changed: object) -> dict[str, object]:
    """What a page of the rules sends that somebody opens now, with some fields changed."""
    html = browser.get(url("season_edit", season)).content.decode()
    return sent(season_name=season.name, version=version_in(html), **changed)


def test_a_stale_page_does_not_put_old_rules_back(browser: Client, spring: Season) -> None:
    opened = rules_as_opened(browser, spring, drop_percent=20)
    season_life.change_plan(spring.pk, "Spring", SeasonRules(most=8), spring.plan_version)
    answer = browser.post(url("season_edit", spring), opened)
    assert answer.status_code == HTTPStatus.CONFLICT
    html = answer.content.decode()
    assert "Largest table 6 8" in words_of(html)
    assert "Worst games dropped, in percent 20 0" in words_of(html)
    spring.refresh_from_db()
    assert spring.season_rules == SeasonRules(most=8)
    again = opened | {"version": version_in(html)}
    assert browser.post(url("season_edit", spring), again).status_code == HTTPStatus.FOUND
    spring.refresh_from_db()
    assert spring.season_rules == SeasonRules(drop_percent=20)


def test_rules_that_were_frozen_meanwhile_are_not_called_saved(
    browser: Client, spring: Season
) -> None:
    opened = rules_as_opened(browser, spring, drop_percent=20)
    browser.post(url("season_open", spring))
    answer = browser.post(url("season_edit", spring), opened | {"season_name": "Autumn"})
    assert answer.status_code == HTTPStatus.CONFLICT
    html = answer.content.decode()
    assert "its rules are frozen, and none of your changes are saved" in html
    assert "Worst games dropped, in percent 20 0" in words_of(html)
    spring.refresh_from_db()
    assert (spring.name, spring.season_rules) == ("Spring", SeasonRules())
    # The name can still be saved, from the same page.
    fields = {"season_name": "Autumn", "version": version_in(html)}
    assert browser.post(url("season_edit", spring), fields).status_code == HTTPStatus.FOUND
    spring.refresh_from_db()
    assert spring.name == "Autumn"


def test_rules_that_cannot_be_are_frozen_all_the_same(browser: Client, spring: Season) -> None:
    opened = rules_as_opened(browser, spring, most=99)
    browser.post(url("season_open", spring))
    answer = browser.post(url("season_edit", spring), opened)
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "Largest table 99 6" in words_of(answer.content.decode())


def test_a_stale_name_does_not_replace_another(browser: Client, season: Season) -> None:
    opened = {"season_name": "Autumn", "version": season.plan_version}
    season_life.change_plan(season.pk, "Winter", season.season_rules, season.plan_version)
    answer = browser.post(url("season_edit", season), opened)
    assert answer.status_code == HTTPStatus.CONFLICT
    assert "Name of the season Autumn Winter" in words_of(answer.content.decode())
    season.refresh_from_db()
    assert season.name == "Winter"


def test_a_season_is_not_opened_with_rules_that_its_page_did_not_show(
    browser: Client, spring: Season
) -> None:
    opened = {"version": version_in(browser.get(spring.get_absolute_url()).content.decode())}
    season_life.change_plan(spring.pk, "Spring", SeasonRules(most=8), spring.plan_version)
    browser.post(url("season_open", spring), opened)
    spring.refresh_from_db()
    assert not spring.is_open
    opened = {"version": version_in(browser.get(spring.get_absolute_url()).content.decode())}
    browser.post(url("season_open", spring), opened)
    spring.refresh_from_db()
    assert spring.is_open
