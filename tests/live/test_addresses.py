"""Sockets at addresses where there is nothing, and from pages that are not ours."""

import pytest
from channels.testing import WebsocketCommunicator

from config.asgi import application

PATIENCE = 30


async def is_let_in(path: str, origin: bytes) -> bool:
    headers = [(b"origin", origin), (b"host", b"localhost")]
    socket = WebsocketCommunicator(application, path, headers)
    let_in, _ = await socket.connect(PATIENCE)
    return let_in


@pytest.mark.parametrize("path", ["/", "/ws/nope/", "/ws/tables/a\x00b/", "/ws/tables/a/b/"])
async def test_a_socket_elsewhere_is_refused_and_is_no_error(path: str) -> None:
    assert not await is_let_in(path, b"http://localhost")


async def test_a_page_of_another_site_gets_no_socket() -> None:
    assert not await is_let_in("/ws/tables/abc/", b"http://elsewhere.example")
