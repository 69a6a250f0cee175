from collections.abc import AsyncIterator

import pytest

from accounts.models import Player
from games.models import Table
from games.page.consumer import HUBS
from tests.live.browsers import Browser, Connect
from tests.support.sockets import enter, stop_listening
from tests.support.tables import fresh_store

__all__ = ["fresh_store"]


@pytest.fixture
async def connect() -> AsyncIterator[Connect]:
    """Open the socket of a table as a player, or with None as a stranger."""
    opened: list[Browser] = []

    async def open_socket(table: Table, player: Player | None, query: str = "") -> Browser:
        opened.append(Browser(*await enter(f"/ws/tables/{table.code}/?{query}", player)))
        return opened[-1]

    yield open_socket
    for browser in opened:
        await browser.close()
    await stop_listening(HUBS)


@pytest.fixture
async def browser(connect: Connect, table: Table, ada: Player) -> Browser:
    """That of Ada at her table, which has been shown to her."""
    found = await connect(table, ada)
    await found.message()
    return found
