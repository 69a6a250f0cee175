"""What runs in the background ends when it is asked to, whatever a library does about it."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from games.live import publishing
from games.live.hub import Hub
from tests.live.test_rooms import TABLE, Club, Tab, settle
from tests.support.layers import FakeLayer
from tests.support.programs import REDIS, require
from tests.support.project import ROOT
from tests.support.sockets import PATIENCE, knock

LOOPS = "8"


@pytest.fixture
async def layer(monkeypatch: pytest.MonkeyPatch) -> FakeLayer:
    layer = FakeLayer()
    monkeypatch.setattr(publishing, "shared_layer", lambda: layer)
    return layer


def running_besides(before: set[asyncio.Task]) -> set[asyncio.Task]:
    """The tasks of this loop that were not there before."""
    return asyncio.all_tasks() - before


async def test_a_closed_hub_starts_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither for a notice that was to be told a moment later, nor for a view to be tried again."""
    monkeypatch.setattr(publishing, "RETRY_SECONDS", 0.01)
    club, tab, failing = Club(), Tab(), Tab("unlucky")
    hub = Hub(club.subject, club.versions, club.unwelcome)
    await hub.join(TABLE, tab)
    club.failing.add("unlucky")
    await hub.join(TABLE, failing)
    club.version = 2
    hub.rooms[TABLE].hint(2, is_urgent=False)
    await hub.close()
    loads = club.loads
    await asyncio.sleep(2 * publishing.NOTICE_SECONDS)
    assert club.loads == loads
    assert tab.got == ["version 1"]
    assert failing.got == ["sorry, unlucky"]


@pytest.mark.parametrize("swallows", [0, 1, 3])
async def test_a_hub_ends_its_tasks_also_when_cancellations_are_swallowed(
    layer: FakeLayer, swallows: int
) -> None:
    before = asyncio.all_tasks()
    club = Club()
    hub = Hub(club.subject, club.versions, club.unwelcome)
    await hub.join(TABLE, Tab())
    await settle()
    assert layer.receiving == 1
    layer.swallows = swallows
    async with asyncio.timeout(PATIENCE):
        await hub.close()
    assert layer.swallows == 0
    assert running_besides(before) == set()


async def test_a_hub_whose_layer_never_answers_ends(layer: FakeLayer) -> None:
    before = asyncio.all_tasks()
    layer.answers.clear()
    club = Club()
    hub = Hub(club.subject, club.versions, club.unwelcome)
    tab = Tab()
    joining = asyncio.create_task(hub.join(TABLE, tab))
    await settle()
    await hub.leave(TABLE, tab)
    await hub.close()
    await joining
    await settle()
    assert running_besides(before) == set()


async def test_a_closed_hub_hears_of_nothing_and_opens_again(layer: FakeLayer) -> None:
    club, tab = Club(), Tab()
    hub = Hub(club.subject, club.versions, club.unwelcome)
    await hub.join(TABLE, tab)
    await hub.close()
    club.version = 2
    await asyncio.to_thread(publishing.publish, TABLE, 2)
    await settle()
    assert tab.got == ["version 1"]
    await hub.join(TABLE, other := Tab())
    club.version = 3
    await asyncio.to_thread(publishing.publish, TABLE, 3)
    await settle()
    assert other.got == ["version 2", "version 3"]
    await hub.close()


async def test_a_refused_socket_takes_no_channel_on_which_it_would_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A task that waits on Redis may not heed the one cancellation by which a loop is closed."""
    layer = FakeLayer()
    monkeypatch.setattr(
        "channels.consumer.get_channel_layer",
        lambda alias="default": layer if alias == "default" else None,
    )
    before = asyncio.all_tasks()
    for path in ("/ws/tables/abc/", "/ws/nope/"):
        assert not await knock(path, origin=b"http://elsewhere.example")
    await settle()
    assert layer.calls == []
    for task in running_besides(before):
        task.cancel()
    await asyncio.wait_for(asyncio.gather(*running_besides(before), return_exceptions=True), 10)


@pytest.mark.redis
def test_loops_with_a_hub_a_keeper_and_sockets_end_beside_a_busy_processor(migrated: Path) -> None:
    """A short run of the drill; what hangs ends it with the stacks of all threads."""
    require(REDIS)
    drill = subprocess.run(
        [sys.executable, "-m", "tests.live.closing_drill", LOOPS, str(migrated)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert drill.returncode == 0, drill.stdout + drill.stderr
