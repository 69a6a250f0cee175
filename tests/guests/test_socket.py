"""The socket of a guest: it shows and plays their seat, and closes with it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player
from config.asgi import application
from games.models import Table
from games.page.consumer import GONE, HUBS
from games.seats import seating
from games.table import store
from games.table.access import COOKIE
from games.talk import service as talk
from games.talk.live import rooms_here
from tests.guests.guests import invite, seat_guest, sit_down
from tests.live.browsers import Browser
from tests.support.clients import signed_in
from tests.support.sockets import HERE, PATIENCE, stop_listening
from tests.support.tables import open_table, people

pytestmark = pytest.mark.django_db(transaction=True)

Open = Callable[..., Awaitable[Browser]]


@pytest.fixture
async def open_socket() -> AsyncIterator[Open]:
    """Open the socket of a table in a browser."""
    opened: list[Browser] = []

    async def connect(table: Table, browser: Client, query: str = "") -> Browser:
        cookies = "; ".join(f"{name}={each.value}" for name, each in browser.cookies.items())
        headers = [(b"origin", HERE), (b"host", b"localhost"), (b"cookie", cookies.encode())]
        socket = WebsocketCommunicator(application, f"/ws/tables/{table.code}/{query}", headers)
        await socket.connect(PATIENCE)
        opened.append(Browser(socket, ""))
        return opened[-1]

    yield connect
    for each in opened:
        await each.close()
    await stop_listening(HUBS)


@sync_to_async
def waiting() -> tuple[Player, Table, Client, Player]:
    """A host, their private table, and the guest who waits there with a browser."""
    (ada,) = people(1)
    table = open_table(ada, seats=3, visibility="private")
    return ada, table, *seat_guest(table, ada)


@sync_to_async
def playing() -> tuple[Player, Table, Client, Player]:
    """The same with cards in hand."""
    (ada,) = people(1)
    table = open_table(ada, seats=2, visibility="private")
    guest = seat_guest(table, ada)
    seating.start(table.pk, ada, timezone.now())
    return ada, table, *guest


async def test_a_guest_sees_their_hand_and_plays_a_card(open_socket: Open) -> None:
    _ada, table, browser, _guest = await playing()
    tab = await open_socket(table, browser)
    text = await tab.message()
    snapshot = await sync_to_async(store.fresh)(table.pk)
    mine, others = snapshot.game.round.hands[1], snapshot.game.round.hands[0]
    assert all(f'id="card-{card}"' in text for card in mine)
    assert not any(f'id="card-{card}"' in text for card in others)
    await tab.send(kind="choose", card=mine[0], version=snapshot.version, id="1.1")
    await tab.answer()
    after = (await sync_to_async(store.fresh)(table.pk)).game
    assert after.round.choices[1] == mine[0]


async def test_the_key_opens_no_socket_of_another_table(open_socket: Open) -> None:
    ada, _table, browser, _guest = await playing()
    other = await sync_to_async(open_table)(ada, seats=3, visibility="club")
    assert await (await open_socket(other, browser)).close_code() == GONE


async def test_a_sweep_of_ended_sign_ins_leaves_guests_alone(open_socket: Open) -> None:
    _ada, table, browser, _guest = await playing()
    tab = await open_socket(table, browser)
    await tab.message()
    await HUBS.here().sweep()
    assert await tab.socket.receive_nothing()


def free(ada: Player, table: Table, _browser: Client) -> None:
    seating.empty_seat(table.pk, ada, 1)


def stand_up(_ada: Player, table: Table, browser: Client) -> None:
    browser.post(reverse("games:leave", args=[table.code]))


def be_forgotten(_ada: Player, _table: Table, browser: Client) -> None:
    browser.post(reverse("games:forget_guest"))


def claim(_ada: Player, _table: Table, browser: Client) -> None:
    member = signed_in(people(1)[0])
    member.cookies[COOKIE] = browser.cookies[COOKIE].value
    member.post(reverse("games:claim_guest_games"))


@pytest.mark.parametrize("end", [free, stand_up, be_forgotten, claim])
async def test_the_socket_closes_with_the_seat(
    open_socket: Open, end: Callable[[Player, Table, Client], Any]
) -> None:
    ada, table, browser, _guest = await waiting()
    tab, host = (
        await open_socket(table, browser),
        await open_socket(table, await sync_to_async(signed_in)(ada)),
    )
    await tab.message()
    await host.message()
    await sync_to_async(end)(ada, table, browser)
    assert await tab.close_code() == GONE
    assert 'data-part="player-1"' in await host.message()


@pytest.mark.parametrize("end", [be_forgotten, claim])
async def test_it_closes_in_the_middle_of_a_game_too(
    open_socket: Open, end: Callable[[Player, Table, Client], Any]
) -> None:
    ada, table, browser, _guest = await playing()
    tab = await open_socket(table, browser)
    await tab.message()
    await sync_to_async(end)(ada, table, browser)
    assert await tab.close_code() == GONE


async def test_a_second_seat_of_the_browser_closes_no_socket_of_the_first(
    open_socket: Open,
) -> None:
    ada, table, browser, _guest = await playing()
    tab = await open_socket(table, browser)
    await tab.message()

    def sit_elsewhere() -> None:
        sit_down(invite(open_table(ada, seats=3), ada), browser=browser)

    await sync_to_async(sit_elsewhere)()
    await HUBS.here().sweep()
    assert await tab.socket.receive_nothing()


@pytest.mark.parametrize("wish", ["talk=0.0", "talk=", "talk=0.1&watch=1"])
async def test_a_guest_is_sent_nothing_that_is_said_whatever_the_address_asks(
    open_socket: Open, wish: str
) -> None:
    ada, table, browser, _guest = await playing()
    await sync_to_async(talk.say)(table.pk, ada, "meuh", timezone.now())
    tab = await open_socket(table, browser, f"?{wish}")
    assert "meuh" not in await tab.message()
    assert table.pk not in rooms_here().rooms
