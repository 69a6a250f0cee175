"""A league that becomes one for members: whatever showed it outside refuses at once."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from leagues.models import League, Season
from leagues.setup.league_life import change_league
from tests.factories import PlayerFactory
from tests.support.clients import signed_in
from tests.support.leagues import played_season

pytestmark = pytest.mark.django_db

OF_LEAGUE = ["calendar", "feed", "picture"]
OF_SEASON = ["embed", "summary", "standings_csv", "standings_json", "results_csv", "results_json"]


@pytest.fixture
def season() -> Season:
    return played_season(*PlayerFactory.create_batch(2))


def addresses(season: Season) -> dict[str, str]:
    slug = season.league.slug
    of_league = {name: reverse(f"leagues:{name}", args=[slug]) for name in OF_LEAGUE}
    of_season = {name: reverse(f"leagues:{name}", args=[slug, season.number]) for name in OF_SEASON}
    return of_league | of_season


def kept_at_most_until_asked(answer: Any) -> bool:
    policy = answer.headers["Cache-Control"]
    return "public" not in policy and ("no-cache" in policy or "max-age=0" in policy)


def test_everything_outside_refuses_at_once_and_nobody_on_the_way_keeps_it(season: Season) -> None:
    league = League.objects.get()
    league.may_be_embedded = True
    change_league(league)
    for url in addresses(season).values():
        answer = Client().get(url)
        assert answer.status_code == 200
        assert kept_at_most_until_asked(answer), url
    league.visibility = League.Visibility.MEMBERS
    change_league(league)
    for url in addresses(season).values():
        answer = Client().get(url)
        assert answer.status_code == 302, url
        assert answer.headers["Location"].startswith(reverse("account_login"))
        assert league.name not in answer.content.decode()


def test_who_had_the_picture_is_refused_it_too(season: Season) -> None:
    url = addresses(season)["picture"]
    had = {"If-None-Match": Client().get(url).headers["ETag"]}
    League.objects.update(visibility=League.Visibility.MEMBERS)
    assert Client().get(url, headers=had).status_code == 302
    assert signed_in(PlayerFactory.create()).get(url, headers=had).status_code == 304


def test_a_page_for_members_names_no_picture_and_no_feed(season: Season) -> None:
    League.objects.update(visibility=League.Visibility.MEMBERS)
    page = signed_in(PlayerFactory.create()).get(season.get_absolute_url()).content.decode()
    assert "og:" not in page
    assert addresses(season)["feed"] not in page[: page.index("<body")]
