"""The proxy examples in front of two web processes on PostgreSQL and Redis."""

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing
from functools import partial
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.deploy import proxies, rolling
from tests.deploy.federation import NAME, Federation
from tests.deploy.visits import PATIENCE, Browser, Proxy, Socket, Visit
from tests.support.processes import until

pytestmark = [pytest.mark.deploy, pytest.mark.postgres, pytest.mark.redis]

IMMUTABLE = "public, max-age=31536000, immutable"


@pytest.fixture(scope="module", params=[proxies.nginx, proxies.caddy], ids=["nginx", "caddy"])
def proxy(
    request: pytest.FixtureRequest, federation: Federation, proxy_folder: Path
) -> Iterator[Proxy]:
    with request.param(federation, proxy_folder) as proxy:
        yield proxy


@pytest.fixture
def stranger(proxy: Proxy) -> Browser:
    return Browser(proxy)


def bots_table(browser: Browser) -> str:
    """The code of the demo club's public table, at which bots play by themselves."""
    _, page = browser.get("/")
    found = re.search(rb'href="/tables/([a-z2-9]{10})/"', page)
    assert found
    return found[1].decode()


@asynccontextmanager
async def look_at(browser: Browser, code: str) -> AsyncIterator[Socket]:
    """A socket of a table's page that has shown the table."""
    async with browser.open_socket(f"/ws/tables/{code}/?language=en") as socket:
        assert b"data-version=" in await socket.message()
        yield socket


def test_a_member_signs_in(federation: Federation, stranger: Browser) -> None:
    answer = stranger.sign_in(*federation.organizer)
    assert answer.status == 302
    assert stranger.cookies["sessionid"]["secure"]
    assert stranger.cookies["csrftoken"]["secure"]
    page, _ = stranger.get("/members/people/")
    assert page.status == 200
    assert "max-age" in page.headers["Strict-Transport-Security"]
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]


def test_whoever_came_without_https_is_sent_there(proxy: Proxy) -> None:
    connection = HTTPConnection("127.0.0.1", proxy.http_port, timeout=PATIENCE)
    connection.request("GET", "/tables/", headers={"Host": NAME})
    answer = connection.getresponse()
    connection.close()
    assert answer.status in {301, 308}
    assert answer.headers["Location"].startswith(f"https://{NAME}")
    assert answer.headers["Location"].endswith("/tables/")


async def test_a_socket_shows_the_table_and_what_the_keeper_does_there(stranger: Browser) -> None:
    async with look_at(stranger, bots_table(stranger)) as socket:
        # The keeper is a process of its own: this message has crossed Redis.
        assert await socket.message()


def test_a_static_file_is_kept_for_good(stranger: Browser) -> None:
    _, page = stranger.get("/account/login/")
    found = re.search(rb'"(/static/css/[\w.-]+\.[0-9a-f]{12}\.css)"', page)
    assert found
    answer, content = stranger.get(found[1].decode(), **{"Accept-Encoding": "gzip"})
    assert answer.status == 200
    assert answer.headers["Cache-Control"] == IMMUTABLE
    assert answer.headers["Content-Encoding"] == "gzip"
    assert answer.headers["Content-Type"].startswith("text/css")
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert content.startswith(b"\x1f\x8b")


def test_static_files_come_from_the_disk(federation: Federation, stranger: Browser) -> None:
    # The web processes, which read the folder at their start, do not know this one.
    new = federation.folder / "static/css/new.0123456789ab.css"
    new.write_text("p {}")
    answer, content = stranger.get("/static/css/new.0123456789ab.css")
    assert (answer.status, content) == (200, b"p {}")
    assert answer.headers["Cache-Control"] == IMMUTABLE


def test_a_file_without_a_hash_in_its_name_is_asked_for_again(stranger: Browser) -> None:
    answer, _ = stranger.get("/static/css/base.css")
    assert answer.headers["Cache-Control"] == "public, max-age=60"


def test_a_file_that_is_not_there_is_not_remembered_as_missing(stranger: Browser) -> None:
    answer, _ = stranger.get("/static/css/none.0123456789ab.css")
    assert answer.status == 404
    assert "immutable" not in (answer.headers["Cache-Control"] or "")


@pytest.mark.parametrize(
    "path", ["/static/../demo.txt", "/static/%2e%2e/secret_key", "/static../demo.txt"]
)
def test_nothing_beside_the_static_files_is_served(stranger: Browser, path: str) -> None:
    answer, _ = stranger.get(path)
    assert answer.status in {400, 404}


def test_a_body_of_13_megabytes_is_refused(proxy: Proxy) -> None:
    with closing(Visit(proxy)) as visit:
        visit.putrequest("POST", "/account/login/")
        visit.putheader("Content-Length", "13000000")
        visit.endheaders()
        # The announced length is enough; the body is not waited for.
        assert visit.getresponse().status == 413


def test_a_body_of_2_megabytes_reaches_the_site(stranger: Browser) -> None:
    stranger.get("/account/login/")
    answer, _ = stranger.post("/account/login/", {"login": "x" * 2_000_000})
    assert answer.status in {200, 422}


async def test_the_sockets_of_a_table_are_at_one_process_and_the_site_survives_it(
    federation: Federation, stranger: Browser
) -> None:
    code = bots_table(stranger)
    broken = []
    async with AsyncExitStack() as stack:
        sockets = [await stack.enter_async_context(look_at(stranger, code)) for _ in range(4)]
        for port in federation.ports:
            federation.kill(port)
            await asyncio.sleep(1)
            broken.append(sum(socket.lost.is_set() for socket in sockets))
            for _request in range(10):
                answer, _ = stranger.get(f"/tables/{code}/")
                assert answer.status == 200
            async with look_at(stranger, code):
                pass
            federation.start(port)
            if broken[-1]:
                break
            # The proxy tries it again 5 seconds after it failed.
            await asyncio.sleep(6)
    # One process had all four of them.
    assert broken in ([4], [0, 4])


@pytest.mark.browser
@pytest.mark.parametrize("proxy", [proxies.nginx], indirect=True, ids=["nginx"])
def test_nobody_at_a_table_notices_that_one_process_after_the_other_is_restarted(
    federation: Federation, stranger: Browser
) -> None:
    # The tests before may have left the proxy without trust in one of them.
    for port in federation.ports:
        until(partial(rolling.is_asked_by_the_proxy, port, stranger))
    place = rolling.place_in(federation)
    with rolling.players_at(place, stranger) as players:
        evening = rolling.Evening(federation, players)
        evening.play_until(lambda: rolling.sockets(federation) == [0, 2])
        # The one that serves the table first, so that both are left by the players.
        for port in sorted(federation.ports, key=rolling.sockets_at, reverse=True):
            evening.restart(port, stranger)
        taps = sum(len(player.taps) for player in players)
        until(lambda: len(rolling.in_the_log(federation, place)) >= taps, rolling.PATIENCE)
        logged = rolling.in_the_log(federation, place)
        assert {by for _seat, _number, by in logged} == {"player"}
        for seat, player in enumerate(players):
            assert player.was_told() == []
            # More than two where the proxy has led somebody back, on a connection that it kept.
            first, second, *further = player.closed_sockets()
            assert {first, second, *further} == {rolling.SERVICE_RESTART}
            assert player.loads == 1
            assert [number for one, number, _by in logged if one == seat] == player.taps
            assert [one for one in player.troubles.found if rolling.NO_WORKER not in one] == []
