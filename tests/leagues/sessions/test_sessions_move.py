"""The socket of a session: who hears what of an evening, and when."""

import re
from collections import Counter
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from accounts.models import Player
from games.page.consumer import GONE
from leagues.models import Session
from leagues.pages.access import Level
from leagues.people.players import add_guest
from leagues.sessions import consumers, replying, seats, session_life
from leagues.sessions import regions as session_regions
from leagues.sessions.regions import SessionPage
from tests.leagues.sessions.rooms import check_in, start, table_of
from tests.leagues.sessions.watching import (
    Club,
    Connect,
    Viewer,
    arrive,
    arrive_guest,
    club,
    connect,
    now,
    tonight,
)
from tests.support.leagues import make_session
from tests.support.sockets import enter
from tests.support.tables import people, play_turn

__all__ = ["connect", "tonight"]

pytestmark = pytest.mark.django_db(transaction=True)


# --- Who hears what --------------------------------------------------------------------


async def test_who_comes_is_seen_by_all_who_look(connect: Connect, tonight: Club) -> None:
    tabs = [await connect(tonight.session, player) for player in tonight.everybody]
    tabs += [await connect(tonight.session, None, SessionPage.SCREEN)]
    for tab in tabs:
        await tab.message()
    await arrive(tonight.session, tonight.member, now())
    for tab in tabs:
        await tab.hears("1 person is here", "Mem")


async def test_a_page_that_shows_this_version_is_sent_nothing_until_it_changes(
    connect: Connect, tonight: Club
) -> None:
    query = f"version={tonight.season.version}"
    tabs = [await connect(tonight.session, tonight.organizer, page, query) for page in SessionPage]
    for tab in tabs:
        assert await tab.hears_nothing()
    await arrive(tonight.session, tonight.member, now())
    for tab in tabs:
        await tab.hears("1 person is here")


async def test_who_comes_back_is_shown_the_evening_as_it_is_now(
    connect: Connect, tonight: Club
) -> None:
    query = f"version={tonight.season.version}"
    tab = await connect(tonight.session, tonight.member, query=query)
    await tab.close()
    await arrive(tonight.session, tonight.scorer, now())
    again = await connect(tonight.session, tonight.member, query=query)
    assert "1 person is here Scott" in await again.words()


async def test_who_comes_while_a_page_that_was_just_opened_is_read_is_told_to_it(
    connect: Connect, monkeypatch: pytest.MonkeyPatch, tonight: Club
) -> None:
    """The page has the version before, and its socket finds what came after."""
    read = session_regions.session_now
    late = [tonight.member]

    def somebody_comes_first(*args: Any) -> session_regions.SessionNow:
        if late:
            session_life.arrive(tonight.session, late.pop(), now())
        return read(*args)

    monkeypatch.setattr(consumers, "session_now", somebody_comes_first)
    query = f"version={tonight.season.version}"
    tab = await connect(tonight.session, tonight.organizer, query=query)
    await tab.hears("1 person is here")


async def test_a_season_that_changes_while_it_is_read_is_shown_all_the_same(
    connect: Connect, monkeypatch: pytest.MonkeyPatch, tonight: Club
) -> None:
    read = session_regions.session_now
    coming = list(await sync_to_async(people)(12))

    def somebody_comes_each_time(*args: Any) -> session_regions.SessionNow:
        if coming:
            session_life.arrive(tonight.session, coming.pop(), now())
        return read(*args)

    monkeypatch.setattr(consumers, "session_now", somebody_comes_each_time)
    query = f"version={tonight.season.version}"
    tab = await connect(tonight.session, tonight.organizer, query=query)
    await tab.hears("people are here")
    await tab.hears("12 people are here")


async def test_tables_results_and_the_end_are_pushed(connect: Connect, tonight: Club) -> None:
    tab = await connect(tonight.session, None)
    screen = await connect(tonight.session, None, SessionPage.SCREEN)
    both = [tab, screen]
    for each in both:
        await each.message()
    await sync_to_async(check_in)(tonight.session, tonight.member, tonight.scorer)
    seated = [tonight.member.pk, tonight.scorer.pk]
    await sync_to_async(seats.lay_tables)(tonight.session, [seated], 66, tonight.organizer)
    for each in both:
        await each.hears("Table 1" if each is tab else "Table 1 Mem", "Scott")
    await sync_to_async(seats.take_apart)(tonight.session, [1])
    await tab.hears("No tables yet.")
    await sync_to_async(session_life.close_session)(tonight.session)
    await tab.hears("2 people were here")


async def test_a_live_table_shows_each_round_how_it_stands(connect: Connect, tonight: Club) -> None:
    table = await sync_to_async(_live_table)(tonight)
    tab = await connect(tonight.session, None)
    assert "Round 1" in await tab.words()
    for _turn in range(10):
        await sync_to_async(play_turn)(table)
    assert "Round 2" in await tab.words()
    await tonight.season.arefresh_from_db()
    assert tonight.season.standings_version < tonight.season.version


def _live_table(tonight: Club) -> Any:
    return start(table_of(tonight.session, tonight.member, tonight.scorer))


async def test_each_reads_it_in_their_language(connect: Connect, tonight: Club) -> None:
    texts = [
        await (await connect(tonight.session, None, query=f"language={language}")).words()
        for language in ("en", "fr", "xx")
    ]
    assert "Running" in texts[0]
    assert "En cours" in texts[1]
    assert texts[2] == texts[0]


# --- One's own -------------------------------------------------------------------------


async def test_each_is_told_where_they_sit_and_nobody_else_is(
    connect: Connect, tonight: Club
) -> None:
    ada, ben, cleo = await sync_to_async(people)(3)
    tabs = {player: await connect(tonight.session, player) for player in (ada, ben, cleo, None)}
    for tab in tabs.values():
        await tab.message()
    await sync_to_async(check_in)(tonight.session, ada, ben, cleo)
    tables = [[ada.pk, tonight.organizer.pk], [ben.pk, tonight.scorer.pk]]
    await sync_to_async(check_in)(tonight.session, tonight.organizer, tonight.scorer)
    await sync_to_async(seats.lay_tables)(tonight.session, tables, 66, tonight.organizer)
    for number, seated in enumerate((ada, ben), 1):
        heard = await tabs[seated].hears("You are at")
        assert f"You are at table {number}" in heard
    for player in (cleo, None):
        await tabs[player].hears("Table 2")
        assert "You are at" not in await tabs[player].rest()


async def test_a_reply_is_told_to_who_made_it_and_to_who_runs_the_evening(
    connect: Connect,
) -> None:
    tonight = await club(status=Session.Status.PLANNED, starts_at=now())
    tabs = [await connect(tonight.session, player) for player in tonight.everybody]
    first = [await tab.words() for tab in tabs]
    assert ["Are you coming?" in text for text in first] == [True, True, True, True, False]
    await sync_to_async(replying.reply)(
        tonight.session, tonight.member, timezone.now(), comes=False
    )
    heard = [await tab.rest() for tab in tabs]
    assert ["Cannot come: Mem" in text for text in heard] == [True, True, True, False, False]
    own = "You said you cannot come."
    assert [own in text for text in heard] == [False, False, False, True, False]
    assert heard[-1] == ""


async def test_who_says_that_they_are_here_is_asked_no_more(
    connect: Connect, tonight: Club
) -> None:
    tab = await connect(tonight.session, tonight.member)
    assert "I am here" in await tab.message()
    await arrive(tonight.session, tonight.member, now())
    heard = await tab.message()
    assert "Mem" in heard
    assert 'id="own"' in heard
    assert "I am here" not in heard


# --- Rooms -----------------------------------------------------------------------------


async def test_a_crowd_costs_one_render_of_each_kind(
    connect: Connect, monkeypatch: pytest.MonkeyPatch, tonight: Club
) -> None:
    members = await sync_to_async(people)(4)
    tabs = [await connect(tonight.session, player) for player in [*members, None, None]]
    for tab in tabs:
        await tab.message()
    rendered = Counter[Level]()
    regions = session_regions.session_regions

    def counting(shown: Any, level: Level) -> Any:
        rendered[level] += 1
        return regions(shown, level)

    monkeypatch.setattr(consumers, "session_regions", counting)
    await arrive_guest(tonight.session, "Gus", now())
    for tab in tabs:
        await tab.hears("Gus")
    assert rendered == {Level.VIEWER: 1, Level.MEMBER: 1}


async def test_a_tap_sends_the_tap_alone_and_who_is_here(connect: Connect, tonight: Club) -> None:
    for number in range(12):
        await sync_to_async(add_guest)(tonight.season.pk, f"Regular {number}")
    tab = await connect(tonight.session, tonight.scorer)
    assert (await tab.message()).count('class="button tap"') == 12
    regular = await Player.objects.aget(name="Regular 7")
    await arrive(tonight.session, regular, now())
    text = await tab.message()
    assert re.findall(r'data-part="([^"]*)"', text) == [f"tap-{regular.pk}"]
    assert 'id="present"' in text
    assert 'id="tables"' not in text


async def test_names_in_another_order_are_all_sent(connect: Connect) -> None:
    tonight = await club(status=Session.Status.PLANNED)
    for number in range(12):
        await sync_to_async(add_guest)(tonight.season.pk, f"Regular {number}")
    tab = await connect(tonight.session, tonight.scorer)
    await tab.message()
    regular = await Player.objects.aget(name="Regular 7")
    await sync_to_async(replying.reply)(tonight.session, regular, timezone.now(), comes=True)
    text = await tab.message()
    assert text.count('class="button tap"') == 12
    assert text.index("Regular 7") < text.index("Regular 0")


async def test_sessions_of_a_season_are_followed_apart(connect: Connect, tonight: Club) -> None:
    other = await sync_to_async(make_session)(tonight.season)
    here, there = await connect(tonight.session, None), await connect(other, None)
    await here.message()
    await there.message()
    await arrive(tonight.session, tonight.member, now())
    await here.hears("Mem")
    assert await there.hears_nothing()


async def test_a_session_that_is_dropped_is_gone_and_the_others_are_not(
    connect: Connect, tonight: Club
) -> None:
    other = await sync_to_async(make_session)(tonight.season)
    here, there = await connect(tonight.session, None), await connect(other, None)
    await here.message()
    await there.message()
    await sync_to_async(session_life.drop_session)(other)
    assert await there.close_code() == GONE
    assert await here.hears_nothing()


@pytest.mark.parametrize("where", ["9/1/session", "1/9/session", "1/1/nothing"])
async def test_what_there_is_not_has_no_socket(connect: Connect, where: str, tonight: Club) -> None:
    path = f"/ws/sessions/{tonight.season.league.slug}/{where}/"
    tab = Viewer(*await enter(path, tonight.owner))
    assert await tab.close_code() == GONE
