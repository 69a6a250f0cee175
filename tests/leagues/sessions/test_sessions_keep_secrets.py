"""The socket of a session sends nobody what is not theirs."""

import re

import pytest
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session as SignIn

from accounts.models import Player
from games.page.consumer import GONE
from leagues.models import League, Season, Session
from leagues.sessions import session_life
from leagues.sessions.consumers import SESSION_HUBS as HUBS
from leagues.sessions.regions import SessionPage
from leagues.setup import league_life
from tests.leagues.sessions.pages import url
from tests.leagues.sessions.rooms import start, table_of
from tests.leagues.sessions.watching import Club, Connect, arrive_guest, connect, now, tonight
from tests.support.clients import signed_in
from tests.support.leagues import make_game

__all__ = ["connect", "tonight"]

pytestmark = pytest.mark.django_db(transaction=True)


TOKEN = re.compile(r'<input type="hidden" name="csrfmiddlewaretoken" value="\w+">')


async def test_each_kind_of_viewer_is_sent_what_its_page_shows_and_nothing_else(
    connect: Connect, tonight: Club
) -> None:
    await sync_to_async(_two_tables)(tonight)
    for player in tonight.everybody:
        for page in SessionPage:
            pushed = await (await connect(tonight.session, player, page)).message()
            loaded = await sync_to_async(_loaded)(tonight.session, player, page)
            _stamp, *regions = re.split(r"(?=<\w+ id=\S+\s+data-region)", pushed)
            assert regions
            for region in regions:
                assert region in loaded, (player, page)


def _two_tables(tonight: Club) -> None:
    start(table_of(tonight.session, tonight.member, tonight.scorer))
    make_game(tonight.session, [tonight.organizer, tonight.owner])
    session_life.arrive_guest(tonight.session, "Gus", now())


def _loaded(session: Session, player: Player | None, page: SessionPage) -> str:
    """The page as a browser asks for it, as far as it is not the browser's own."""
    answer = signed_in(player).get(url(page, session))
    return TOKEN.sub("<!--token-->", answer.content.decode())


async def test_no_token_travels(connect: Connect, tonight: Club) -> None:
    await arrive_guest(tonight.session, "Gus", now())
    for page in SessionPage:
        text = await (await connect(tonight.session, tonight.owner, page)).message()
        assert "csrf" not in text


async def test_members_and_strangers_have_no_check_in(connect: Connect, tonight: Club) -> None:
    check_in = [
        "Tap whoever has arrived" in await (await connect(tonight.session, player)).words()
        for player in tonight.everybody
    ]
    assert check_in == [True, True, True, False, False]


async def test_guests_are_renamed_by_organizers_alone(connect: Connect, tonight: Club) -> None:
    await arrive_guest(tonight.session, "Gus", now())
    has_rename = [
        "Rename" in await (await connect(tonight.session, player)).words()
        for player in (tonight.scorer, tonight.organizer, tonight.owner)
    ]
    assert has_rename == [False, True, True]


@pytest.mark.parametrize("page", [SessionPage.SESSION, SessionPage.SCREEN])
@pytest.mark.parametrize("visibility", League.Visibility.values)
async def test_strangers_see_the_league_of_members_nowhere(
    connect: Connect, visibility: str, page: SessionPage, tonight: Club
) -> None:
    await League.objects.aupdate(visibility=visibility)
    assert await (await connect(tonight.session, tonight.member, page)).message()
    tab = await connect(tonight.session, None, page)
    if visibility == League.Visibility.MEMBERS:
        assert await tab.close_code() == GONE
    else:
        assert await tab.message()


async def test_strangers_are_sent_away_once_a_league_is_for_members(
    connect: Connect, tonight: Club
) -> None:
    stranger = await connect(tonight.session, None)
    member = await connect(tonight.session, tonight.member)
    await stranger.message()
    await member.message()
    tonight.season.league.visibility = League.Visibility.MEMBERS
    await sync_to_async(league_life.change_league)(tonight.season.league)
    assert await stranger.close_code() == GONE
    assert await member.hears_nothing()


async def test_whose_role_is_taken_sees_at_once_what_members_see(
    connect: Connect, tonight: Club
) -> None:
    page = await connect(tonight.session, tonight.scorer)
    assert "Check in" in await page.words()
    await sync_to_async(league_life.set_role)(tonight.season.league, tonight.scorer, None)
    heard = await page.message()
    assert re.search(r'<div id="next"[^>]*hidden>\s*</div>', heard)
    assert "data-takes-people" not in heard
    assert "I am here" in heard


async def test_a_season_being_prepared_is_followed_by_organizers_alone(
    connect: Connect, tonight: Club
) -> None:
    await Season.objects.aupdate(status=Season.Status.DRAFT)
    for player in (tonight.scorer, tonight.member, None):
        assert await (await connect(tonight.session, player)).close_code() == GONE
    assert await (await connect(tonight.session, tonight.organizer)).message()


async def test_whoever_signs_out_is_sent_away_by_the_sweep(connect: Connect, tonight: Club) -> None:
    out = await connect(tonight.session, tonight.scorer)
    still_in = await connect(tonight.session, tonight.member)
    await SignIn.objects.filter(session_key=out.session_key).adelete()
    await HUBS.here().sweep()
    assert await out.close_code() == GONE
    assert await still_in.message()
