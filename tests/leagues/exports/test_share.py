"""The page that says how a season is shown to others, and the code in the settings."""

from html import unescape

import pytest
from django.urls import reverse

from accounts.models import Player
from leagues.models import League, Season, Team
from tests.factories import PlayerFactory
from tests.leagues.browsing import page
from tests.leagues.exports.files import address
from tests.support.clients import signed_in
from tests.support.leagues import make_session, play

pytestmark = pytest.mark.django_db


def settings_page(season: Season, owner: Player) -> str:
    url = reverse("leagues:settings", args=[season.league.slug])
    return signed_in(owner).get(url).content.decode()


def permit(**more: object) -> None:
    League.objects.update(may_be_embedded=True, **more)


def test_the_standings_lead_to_it(season: Season) -> None:
    play(make_session(season), *PlayerFactory.create_batch(2))
    assert address("share", season) in page(season)


def test_it_has_the_whole_link_of_the_season(season: Season) -> None:
    assert f'value="http://testserver{season.get_absolute_url()}"' in page(season, "share")


def test_it_has_the_team_standings_where_the_season_has_teams(season: Season) -> None:
    files = [address("teams_csv", season), address("teams_json", season)]
    assert not any(file in page(season, "share") for file in files)
    Team.objects.create(season=season, name="Reds")
    assert all(file in page(season, "share") for file in files)


@pytest.mark.parametrize("look", ["auto", "light", "dark"])
def test_the_code_shows_the_standings_in_each_look(season: Season, look: str) -> None:
    permit(name='Café "6"')
    frame = f"http://testserver{address('embed', season)}?theme={look}"
    said = unescape(page(season, "share"))
    assert f'<iframe src="{frame}" title="Café &quot;6&quot; · ' in said


def test_where_it_is_not_permitted_there_is_no_code_but_the_way_to_it_for_the_owner(
    season: Season, owner: Player
) -> None:
    settings = reverse("leagues:settings", args=[season.league.slug])
    for reader in (None, owner):
        html = page(season, "share", by=reader)
        assert "iframe" not in html
        assert "does not allow" in html
        assert (f"{settings}#id_may_be_embedded" in html) == (reader == owner)


def test_a_league_for_members_has_no_code_whatever_it_permits(
    season: Season, owner: Player
) -> None:
    permit(visibility=League.Visibility.MEMBERS)
    for html in (page(season, "share", by=owner), settings_page(season, owner)):
        assert "iframe" not in html
        assert "This league is for members" in html


def test_the_settings_have_the_code_once_it_is_permitted(season: Season, owner: Player) -> None:
    assert "iframe" not in settings_page(season, owner)
    permit()
    assert "&lt;iframe src=" in settings_page(season, owner)


def test_the_settings_of_a_league_whose_first_season_is_prepared_have_none_yet(
    owner: Player, spring: Season
) -> None:
    permit()
    assert "once a season has opened" in settings_page(spring, owner)
