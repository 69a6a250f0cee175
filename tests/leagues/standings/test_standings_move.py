"""The socket of a season: who hears of its standings, when, and what."""

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.contrib.sessions.models import Session as SignIn
from django.utils import timezone, translation

from accounts.models import Player
from games.page.consumer import GONE
from leagues.models import League, Season, Session
from leagues.sessions import replying, seats, session_life
from leagues.sessions.consumers import HUBS
from leagues.setup import league_life
from leagues.standings import board, live_standings
from leagues.standings.board import Board
from tests.factories import PlayerFactory
from tests.leagues.browsing import lines
from tests.support.leagues import make_season, make_session, play
from tests.support.sockets import Tab, enter, stop_listening

pytestmark = pytest.mark.django_db(transaction=True)

A_WHILE = 0.3

Connect = Callable[..., Awaitable["Viewer"]]


class Viewer(Tab):
    """A browser tab with the open socket of a season."""

    async def lines(self) -> list[str]:
        """The next standings that come, line by line."""
        return lines(await self.message())

    async def hears_nothing(self) -> bool:
        return bool(await self.socket.receive_nothing(A_WHILE))


@pytest.fixture
async def connect() -> AsyncIterator[Connect]:
    """Open the socket of a season as a player, or with None as a stranger."""
    opened: list[Viewer] = []

    async def open_socket(season: Season, player: Player | None, query: str = "") -> Viewer:
        path = f"/ws/seasons/{season.league.slug}/{season.number}/?{query}"
        opened.append(Viewer(*await enter(path, player)))
        return opened[-1]

    yield open_socket
    for viewer in opened:
        await viewer.close()
    await stop_listening(HUBS)


@sync_to_async
def played_season() -> tuple[Season, Player, Player]:
    """A season in which Ada has won once against Ben."""
    season = make_season()
    ada, ben = PlayerFactory.create(name="Ada"), PlayerFactory.create(name="Ben")
    play(make_session(season), ada, ben)
    return Season.objects.select_related("league").get(pk=season.pk), ada, ben


@sync_to_async
def win(season: Season, *players: Player) -> None:
    session = season.sessions.first()
    assert session is not None
    play(session, *players)


async def test_a_result_moves_the_standings_of_whoever_looks(connect: Connect) -> None:
    season, ada, ben = await played_season()
    tabs = [await connect(season, ada), await connect(season, None)]
    for tab in tabs:
        assert (await tab.lines())[0].startswith("1 Ada")
    await win(season, ben, ada)
    await win(season, ben, ada)
    for tab in tabs:
        while not (await tab.lines())[0].startswith("1 Ben"):
            pass


async def test_a_page_that_shows_this_version_is_sent_nothing_until_it_changes(
    connect: Connect,
) -> None:
    season, ada, ben = await played_season()
    tab = await connect(season, ada, f"version={season.version}")
    assert await tab.hears_nothing()
    await win(season, ben, ada)
    assert (await tab.lines())[0].startswith("1 shared")


async def test_a_result_while_a_page_that_was_just_opened_is_read_is_shown_on_it(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page has the version before, and its socket finds what came after."""
    season, ada, ben = await played_season()
    live_standings.forget()
    read = board.sessions_with_standings
    late = [ben, ada]

    def somebody_wins_first(of: Season) -> list[Session]:
        if late:
            play(season.sessions.get(), late.pop(0), late.pop(0))
            read(Season.objects.get(pk=of.pk))
        return read(of)

    monkeypatch.setattr(live_standings, "sessions_with_standings", somebody_wins_first)
    tab = await connect(season, ada, f"version={season.version}")
    assert (await tab.lines())[0].startswith("1 shared")


async def test_what_does_not_change_the_standings_is_not_sent_again(connect: Connect) -> None:
    season, ada, _ben = await played_season()
    tab = await connect(season, ada)
    await tab.lines()
    await sync_to_async(league_life.change_league)(season.league)
    await HUBS.here().sweep()
    assert await tab.hears_nothing()


async def test_who_comes_and_where_they_sit_is_told_to_nobody_who_looks_at_the_standings(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    season, ada, ben = await played_season()
    tab = await connect(season, None)
    await tab.lines()
    monkeypatch.delattr(live_standings, "board_of")
    await sync_to_async(an_evening)(season, ada, ben)
    await HUBS.here().sweep()
    assert await tab.hears_nothing()
    await season.arefresh_from_db()
    assert season.standings_version < season.version


def an_evening(season: Season, *players: Player) -> None:
    """These people say that they come, are checked in, seated and checked out."""
    session = make_session(season, status=Session.Status.PLANNED)
    for player in players:
        replying.reply(session, player, timezone.now(), comes=True)
    for player in players:
        session_life.arrive(session, player, timezone.now())
    seats.lay_tables(session, [[player.pk for player in players]], 66, players[0])
    seats.take_apart(session, [1])
    for player in players:
        session_life.leave(session, player, timezone.now())
    session_life.close_session(session)


async def test_who_joins_after_the_first_result_is_listed_at_once(connect: Connect) -> None:
    season, _ada, _ben = await played_season()
    tab = await connect(season, None)
    await tab.lines()
    session = await season.sessions.afirst()
    assert session is not None
    session.season = season
    guest = await sync_to_async(session_life.arrive_guest)(session, "Newcomer", timezone.now())
    assert "Newcomer" in await tab.message()
    await sync_to_async(session_life.leave)(session, guest, timezone.now())
    assert "Newcomer" not in await tab.message()


async def test_each_reads_it_in_their_language(connect: Connect) -> None:
    season, _ada, _ben = await played_season()
    texts = [
        str(await (await connect(season, None, f"language={language}")).socket.receive_from())
        for language in ("en", "fr", "xx")
    ]
    assert "100.00" in texts[0]
    assert "100,00" in texts[1]
    assert texts[2] == texts[0]


async def test_many_tabs_cost_one_render_for_each_language(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    season, ada, ben = await played_season()
    tabs = [await connect(season, None, "language=en") for _tab in range(5)]
    for tab in tabs:
        await tab.lines()
    rendered = Counter[str]()
    board_of = board.board_of

    def counting(season: Season, *others: Any) -> Board:
        rendered[translation.get_language()] += 1
        return board_of(season, *others)

    monkeypatch.setattr(live_standings, "board_of", counting)
    await win(season, ben, ada)
    for tab in tabs:
        await tab.lines()
    assert rendered == {"en": 1}


@pytest.mark.parametrize("visibility", League.Visibility.values)
async def test_strangers_see_the_league_of_members_nowhere(
    connect: Connect, visibility: str
) -> None:
    season, ada, _ben = await played_season()
    await League.objects.aupdate(visibility=visibility)
    assert await (await connect(season, ada)).lines()
    tab = await connect(season, None)
    if visibility == League.Visibility.MEMBERS:
        assert await tab.close_code() == GONE
    else:
        assert await tab.lines()


async def test_strangers_are_sent_away_once_a_league_is_for_members(connect: Connect) -> None:
    season, ada, _ben = await played_season()
    stranger, member = await connect(season, None), await connect(season, ada)
    await stranger.lines()
    await member.lines()
    season.league.visibility = League.Visibility.MEMBERS
    await sync_to_async(league_life.change_league)(season.league)
    assert await stranger.close_code() == GONE
    assert await member.hears_nothing()


async def test_whoever_signs_out_is_sent_away_by_the_sweep(connect: Connect) -> None:
    season, ada, ben = await played_season()
    out, still_in = await connect(season, ada), await connect(season, ben)
    await SignIn.objects.filter(session_key=out.session_key).adelete()
    await HUBS.here().sweep()
    assert await out.close_code() == GONE
    assert await still_in.lines()
    assert await still_in.hears_nothing()


async def test_the_sweep_makes_good_a_lost_message(connect: Connect) -> None:
    season, ada, ben = await played_season()
    tab = await connect(season, None)
    await tab.lines()
    session = await season.sessions.afirst()
    await season.standings.filter(player=ben).aupdate(order=0)
    await season.standings.filter(player=ada).aupdate(order=1)
    await Season.objects.filter(pk=season.pk).aupdate(standings_version=season.version + 1)
    assert session is not None
    await HUBS.here().sweep()
    assert "Ben" in (await tab.lines())[0]


async def test_a_season_being_prepared_has_no_socket(connect: Connect) -> None:
    season, _ada, _ben = await played_season()
    await Season.objects.aupdate(status=Season.Status.DRAFT)
    assert await (await connect(season, None)).close_code() == GONE


async def test_a_season_that_there_is_not_has_no_socket(connect: Connect) -> None:
    season, ada, _ben = await played_season()
    season.number = 9
    assert await (await connect(season, ada)).close_code() == GONE
