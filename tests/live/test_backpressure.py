"""Spectators who do not read, with the real server: they cost neither memory nor anybody's time."""

import asyncio
import re
import shutil
import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bench.wire import Wire, upgrade_request
from tests.support.site import Site
from tests.support.sockets import PATIENCE

VERSION = re.compile(rb'data-version="(\d+)"')
SMALL_BUFFER = 4096
# What the server holds of a socket that does not read: its own buffer, the kernels' and a view.
MOST_HELD = 500_000
MOST_GROWTH = 30_000  # kilobytes


class TightSite(Site):
    """A site that waits for stalled browsers as long as a test can."""

    manage = ("-m", "tests.live.tight_site")


@pytest.fixture
def site(club: Path, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Site]:
    """The real server, with nobody but bots at its tables."""
    site = TightSite(tmp_path)
    site.environment["STALLED_SECONDS"] = str(request.param)
    shutil.copytree(club, site.folder, dirs_exist_ok=True)
    site.start()
    yield site
    site.stop()


class Spectator:
    """A page of a stranger that looks at a table; it notes the versions it was shown."""

    def __init__(self, site: Site, code: str) -> None:
        self.versions: list[int] = []
        self.lost = ""
        request = upgrade_request(site.port, f"/ws/tables/{code}/?language=en")
        self.wire = Wire(request, self._note, self._lose)

    def _note(self, payload: bytes, _is_binary: bool, _now: float) -> None:
        if found := VERSION.search(payload):
            self.versions.append(int(found[1]))

    def _lose(self, why: str) -> None:
        self.lost = self.lost or why

    async def open(self, site: Site, *, takes_little: bool) -> None:
        connection = socket.socket()
        if takes_little:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
        connection.connect(("127.0.0.1", site.port))
        connection.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.create_connection(lambda: self.wire, sock=connection)
        await self.wire.opened
        await until(lambda: bool(self.versions))

    @property
    def transport(self) -> asyncio.Transport:
        transport = self.wire._transport
        assert transport is not None
        return transport

    @property
    def newest(self) -> int:
        return self.versions[-1]


async def until(is_so: Callable[[], bool]) -> None:
    """Wait for what the bots or the server do; a busy machine is slow, not wrong."""
    for _try in range(100 * 2 * PATIENCE):
        if is_so():
            return
        await asyncio.sleep(0.01)
    raise TimeoutError


def memory_of(site: Site) -> int:
    """What the server process holds, in kilobytes."""
    status = Path(f"/proc/{site.process.pid}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    assert found
    return int(found[1])


async def spectators(site: Site) -> tuple[Spectator, Spectator]:
    """One who reads and one who has stopped reading, at a table that goes on."""
    code = site.run("-m", "tests.live.bots_table").strip()
    reads, stalled = Spectator(site, code), Spectator(site, code)
    await reads.open(site, takes_little=False)
    await stalled.open(site, takes_little=True)
    stalled.transport.pause_reading()
    return reads, stalled


def assert_shown_each(versions: list[int]) -> None:
    """Each version was shown, one after the other."""
    assert versions == list(range(versions[0], versions[-1] + 1))


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
@pytest.mark.parametrize("site", [1.0], indirect=True)
async def test_a_spectator_who_does_not_read_is_cut_off_and_holds_up_nobody(site: Site) -> None:
    reads, stalled = await spectators(site)
    before, began = memory_of(site), reads.newest
    await until(lambda: reads.newest >= began + 250)
    assert memory_of(site) - before < MOST_GROWTH
    received, newest = stalled.wire.received, reads.newest
    stalled.transport.resume_reading()
    await until(lambda: bool(stalled.lost))
    assert stalled.newest < newest
    assert stalled.wire.received - received < MOST_HELD
    assert_shown_each(reads.versions)
    assert not reads.lost
    reads.wire.close()


@pytest.mark.parametrize("site", [60.0], indirect=True)
async def test_a_spectator_who_reads_again_is_shown_the_newest_view_only(site: Site) -> None:
    reads, stalled = await spectators(site)
    began = reads.newest
    await until(lambda: reads.newest >= began + 250)
    received, newest = stalled.wire.received, reads.newest
    stalled.transport.resume_reading()
    await until(lambda: stalled.newest >= newest + 20)
    assert stalled.wire.received - received < MOST_HELD
    # Each up to the moment in which the connection was full, then the newest.
    versions = stalled.versions
    jump = next(at for at in range(1, len(versions)) if versions[at] > versions[at - 1] + 1)
    assert versions[jump] - versions[jump - 1] > 100
    assert newest - 20 < versions[jump]
    assert not stalled.lost
    assert_shown_each(reads.versions)
    for spectator in (reads, stalled):
        spectator.wire.close()
