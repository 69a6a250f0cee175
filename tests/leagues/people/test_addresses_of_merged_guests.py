"""Every address with the number of a guest leads to who the guest turned out to be."""

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Player
from leagues.models import Season
from leagues.people import merging
from tests.factories import PlayerFactory
from tests.leagues.browsing import url
from tests.leagues.sessions.pages import text
from tests.support.leagues import make_guest, make_session, play
from tests.support.tables import people

pytestmark = pytest.mark.django_db


@pytest.fixture
def guest(season: Season) -> Player:
    """One who has lost each of six games, as a rating is shown after five."""
    basile, others = make_guest("Basile"), people(2)
    for _game in range(6):
        play(make_session(season), *others, basile)
    return basile


def test_why_leads_to_the_member_and_keeps_the_session(
    season: Season, guest: Player, owner: Player
) -> None:
    member = PlayerFactory.create(name="Ana")
    merge = merging.merge(season.league, guest, member, owner, timezone.now())
    answer = Client().get(url("story", season, guest.pk), {"session": 2})
    assert answer["Location"] == f"{url('story', season, member.pk)}?session=2"
    assert "Ana" in text(Client().get(url("story", season, guest.pk), follow=True))
    assert Client().get(url("story", season, member.pk + 1000)).status_code == 404
    merging.undo(merge, owner, timezone.now())
    assert "Basile" in text(Client().get(url("story", season, guest.pk)))


def test_withdrawing_a_merged_guest_leads_to_withdrawing_the_member(
    season: Season, guest: Player, owner: Player, browser: Client
) -> None:
    member = PlayerFactory.create(name="Ana")
    merging.merge(season.league, guest, member, owner, timezone.now())
    answer = browser.get(url("player_withdraw", season, guest.pk))
    assert answer["Location"] == url("player_withdraw", season, member.pk)
    # The button of a page from before the merge withdraws nobody.
    browser.post(url("player_withdraw", season, guest.pk))
    assert season.entrants.get(player=member).withdrawn_at is None


@pytest.mark.parametrize(
    "page", ["head_to_head", "charts", "season_picture", "what_it_takes", "ratings"]
)
def test_a_page_that_was_asked_for_a_guest_shows_the_member(
    season: Season, guest: Player, owner: Player, page: str
) -> None:
    between, member = make_guest("Dominique"), PlayerFactory.create(name="Zoé")
    merging.merge(season.league, guest, between, owner, timezone.now())
    merging.merge(season.league, between, member, owner, timezone.now())
    address = url(page, season) if page != "ratings" else f"/leagues/{season.league.slug}/ratings/"
    asked = [
        Client().get(address, {"player": person.pk}, follow=True) for person in (guest, member)
    ]
    assert [answer.status_code for answer in asked] == [200, 200]
    shown = [answer.content.decode().partition("<main")[2] for answer in asked]
    assert shown[0].partition("</main")[0] == shown[1].partition("</main")[0]
    assert "Zoé" in shown[0]
