"""People with a table open in a browser, by its socket alone."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from accounts.models import Player
from games.consumers import HUBS
from tests.support.tables import people, play_first, start_table

Connect = Callable[..., Awaitable["Browser"]]
PATIENCE = 30


class Browser:
    """One tab with an open socket."""

    def __init__(self, communicator: WebsocketCommunicator, session_key: str) -> None:
        self.socket = communicator
        self.session_key = session_key

    async def message(self) -> str:
        """The next text that comes."""
        return str(await self.socket.receive_from(PATIENCE))

    async def version(self, wanted: int) -> str:
        """The first message of that version or a later one."""
        while True:
            text = await self.message()
            if shown_version(text) >= wanted:
                return text

    async def send(self, **fields: Any) -> None:
        await self.socket.send_to(text_data=json.dumps(fields))

    async def close_code(self) -> int:
        """The code with which the server closed."""
        while True:
            output = await self.socket.receive_output(PATIENCE)
            if output["type"] == "websocket.close":
                code: int = output["code"]
                return code


def shown_version(text: str) -> int:
    """The version a message shows; -1 for a notice."""
    _, found, rest = text.partition('data-version="')
    return int(rest.partition('"')[0]) if found else -1


def sign_in(player: Player | None) -> str:
    """The key of a new session of this player."""
    if player is None:
        return ""
    client = Client()
    assert player.user is not None
    client.force_login(player.user)
    return client.cookies["sessionid"].value


def sign_out(session_key: str) -> None:
    """Sign out in the browser that holds this session."""
    client = Client()
    client.cookies["sessionid"] = session_key
    client.logout()


async def stop_listening() -> None:
    """End the hub of this test's loop; Redis' client may swallow a cancellation, so repeat it."""
    for task in list(HUBS.here()._tasks):
        while not task.done():
            task.cancel()
            await asyncio.wait([task], timeout=0.2)


start = sync_to_async(start_table)
members = sync_to_async(people)
play = sync_to_async(play_first)
