"""Which pages may open a socket of the site: those with its scheme, name and port."""

import pytest
from django.conf import LazySettings

from config.socket_checks import is_of_this_site
from tests.support.sockets import knock


def opened(origin: str, host: str = "club.example") -> bool:
    headers = [(b"host", host.encode())]
    if origin:
        headers.append((b"origin", origin.encode("latin-1")))
    return is_of_this_site(headers)


@pytest.fixture(autouse=True)
def _name_of_the_club(settings: LazySettings) -> None:
    settings.ALLOWED_HOSTS = ["club.example", "127.0.0.1", "[::1]"]


def test_behind_https_only_pages_of_https_open_it(settings: LazySettings) -> None:
    settings.HTTPS = True
    assert opened("https://club.example")
    assert opened("https://Club.example", "CLUB.example")
    assert not opened("http://club.example")
    assert not opened("wss://club.example")


@pytest.mark.parametrize(
    "origin",
    [
        "http://club.example:8001",
        "http://sub.club.example",
        "http://club.example.evil.example",
        "http://evil.example",
        "http://club.example@evil.example",
        "http://evil.example/http://club.example",
        "null",
        "",
        "é",
    ],
)
def test_another_port_or_name_does_not(origin: str) -> None:
    assert not opened(origin)


def test_the_port_is_that_of_the_page() -> None:
    assert opened("http://127.0.0.1:8000", "127.0.0.1:8000")
    assert opened("http://[::1]:8000", "[::1]:8000")
    assert not opened("http://127.0.0.1:8000", "127.0.0.1:8001")


def test_a_page_and_a_host_that_agree_must_also_be_ours() -> None:
    assert not opened("http://evil.example", "evil.example")
    assert not opened("http://", "")


def test_origins_that_may_send_forms_may_open_sockets(settings: LazySettings) -> None:
    settings.CSRF_TRUSTED_ORIGINS = ["https://club.example"]
    assert opened("https://club.example")
    assert not opened("https://other.example")


async def test_the_site_asks_before_it_looks_who_it_is(settings: LazySettings) -> None:
    settings.ALLOWED_HOSTS = ["localhost"]
    assert not await knock("/ws/tables/abc/", origin=b"https://localhost")
    assert not await knock("/ws/tables/abc/", origin=b"http://localhost:81")
