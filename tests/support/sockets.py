"""Sockets of pages, as a browser opens them."""

import asyncio
from collections.abc import Callable

from asgiref.sync import sync_to_async
from channels.layers import channel_layers
from channels.testing import WebsocketCommunicator
from django.db import connection

from accounts.models import Player
from config.asgi import application
from games.live import executor
from games.live.hub import Hubs
from games.table import store
from tests.support.clients import signed_in

# Seconds until what should come counts as lost: a busy machine is slow, not wrong.
PATIENCE = 30
HERE = b"http://localhost"


class Tab:
    """One tab with an open socket."""

    def __init__(self, socket: WebsocketCommunicator, session_key: str) -> None:
        self.socket = socket
        self.session_key = session_key

    async def message(self) -> str:
        """The next text that comes."""
        return str(await self.socket.receive_from(PATIENCE))

    async def close_code(self) -> int:
        """The code with which the server closed."""
        while True:
            output = await self.socket.receive_output(PATIENCE)
            if output["type"] == "websocket.close":
                return output["code"]

    async def close(self) -> None:
        """Leave, unless the server closed."""
        if not self.socket.future.done():
            await self.socket.disconnect()


async def knock(
    path: str, session_key: str = "", origin: bytes = HERE
) -> WebsocketCommunicator | None:
    """The socket of an address for who has this session; None where it is not let in."""
    headers = [(b"origin", origin), (b"host", b"localhost")]
    if session_key:
        headers.append((b"cookie", f"sessionid={session_key}".encode()))
    socket = WebsocketCommunicator(application, path, headers)
    is_let_in, _ = await socket.connect(PATIENCE)
    return socket if is_let_in else None


async def enter(path: str, player: Player | None) -> tuple[WebsocketCommunicator, str]:
    """The open socket of somebody who has just signed in, or of a stranger; and their session."""
    session_key = await sync_to_async(session_of)(player)
    socket = await knock(path, session_key)
    assert socket
    return socket, session_key


def session_of(player: Player | None) -> str:
    """The key of a new session of this player; empty for a stranger."""
    return signed_in(player).cookies["sessionid"].value if player else ""


async def stop_listening(hubs: Hubs) -> None:
    """End the hub of this test's loop, and the connections of the threads that served it.

    The next loop gets a channel layer of its own, as each process has: one of Redis remembers
    locks of the loop in which it was used.
    """
    await hubs.close()
    await store.close_writer()
    channel_layers.backends.clear()
    for threads in (executor.write, executor.read):
        await threads(lambda: connection.close())


async def until(is_so: Callable[[], bool], *, looks_each: float = 0.01) -> None:
    """Wait for what takes a moment of real time; looks_each: seconds, 0: as the loop turns."""
    for _try in range(3000):
        if is_so():
            return
        await asyncio.sleep(looks_each)
    raise TimeoutError
