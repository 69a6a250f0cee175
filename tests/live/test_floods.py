"""A member who sends and opens more than any page does holds up nobody but themselves."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest

from accounts.models import Player
from config import socket_checks
from games.live import open_sockets
from games.page import consumer
from games.play import commands
from games.play.commands import (
    COMMANDS_AT_ONCE,
    LIMIT,
    OPENED_AT_ONCE,
    OPENED_BY_BROWSER_AT_ONCE,
    OPENINGS,
    OPENINGS_OF_BROWSERS,
)
from games.table.errors import TableError
from tests.live.browsers import Browser, Connect, members, start
from tests.support.sockets import knock, until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _fresh_limit() -> None:
    LIMIT.reset()
    OPENINGS.reset()
    OPENINGS_OF_BROWSERS.reset()


def set_clock(monkeypatch: pytest.MonkeyPatch, monotonic: Callable[[], float]) -> None:
    """Let limits have this time."""
    monkeypatch.setattr(commands, "time", SimpleNamespace(monotonic=monotonic))


async def test_commands_too_many_are_not_executed(
    monkeypatch: pytest.MonkeyPatch, ada: Player, browser: Browser
) -> None:
    set_clock(monkeypatch, lambda: 0.0)
    for _command in range(COMMANDS_AT_ONCE):
        LIMIT.count(ada.pk)
    executed: list[Any] = []
    for way in ("execute_here", "execute_later"):
        monkeypatch.setattr(consumer, way, lambda *command: executed.append(command))
    monkeypatch.setattr(consumer, "FLOOD_SECONDS", 0.01)
    for number in range(3):
        await browser.send(kind="choose", card="1", version="999999999", id=f"tab.{number}")
        text = await browser.answer()
        assert f'data-command="tab.{number}"' in text
        assert 'data-result="refused"' in text
    assert executed == []


async def test_a_flood_is_read_slowly(
    monkeypatch: pytest.MonkeyPatch, ada: Player, browser: Browser
) -> None:
    set_clock(monkeypatch, lambda: 0.0)
    monkeypatch.setattr(consumer, "FLOOD_SECONDS", 0.2)
    for _command in range(COMMANDS_AT_ONCE):
        LIMIT.count(ada.pk)
    begun = asyncio.get_running_loop().time()
    for number in range(2):
        await browser.send(kind="choose", card="1", version="1", id=f"tab.{number}")
    for _answer in range(2):
        await browser.answer()
    assert asyncio.get_running_loop().time() - begun >= 2 * consumer.FLOOD_SECONDS


async def test_a_member_has_so_many_sockets_and_others_have_theirs(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_sockets, "MOST_OPEN", 2)
    monkeypatch.setattr(consumer, "REFUSED_SECONDS", 0)
    ada, ben = await members(2)
    table = await start(ada, ben, visibility="public")
    first, second = await connect(table, ada), await connect(table, ada)
    await first.message()
    await second.message()
    refused = await connect(table, ada)
    assert await refused.close_code() == consumer.TOO_MANY
    for other in (ben, None):
        browser = await connect(table, other)
        assert "data-version" in await browser.message()
    await first.close()
    again = await connect(table, ada)
    assert "data-version" in await again.message()


async def test_an_address_has_so_many_sockets_and_others_have_theirs(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_sockets, "MOST_FROM_ADDRESS", 2)
    monkeypatch.setattr(consumer, "REFUSED_SECONDS", 0)
    ada, ben = await members(2)
    table = await start(ada, ben, visibility="public")
    at_school = "192.0.2.7"
    monkeypatch.setattr(consumer, "address_in", lambda _scope: at_school)
    first, second = await connect(table, ada), await connect(table, None)
    await first.message()
    await second.message()
    for who in (ben, None):
        refused = await connect(table, who)
        assert await refused.close_code() == consumer.TOO_MANY
    at_school = "192.0.2.8"
    browser = await connect(table, ben)
    assert "data-version" in await browser.message()
    at_school = "192.0.2.7"
    await first.close()
    again = await connect(table, ben)
    assert "data-version" in await again.message()


async def test_who_opens_sockets_all_the_time_is_refused_for_a_while(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    set_clock(monkeypatch, lambda: now)
    at_school = "192.0.2.7"
    monkeypatch.setattr(socket_checks, "address_in", lambda _scope: at_school)
    monkeypatch.setattr(socket_checks, "REFUSED_SECONDS", 0.0)
    for _socket in range(OPENED_AT_ONCE):
        OPENINGS.count(at_school)
    assert not await knock("/ws/tables/nowhere/")
    at_school = "192.0.2.8"
    assert await knock("/ws/tables/nowhere/")
    at_school, now = "192.0.2.7", 1.0
    assert await knock("/ws/tables/nowhere/")


async def test_a_browser_that_opens_sockets_all_the_time_holds_up_no_other_of_its_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    set_clock(monkeypatch, lambda: now)
    monkeypatch.setattr(socket_checks, "address_in", lambda _scope: "192.0.2.7")
    monkeypatch.setattr(socket_checks, "REFUSED_SECONDS", 0.0)
    for _socket in range(OPENED_BY_BROWSER_AT_ONCE):
        OPENINGS_OF_BROWSERS.count("192.0.2.7 ada")
    assert not await knock("/ws/tables/nowhere/", "ada")
    assert await knock("/ws/tables/nowhere/", "ben")
    assert await knock("/ws/tables/nowhere/")
    now = 1.0
    assert await knock("/ws/tables/nowhere/", "ada")


async def test_who_is_refused_a_socket_waits_for_it_and_so_for_the_next_try(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(socket_checks, "address_in", lambda _scope: "192.0.2.7")
    monkeypatch.setattr(socket_checks, "REFUSED_SECONDS", 0.2)
    for _socket in range(OPENED_BY_BROWSER_AT_ONCE + 1):
        with suppress(TableError):
            OPENINGS_OF_BROWSERS.count("192.0.2.7 ada")
    begun = asyncio.get_running_loop().time()
    assert not await knock("/ws/tables/nowhere/", "ada")
    assert asyncio.get_running_loop().time() - begun >= 0.2


async def test_who_closed_their_sockets_is_forgotten(ada: Player, browser: Browser) -> None:
    assert open_sockets._open[ada.pk] == 1
    await browser.close()
    await until(lambda: ada.pk not in open_sockets._open)
