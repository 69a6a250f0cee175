from collections.abc import AsyncIterator

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.db import connection

from accounts.models import Player
from config.asgi import application
from games import executor
from games.models import Table
from tests.live.browsers import PATIENCE, Browser, Connect, sign_in, stop_listening
from tests.support.tables import fresh_store

__all__ = ["fresh_store"]


@pytest.fixture
async def connect() -> AsyncIterator[Connect]:
    """Open the socket of a table as a player, or with None as a stranger."""
    opened = []

    async def open_socket(table: Table, player: Player | None, query: str = "") -> Browser:
        headers = [(b"origin", b"http://localhost"), (b"host", b"localhost")]
        session_key = await sync_to_async(sign_in)(player)
        headers.append((b"cookie", f"sessionid={session_key}".encode()))
        path = f"/ws/tables/{table.code}/?{query}"
        communicator = WebsocketCommunicator(application, path, headers)
        connected, _ = await communicator.connect(PATIENCE)
        assert connected
        opened.append(communicator)
        return Browser(communicator, session_key)

    yield open_socket
    for communicator in opened:
        if not communicator.future.done():
            await communicator.disconnect()
    await stop_listening()
    await executor.run(lambda: connection.close())
