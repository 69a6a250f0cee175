"""Standings in a frame of another site."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import Player
from leagues.models import League, Season
from tests.factories import UserFactory
from tests.leagues.exports.files import address
from tests.support.leagues import make_season, played_season

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(ana: Player, bob: Player) -> Season:
    return played_season(ana, bob)


def embed(season: Season, query: str = "") -> Any:
    return Client().get(address("embed", season, query))


def ancestors(answer: Any) -> str:
    policy = str(answer.headers["Content-Security-Policy"]).split("; ")
    return next(part for part in policy if part.startswith("frame-ancestors"))


def test_no_frame_shows_a_league_that_does_not_permit_it(season: Season) -> None:
    answer = embed(season)
    assert answer.status_code == 200
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert ancestors(answer) == "frame-ancestors 'none'"


def test_any_site_may_frame_a_league_that_permits_it(season: Season) -> None:
    League.objects.update(may_be_embedded=True)
    answer = embed(season)
    assert "X-Frame-Options" not in answer.headers
    assert ancestors(answer) == "frame-ancestors *"
    assert "script-src 'self'" in answer.headers["Content-Security-Policy"]


def test_no_frame_shows_what_only_members_may_see(season: Season) -> None:
    League.objects.update(may_be_embedded=True, visibility=League.Visibility.MEMBERS)
    browser = Client()
    browser.force_login(UserFactory.create())
    answer = browser.get(address("embed", season))
    assert answer.status_code == 200
    assert answer.headers["X-Frame-Options"] == "DENY"
    assert ancestors(answer) == "frame-ancestors 'none'"


def test_other_pages_of_that_league_stay_out_of_frames(season: Season) -> None:
    League.objects.update(may_be_embedded=True)
    assert Client().get(season.get_absolute_url()).headers["X-Frame-Options"] == "DENY"


def test_it_shows_the_standings_and_links_to_them(season: Season) -> None:
    page = embed(season).content.decode()
    assert page.index("Ana") < page.index("Bob")
    assert season.get_absolute_url() in page
    assert "<script" not in page


@pytest.mark.parametrize(
    ("query", "theme"),
    [("", "auto"), ("?theme=dark", "dark"), ("?theme=light", "light"), ("?theme=<b>", "auto")],
)
def test_it_is_as_light_or_dark_as_asked(season: Season, query: str, theme: str) -> None:
    assert f'data-theme="{theme}"' in embed(season, query).content.decode()


def test_before_anything_counts_it_says_so() -> None:
    assert "Nothing counts yet." in embed(make_season()).content.decode()
