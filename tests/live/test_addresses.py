"""Sockets at addresses where there is nothing, and from pages that are not ours."""

import pytest

from tests.support.sockets import HERE, knock


@pytest.mark.parametrize("path", ["/", "/ws/nope/", "/ws/tables/a\x00b/", "/ws/tables/a/b/"])
async def test_a_socket_elsewhere_is_refused_and_is_no_error(path: str) -> None:
    assert not await knock(path, origin=HERE)


async def test_a_page_of_another_site_gets_no_socket() -> None:
    assert not await knock("/ws/tables/abc/", origin=b"http://elsewhere.example")
