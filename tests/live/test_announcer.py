"""Telling other processes, over a channel layer that is slow or away."""

import asyncio
from typing import Any

import pytest
from channels.layers import InMemoryChannelLayer

from games.live.announcer import Announcer
from tests.support.sockets import PATIENCE, until


class SlowLayer(InMemoryChannelLayer):
    """A layer that takes its time; `sent` holds what it was given, `busy` how often at once."""

    def __init__(self, error: Exception | None = None) -> None:
        super().__init__()
        self.sent: list[tuple[str, dict[str, Any]]] = []
        self.busy = self.busiest = 0
        self.error = error

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        self.busy += 1
        self.busiest = max(self.busiest, self.busy)
        await asyncio.sleep(0.01)
        self.busy -= 1
        self.sent.append((group, message))
        if self.error:
            raise self.error


def changed(version: int) -> dict[str, Any]:
    return {"type": "changed", "subject": 1, "version": version}


async def done(announcer: Announcer) -> None:
    await asyncio.gather(*announcer._sending.values())


async def test_of_what_waits_for_a_slow_layer_only_the_newest_is_sent() -> None:
    layer = SlowLayer()
    announcer = Announcer(layer)
    announcer.announce("table.1", changed(1))
    await asyncio.sleep(0)
    for version in (2, 4, 3):
        announcer.announce("table.1", changed(version))
    await done(announcer)
    assert [message["version"] for _group, message in layer.sent] == [1, 4]
    assert layer.busiest == 1


async def test_what_may_wait_is_sent_with_the_newest_that_came_meanwhile() -> None:
    layer = SlowLayer()
    announcer = Announcer(layer)
    for version in (1, 2):
        announcer.announce("table.1", changed(version), wait=0.05)
    await asyncio.sleep(0.01)
    assert not layer.sent
    await until(lambda: layer.sent == [("table.1", changed(2))])


async def test_what_is_urgent_takes_the_place_of_what_waits() -> None:
    layer = SlowLayer()
    announcer = Announcer(layer)
    announcer.announce("table.1", changed(1), wait=PATIENCE)
    announcer.announce("table.1", changed(2))
    announcer.announce("table.1", changed(3), wait=PATIENCE)
    await done(announcer)
    assert [message["version"] for _group, message in layer.sent] == [3]


async def test_no_table_waits_for_another_and_no_sign_out_is_left_out() -> None:
    layer = SlowLayer()
    announcer = Announcer(layer)
    announcer.announce("table.1", changed(1))
    announcer.announce("table.2", changed(1))
    for player in (1, 2):
        announcer.announce("sign-ins", {"type": "signed_out", "player": player})
    await done(announcer)
    assert len(layer.sent) == layer.busiest == 4


async def test_a_layer_that_is_away_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    layer = SlowLayer(ConnectionError())
    announcer = Announcer(layer)
    for version in range(3):
        announcer.announce("table.1", changed(version))
        await done(announcer)
    layer.error = None
    announcer.announce("table.1", changed(4))
    await done(announcer)
    assert [record.getMessage() for record in caplog.records] == [
        "changes are not announced: ConnectionError"
    ]


async def test_the_end_waits_for_what_is_to_be_sent() -> None:
    layer = SlowLayer()
    announcer = Announcer(layer)
    announcer.announce("table.1", changed(1))
    await asyncio.sleep(0)
    announcer.announce("table.1", changed(2))
    announcer.announce("table.2", changed(3), wait=PATIENCE)
    await announcer.finish()
    assert [message["version"] for _group, message in layer.sent] == [1, 3, 2]
