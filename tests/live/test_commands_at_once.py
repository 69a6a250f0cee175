"""Commands that the server hands over without a task: in order, and errors as with one."""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable
from unittest.mock import AsyncMock, Mock

import pytest

from config.daphne_server import FlowingWebSocket
from games.live.open_sockets import MOST_UNREAD
from games.page.consumer import Flow, TableConsumer
from tests.live.test_flow import opened
from tests.support.sockets import until


class Table(TableConsumer):
    """A socket that notes what it executes, and waits for `may_go_on` at "slow"."""

    def __init__(self) -> None:
        super().__init__()
        self.cut = Mock()
        self._flow = Flow(AsyncMock(), self.cut)
        self._unread = deque()
        self.executed: list[str] = []
        self.may_go_on = asyncio.Event()

    def _begin(self, text: str) -> Awaitable[None] | None:
        self.executed.append(text)
        if text == "wrong":
            raise RuntimeError(text)
        return self._wait() if text == "slow" else None

    async def _wait(self) -> None:
        await self.may_go_on.wait()


async def test_a_command_waits_for_the_one_before_it() -> None:
    table = Table()
    for text in ("slow", "second", "third"):
        table._on_text(text)
    await asyncio.sleep(0)
    assert table.executed == ["slow"]
    table.may_go_on.set()
    await until(lambda: table.executed == ["slow", "second", "third"])
    table._on_text("fourth")
    assert table.executed[-1] == "fourth"


async def test_what_comes_in_one_piece_after_too_many_commands_is_not_kept() -> None:
    table = Table()
    table._on_text("slow")
    for number in range(3 * MOST_UNREAD):
        table._on_text(str(number))
    assert table.cut.called
    table.may_go_on.set()
    await until(lambda: table._working is None)
    assert len(table.executed) == 1 + MOST_UNREAD


async def test_a_command_that_fails_is_logged_and_ends_the_connection(
    caplog: pytest.LogCaptureFixture,
) -> None:
    table = Table()
    socket, transport = opened(FlowingWebSocket, table._flow)
    socket.application_queue = asyncio.Queue()
    table._flow.on_text = table._on_text
    with caplog.at_level(logging.ERROR):
        socket.onMessage(b"wrong", False)
    (record,) = caplog.records
    assert record.exc_info
    assert transport.disconnecting


async def test_a_socket_is_served_until_its_last_command_is_done() -> None:
    table = Table()
    coming: asyncio.Queue[dict[str, str]] = asyncio.Queue()
    served = asyncio.create_task(table({"type": "websocket"}, coming.get, AsyncMock()))
    await asyncio.sleep(0)
    for text in ("slow", "second"):
        table._on_text(text)
    coming.put_nowait({"type": "websocket.disconnect", "code": "1000"})
    await asyncio.wait([served], timeout=0.05)
    assert not served.done()
    table.may_go_on.set()
    await served
    assert table.executed == ["slow", "second"]
