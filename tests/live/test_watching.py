"""Bots move as soon as all players have watched the reveal, as their pages say."""

import asyncio
from typing import Any

import pytest
from asgiref.sync import sync_to_async

from accounts.models import Player
from games.live import publishing
from games.live.hub import Hub
from games.models import Table
from games.page.consumer import PING, PONG
from games.play import watching
from games.table import store
from games.table.snapshot import Play
from tests.live.browsers import Browser, Connect, members, start
from tests.live.test_rooms import TABLE, Club, Tab, settle
from tests.support.layers import FakeLayer
from tests.support.sockets import until

pytestmark = pytest.mark.django_db(transaction=True)


async def play_of(table: Table) -> Play:
    play = (await sync_to_async(store.load)(table.pk)).play
    assert play is not None
    return play


async def say(browser: Browser, text: str) -> None:
    """Send what a page says of what was watched; returns when the server has dealt with it."""
    await browser.socket.send_to(text_data=text)
    await browser.socket.send_to(text_data=PING)
    while await browser.message() != PONG:
        pass


@pytest.fixture
def connect(connect: Connect) -> Connect:
    """Pages whose sockets are heard before the test goes on."""

    async def opened(*who: Any, **how: Any) -> Browser:
        page = await connect(*who, **how)
        await page.socket.send_to(text_data=PING)
        while await page.message() != PONG:
            pass
        return page

    return opened


@pytest.fixture
async def table() -> tuple[Table, Player, Player]:
    """Ada and Ben play with a bot; the deal is being shown."""
    ada, ben = await members(2)
    return await start(ada, ben, bots=1, visibility="public"), ada, ben


async def have_bots_moved(table: Table) -> bool:
    return (await play_of(table)).bots_at is None


async def test_bots_wait_for_the_slowest_page_of_a_player(
    connect: Connect, table: tuple[Table, Player, Player]
) -> None:
    at, ada, ben = table
    watched = f"watched {(await play_of(at)).since}"
    first, hidden, second = await connect(at, ada), await connect(at, ada), await connect(at, ben)
    await say(first, watched)
    await say(second, watched)
    assert not await have_bots_moved(at)
    await say(hidden, watched)
    assert await have_bots_moved(at)


async def test_who_has_no_page_open_and_who_only_looks_on_hold_up_nobody(
    connect: Connect, table: tuple[Table, Player, Player]
) -> None:
    at, ada, ben = table
    (cleo,) = await members(1)
    watched = f"watched {(await play_of(at)).since}"
    spectator, stranger = await connect(at, cleo), await connect(at, None)
    await connect(at, ben, "watch=1")
    page = await connect(at, ada)
    for looking_on in (spectator, stranger):
        await say(looking_on, watched)
        assert not await have_bots_moved(at)
    await say(page, watched)
    assert await have_bots_moved(at)


@pytest.mark.parametrize("text", ["watched ", "watched x", "watched -1", "watched 999999999"])
async def test_what_was_not_shown_cannot_have_been_watched(
    connect: Connect, table: tuple[Table, Player, Player], text: str
) -> None:
    at, ada, _ben = table
    page = await connect(at, ada)
    await say(page, text)
    assert not await have_bots_moved(at)


async def test_beside_other_processes_all_who_play_must_have_said_it(
    connect: Connect, table: tuple[Table, Player, Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether they have a page open there is not known."""
    at, ada, ben = table
    since = (await play_of(at)).since
    page = await connect(at, ada)
    monkeypatch.setattr(publishing, "shared_layer", FakeLayer)
    told: list[object] = []
    monkeypatch.setattr(publishing, "publish_watched", lambda *what: told.append(what))
    await say(page, f"watched {since}")
    assert told == [(at.pk, ada.pk, since)]
    await watching.hear(at.pk, ben.pk, since - 1)
    assert not await have_bots_moved(at)
    await watching.hear(at.pk, ben.pk, since)
    assert await have_bots_moved(at)


async def test_what_was_watched_travels_to_other_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    layer, club, heard = FakeLayer(), Club(), []
    monkeypatch.setattr(publishing, "shared_layer", lambda: layer)
    publishing.serve_from(asyncio.get_running_loop())

    async def hear(*what: int) -> None:
        heard.append(what)

    hub = Hub(club.subject, club.versions, club.unwelcome, hear_watched=hear)
    await hub.join(TABLE, Tab())
    publishing.publish_watched(TABLE, 5, 7)
    publishing.publish_watched(TABLE, 6, 7)
    await until(lambda: len(heard) == 2)
    assert sorted(heard) == [(TABLE, 5, 7), (TABLE, 6, 7)]
    await settle()
    await hub.close()
