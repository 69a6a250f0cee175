"""People with a table open in a browser, by its socket alone."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

from asgiref.sync import sync_to_async
from django.test import Client

from tests.support.sockets import PATIENCE, Tab
from tests.support.tables import people, play_first, start_table

Connect = Callable[..., Awaitable["Browser"]]


class Browser(Tab):
    """One tab with the open socket of a table."""

    async def version(self, wanted: int) -> str:
        """The first message of that version or a later one."""
        while True:
            text = await self.message()
            if shown_version(text) >= wanted:
                return text

    async def region(self, name: str) -> str:
        """The first message that brings this region."""
        while f'id="{name}"' not in (text := await self.message()):
            pass
        return text

    async def answer(self) -> str:
        """The next message that says what became of a command."""
        while 'id="answer"' not in (text := await self.message()):
            pass
        return text

    async def frame(self) -> bytes:
        """The next message as it travels."""
        output = await self.socket.receive_output(PATIENCE)
        data: bytes | None = output.get("bytes")
        return str(output["text"]).encode() if data is None else data

    async def send(self, **fields: Any) -> None:
        await self.socket.send_to(text_data=json.dumps(fields))


def shown_version(text: str) -> int:
    """The version a message shows; -1 for a notice."""
    _, found, rest = text.partition('data-version="')
    return int(rest.partition('"')[0]) if found else -1


def sign_out(session_key: str) -> None:
    """Sign out in the browser that holds this session."""
    client = Client()
    client.cookies["sessionid"] = session_key
    client.logout()


start = sync_to_async(start_table)
members = sync_to_async(people)
play = sync_to_async(play_first)
