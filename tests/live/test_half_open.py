"""Connections that are opened and not used, with the real server: they are cut, others play on."""

import shutil
import socket
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.drills.hostile import bytes_on_disk
from tests.live.slow_site import SlowSite
from tests.support.sockets import PATIENCE

MOST_UNANSWERED = 2_000_000
POST_OF_PHOTO = (
    b"POST /leagues/score/x/photo/ HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\n\r\n"
)
UNFINISHED = {
    "nothing": b"",
    "half a line": b"GET /heal",
    "half of the headers": b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n",
    "half a socket": b"GET /ws/tables/abc/ HTTP/1.1\r\nUpgrade: websocket\r\n",
    "half a body": b"POST /account/login/ HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nab",
}


@pytest.fixture(scope="module")
def site(club: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[SlowSite]:
    """A site that waits for headers and bodies for as long as a test can, and has few files."""
    site = SlowSite(tmp_path_factory.mktemp("site"))
    site.environment |= {"HEADER_SECONDS": "1", "MOST_UNANSWERED": str(MOST_UNANSWERED)}
    shutil.copytree(club, site.folder, dirs_exist_ok=True)
    site.start()
    yield site
    site.stop()


@pytest.mark.parametrize("sent", UNFINISHED.values(), ids=UNFINISHED.keys())
def test_what_is_not_finished_in_time_is_cut(site: SlowSite, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE * 10) as half:
        half.sendall(sent)
        assert is_cut(half)


def test_a_byte_now_and_then_does_not_keep_it_open(site: SlowSite) -> None:
    with socket.create_connection(("127.0.0.1", site.port)) as drip:
        drip.settimeout(0.1)
        for _byte in range(PATIENCE * 100):
            try:
                drip.sendall(b"G")
                if drip.recv(1) == b"":
                    return
            except TimeoutError:
                continue
            except ConnectionError:
                return
    pytest.fail("still open")


def is_cut(half: socket.socket) -> bool:
    try:
        return half.recv(1) == b""
    except ConnectionError:
        return True


def test_a_connection_that_was_used_stays_open_for_the_next_request(site: SlowSite) -> None:
    with closing(HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE * 10)) as visit:
        visit.request("GET", "/healthz")
        visit.getresponse().read()
        used = visit.sock
        with socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE * 10) as half:
            assert is_cut(half)
        # It was idle for longer than a new one may be.
        visit.request("GET", "/healthz")
        assert visit.getresponse().status == 200
        assert visit.sock is used


def test_the_site_takes_as_many_files_as_the_machine_allows(site: SlowSite) -> None:
    limits = Path(f"/proc/{site.process.pid}/limits")
    if not limits.exists():
        pytest.skip("Linux tells the limits of a process")
    (line,) = [
        line for line in limits.read_text().splitlines() if line.startswith("Max open files")
    ]
    soft, hard = line.split()[3:5]
    assert soft == hard or hard == "unlimited"


def test_unfinished_bodies_fill_no_disk_and_others_are_served(site: SlowSite) -> None:
    part = POST_OF_PHOTO + bytes(900_000)
    with ExitStack() as halves:
        for _body in range(6):
            half = socket.create_connection(("127.0.0.1", site.port), timeout=PATIENCE * 10)
            halves.enter_context(half).sendall(part)
            with closing(HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE * 10)) as visit:
                visit.request("POST", "/account/login/", "login=x")
                assert visit.getresponse().status == 403
            assert bytes_on_disk(site.process.pid) <= MOST_UNANSWERED
