"""A process that is asked to end loses nothing that it has begun, with the real server."""

import asyncio
import shutil
import signal
import socket
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing
from functools import partial
from http.client import HTTPConnection
from pathlib import Path

import pytest

from bench.wire import CLOSE, Wire, connect, upgrade_request
from config.daphne_server import COME_BACK
from tests.drills.club import ClubWish, TableWish
from tests.drills.pages import PlayerPage
from tests.drills.stage import club_in
from tests.live.slow_site import EXPORT_BYTES, SlowSite
from tests.support.migrated import FILE
from tests.support.processes import start, until
from tests.support.project import ROOT
from tests.support.sockets import PATIENCE

SOCKETS = 20
LOGGED = "SELECT command FROM games_actionlog WHERE command <> '' ORDER BY id"


@pytest.fixture(scope="module")
def prepared(club: Path, tmp_path_factory: pytest.TempPathFactory) -> SlowSite:
    site = SlowSite(tmp_path_factory.mktemp("site"))
    # More than any of it takes on a busy machine.
    site.environment["STOP_SECONDS"] = "120"
    shutil.copytree(club, site.folder, dirs_exist_ok=True)
    site.place = club_in(site.environment, ClubWish({"stop": TableWish(20)})).places["stop"]
    return site


@pytest.fixture
def site(prepared: SlowSite) -> Iterator[SlowSite]:
    """A running site; each test ends it."""
    prepared.log.write_text("")
    prepared.start()
    yield prepared
    prepared.kill()


def end(site: SlowSite) -> int:
    """Wait for the end of the process, and return its code."""
    return site.process.wait(timeout=PATIENCE * 10)


async def test_sockets_come_back_and_what_they_sent_is_done(site: SlowSite) -> None:
    """A choice that was sent before the page knew is made, though it cannot be answered."""
    path = site.place.path
    # Why each was closed, by number: a wire tells of the close frame, and again of its end.
    closed: dict[int, str] = {}

    def note(why: str, *, number: int) -> None:
        closed.setdefault(number, why)

    wires = []
    for number in range(SOCKETS):
        wire = Wire(upgrade_request(site.port, path), lambda *_: None, partial(note, number=number))
        await connect(wire, site.port)
        wires.append(wire)
    players = [
        PlayerPage(f"p{seat}", [site.port], path, cookie)
        for seat, cookie in enumerate(site.place.cookies)
    ]
    for player in players:
        await player.open(site.port)
    site.process.send_signal(signal.SIGTERM)
    await asyncio.to_thread(until, lambda: not accepts(site))
    # The page sends before it reads that it is to come back: nobody has answered the close frame.
    sent = [player.next_command() for player in players]
    for player, command in zip(players, sent, strict=True):
        player.send(command)
    async with asyncio.timeout(PATIENCE * 10):
        while len(closed) < SOCKETS:  # noqa: ASYNC110 - the drill's wires have no event
            await asyncio.sleep(0.01)
    for wire in wires:
        wire._write(CLOSE, COME_BACK.to_bytes(2))
    for player in players:
        player._wire._write(CLOSE, COME_BACK.to_bytes(2))
    assert await asyncio.to_thread(end, site) == 0
    assert set(closed.values()) == {f"closed by the server: {COME_BACK.to_bytes(2)!r}"}
    with closing(sqlite3.connect(site.folder / FILE)) as database:
        logged = [command for (command,) in database.execute(LOGGED)]
    assert sorted(logged[-4:]) == [command["id"] for command in sent]
    assert "Traceback" not in site.log.read_text()


def accepts(site: SlowSite) -> bool:
    try:
        socket.create_connection(("127.0.0.1", site.port), timeout=5).close()
    except OSError:
        return False
    return True


def test_a_download_and_an_upload_are_finished(site: SlowSite) -> None:
    with ExitStack() as stack:
        download, kept, upload = (stack.enter_context(closing(visit(site))) for _ in range(3))
        download.request("GET", "/export/")
        kept.request("GET", "/healthz")
        kept.getresponse().read()
        upload.putrequest("POST", "/account/login/")
        upload.putheader("Content-Length", "200000")
        upload.endheaders()
        upload.send(b"x" * 100_000)
        answer = download.getresponse()
        answer.read(1)
        site.process.send_signal(signal.SIGTERM)
        until(lambda: not accepts(site))
        # A proxy may not know yet: what it asks on a connection that it has kept is answered.
        kept.request("GET", "/healthz")
        last = kept.getresponse()
        assert (last.status, last.headers["Connection"]) == (200, "close")
        last.read()
        assert len(answer.read()) == EXPORT_BYTES - 1
        upload.send(b"x" * 100_000)
        refused = upload.getresponse()
        assert refused.status == 403
        refused.read()
        assert end(site) == 0
    assert "Traceback" not in site.log.read_text()


def visit(site: SlowSite) -> HTTPConnection:
    return HTTPConnection("127.0.0.1", site.port, timeout=PATIENCE * 10)


def test_a_second_signal_ends_it_at_once(site: SlowSite) -> None:
    with socket.create_connection(("127.0.0.1", site.port)) as half:
        half.sendall(b"POST /account/login/ HTTP/1.1\r\nContent-Length: 100\r\n\r\nx")
        # Connections are accepted in turn.
        assert accepts(site)
        site.process.send_signal(signal.SIGTERM)
        until(lambda: not accepts(site))
        site.process.send_signal(signal.SIGTERM)
        assert end(site) == 0
    # It would have waited for the other half for STOP_SECONDS, and then said so.
    assert "unfinished" not in site.log.read_text()


def test_the_keeper_ends_between_two_moves(site: SlowSite) -> None:
    site.kill()
    keeper = start(
        [sys.executable, "manage.py", "keeper"], site.log, env=site.environment, cwd=ROOT
    )
    with closing(sqlite3.connect(site.folder / FILE)) as database:
        pulse = "SELECT at FROM games_pulse"
        first = database.execute(pulse).fetchall()
        until(lambda: database.execute(pulse).fetchall() != first)
    keeper.terminate()
    assert keeper.wait(timeout=PATIENCE * 10) == 0
    assert "The keeper rests." in site.log.read_text()
    assert "Traceback" not in site.log.read_text()
