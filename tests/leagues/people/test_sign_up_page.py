"""The page of the players, where members sign up for a season and organizers say how."""

from datetime import timedelta
from http import HTTPStatus

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from leagues.models import AuditLine, League, Notice, Season
from leagues.notices.service import players_of
from leagues.people import signing_up
from tests.factories import PlayerFactory
from tests.leagues.people.test_pages import address, text
from tests.support.clients import signed_in
from tests.support.leagues import make_season

pytestmark = pytest.mark.django_db

NOW = timezone.now()


def open_sign_up(season: Season, **fields: object) -> None:
    Season.objects.filter(pk=season.pk).update(**{"sign_up": "open", **fields})


def page_of(season: Season, client: Client) -> str:
    return text(client.get(address("players", season)))


@pytest.fixture
def member() -> Player:
    return PlayerFactory.create(name="Mona")


@pytest.fixture
def member_browser(member: Player) -> Client:
    return signed_in(member)


def test_a_member_signs_up_and_leaves_again(season: Season, member_browser: Client) -> None:
    assert "Sign up for the season" not in page_of(season, member_browser)
    open_sign_up(season, sign_up_places=1)
    assert "1 place is free." in page_of(season, member_browser)
    answer = member_browser.post(address("sign_up", season), follow=True)
    assert "You are a player of this season." in text(answer)
    assert "you lose your place in the standings" not in text(answer)
    answer = member_browser.post(address("sign_up_leave", season), follow=True)
    assert "You no longer play in this season, nor wait for a place." in text(answer)
    assert "Sign up for the season" in text(answer)


def test_who_waits_reads_their_number_and_others_read_no_names(
    season: Season, member: Player, member_browser: Client, browser: Client
) -> None:
    open_sign_up(season, sign_up_places=1)
    for player in PlayerFactory.create_batch(3, name="Otto"):
        signing_up.sign_up(season.pk, player, NOW)
    assert "Put me on the waiting list" in page_of(season, member_browser)
    answer = member_browser.post(address("sign_up", season), follow=True)
    assert "You are number 3 on the waiting list." in text(answer)
    assert "Otto" in text(answer)  # who plays
    assert text(answer).count("Otto") == 1
    assert page_of(season, Client()).count("Mona") == 0
    assert "3. Mona" in page_of(season, browser)
    assert "Put me on the waiting list" not in page_of(season, Client())


def test_a_stranger_is_led_to_the_sign_in_and_back(season: Season) -> None:
    open_sign_up(season)
    back = address("players", season)
    assert f'href="{reverse("account_login")}?next={back}"' in page_of(season, Client())


def test_an_organizer_chooses_how_members_sign_up(season: Season, browser: Client) -> None:
    assert "Only organizers add players" in page_of(season, browser)
    choices = {
        "sign_up": "open",
        "sign_up_places": "12",
        "sign_up_until": "2031-05-04",
        "sign_up_asks": "on",
        "version": season.sign_up_version,
    }
    assert browser.post(address("sign_up_choose", season), choices).status_code == 302
    season.refresh_from_db()
    assert (season.sign_up, season.sign_up_places, season.sign_up_asks) == ("open", 12, True)
    page = page_of(season, Client())
    assert "12 places are free." in page
    assert "Sign-up closes at the end of 4 May 2031." in page
    late = browser.post(address("sign_up_choose", season), choices, follow=True)
    assert "Somebody has just changed this" not in text(late)  # the same choices, sent twice
    late = browser.post(
        address("sign_up_choose", season), choices | {"sign_up_places": "13"}, follow=True
    )
    assert "Somebody has just changed this" in text(late)
    log = text(browser.get(reverse("leagues:log", args=[season.league.slug])))
    assert "changed how members sign up for the season" in log
    assert "4 May 2031" in log


@pytest.mark.parametrize("places", ["0", "-1", "1001", "99999999999", "many"])
def test_a_number_of_places_that_cannot_be_is_refused(
    season: Season, browser: Client, places: str
) -> None:
    sent = {"sign_up": "open", "sign_up_places": places, "version": season.sign_up_version}
    answer = browser.post(address("sign_up_choose", season), sent)
    assert answer.status_code == 422
    assert "<details open>" in text(answer)
    season.refresh_from_db()
    assert season.sign_up == Season.SignUps.NONE


def test_an_organizer_approves_and_turns_down(
    season: Season, browser: Client, member: Player, member_browser: Client
) -> None:
    open_sign_up(season, sign_up_asks=True)
    member_browser.post(address("sign_up", season))
    assert "an organizer decides whether you play" in page_of(season, member_browser)
    assert "To approve" in page_of(season, browser)
    browser.post(address("sign_up_answer", season), {"player": member.pk, "refuse": "1"})
    assert "An organizer has turned down your sign-up." in page_of(season, member_browser)
    answer = member_browser.post(address("sign_up", season), follow=True)
    assert "ask them why" in text(answer)
    browser.post(address("sign_up_answer", season), {"player": member.pk})
    assert member.pk in players_of(season)
    notices = text(member_browser.get(reverse("leagues:notices")))
    assert "Spring: you are a player of the season." in notices
    assert AuditLine.objects.filter(about=member).count() == 2
    for nobody in ("", "x", "0", "99999999999999999999"):
        sent = browser.post(address("sign_up_answer", season), {"player": nobody})
        assert sent.status_code == 404


def test_notices_about_a_sign_up_lead_to_the_page(
    season: Season, owner: Player, browser: Client, member_browser: Client
) -> None:
    open_sign_up(season, sign_up_asks=True)
    member_browser.post(address("sign_up", season))
    notice = Notice.objects.get(player=owner)
    assert "Spring: a sign-up needs your approval." in text(browser.get(reverse("leagues:notices")))
    answer = browser.get(reverse("leagues:notice", args=[notice.pk]))
    assert answer["Location"] == address("players", season)


def test_members_sign_up_for_a_season_that_is_being_prepared(
    owner: Player, member_browser: Client, browser: Client
) -> None:
    season = make_season(owner, opened=False)
    for name in ("players", "rules"):
        assert member_browser.get(address(name, season)).status_code == 404
    assert member_browser.post(address("sign_up", season)).status_code == 404
    open_sign_up(season, sign_up_places=5)
    home = text(member_browser.get(season.league.get_absolute_url()))
    assert f'href="{address("players", season)}"' in home
    page = page_of(season, member_browser)
    assert "5 places are free." in page
    hidden = [address(name, season) for name in ("season", "sessions", "teams")]
    for each in hidden:
        assert member_browser.get(each).status_code == 404
        assert f'href="{each}"' not in page
        assert f'href="{each}"' in page_of(season, browser)
    member_browser.post(address("sign_up", season))
    assert "You are a player of this season." in page_of(season, member_browser)
    assert member_browser.post(address("own_rating", season)).status_code == 302
    assert member_browser.get(address("rules", season)).status_code == 200
    Season.objects.filter(pk=season.pk).update(sign_up=Season.SignUps.CLOSED)
    assert "You are a player of this season." in page_of(season, member_browser)


def test_only_those_who_see_the_league_see_its_sign_up(owner: Player) -> None:
    season = make_season(owner, visibility=League.Visibility.MEMBERS, opened=False)
    open_sign_up(season)
    for name in ("players", "rules"):
        answer = Client().get(address(name, season))
        assert answer["Location"].startswith(reverse("account_login"))


def test_the_home_of_the_league_says_for_which_season_members_can_sign_up(
    season: Season, member_browser: Client
) -> None:
    home = season.league.get_absolute_url()
    assert "Sign up for the season" not in text(member_browser.get(home))
    open_sign_up(season, sign_up_until=timezone.localdate())
    assert "Sign up for the season" in text(member_browser.get(home))
    open_sign_up(season, sign_up_until=timezone.localdate() - timedelta(days=1))
    assert "Sign up for the season" not in text(member_browser.get(home))


def test_the_standings_lead_members_to_the_sign_up_until_they_are_in(
    season: Season, member_browser: Client
) -> None:
    standings = season.get_absolute_url()
    assert "Sign up for the season" not in text(member_browser.get(standings))
    open_sign_up(season, sign_up_places=0)
    first = member_browser.get(standings, headers={"Accept-Language": "en-GB"})
    assert "Sign up for the season" in text(first)
    assert "Sign up for the season" not in text(Client().get(standings))
    # Whoever waits for a place is told so elsewhere, and a page that was kept says it no more.
    member_browser.post(address("sign_up", season))
    again = {"Accept-Language": "en-GB", "If-None-Match": first["ETag"]}
    answer = member_browser.get(standings, headers=again)
    assert answer.status_code == HTTPStatus.OK
    assert "Sign up for the season" not in text(answer)


def test_a_closed_season_says_nothing_of_it(season: Season, member_browser: Client) -> None:
    open_sign_up(season, status=Season.Status.CLOSED)
    assert "Sign-up" not in page_of(season, member_browser)
    answer = member_browser.post(address("sign_up", season), follow=True)
    assert "This season is not running." in text(answer)
