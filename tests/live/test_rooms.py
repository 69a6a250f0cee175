"""Rooms when people come and go at the same moment, and when the channel layer does not answer."""

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any

import pytest
from channels.layers import InMemoryChannelLayer
from games.rooms import Hub, Messages

from games import live, rooms

TABLE = 7


class Tab:
    """A socket that notes what it was sent; a broken one cannot even be closed."""

    can_wait = False
    player_id: int | None = None

    def __init__(self, onlooker: str = "anybody", *, is_broken: bool = False) -> None:
        self.onlooker = onlooker
        self.is_broken = is_broken
        self.got: list[str | None] = []

    async def deliver(self, text: str) -> None:
        self.got.append(text)

    async def dismiss(self) -> None:
        if self.is_broken:
            raise ConnectionError
        self.got.append(None)


class SlowTab(Tab):
    """Of somebody who watches, over a connection that takes what it is sent only after `go`."""

    can_wait = True

    def __init__(self) -> None:
        super().__init__()
        self.go = asyncio.Event()

    async def deliver(self, text: str) -> None:
        await self.go.wait()
        await super().deliver(text)


class Club:
    """What a hub asks of the rest: the stored version of the table, and who is signed out."""

    def __init__(self) -> None:
        self.version = 1
        self.signed_out: list[Tab] = []

    async def render(
        self, _table_id: int, _version: int, onlookers: Iterable[Any]
    ) -> tuple[int, Messages]:
        return self.version, dict.fromkeys(onlookers, f"version {self.version}")

    async def versions(self, table_ids: Iterable[int]) -> Mapping[int, int]:
        return dict.fromkeys(table_ids, self.version)

    async def unwelcome(self, _sockets: Iterable[Any]) -> list[Tab]:
        return self.signed_out


class SlowLayer(InMemoryChannelLayer):
    """Takes its time over members, as a layer on the network does; `is_down`: does not answer."""

    is_down = False

    async def group_add(self, group: str, channel: str) -> None:
        if self.is_down:
            raise ConnectionError
        await asyncio.sleep(0.01)
        await super().group_add(group, channel)

    async def group_discard(self, group: str, channel: str) -> None:
        await asyncio.sleep(0.02)
        await super().group_discard(group, channel)


@pytest.fixture
def club() -> Club:
    return Club()


@pytest.fixture
def layer(monkeypatch: pytest.MonkeyPatch) -> SlowLayer:
    layer = SlowLayer()
    monkeypatch.setattr(live, "get_channel_layer", lambda: layer)
    return layer


@pytest.fixture
async def hub(club: Club, layer: SlowLayer) -> Hub:
    return Hub(club.render, club.versions, club.unwelcome)


async def settle() -> None:
    """Let everything happen that waits for nothing outside; however slow the machine is."""
    for _round in range(500):
        await asyncio.sleep(0)


async def change(club: Club, layer: SlowLayer) -> None:
    """A new version, of which everybody hears."""
    club.version += 1
    message = {"type": "changed", "subject": TABLE, "version": club.version}
    await layer.group_send(live.group_name(TABLE), message)
    await settle()


async def test_who_comes_while_another_comes_and_goes_is_in_the_room(
    hub: Hub, club: Club, layer: SlowLayer
) -> None:
    stays, passes = Tab(), Tab()
    await hub.join(TABLE + 1, Tab())
    coming = asyncio.create_task(hub.join(TABLE, stays))
    await asyncio.sleep(0.005)
    await hub.join(TABLE, passes)
    await hub.leave(TABLE, passes)
    await coming
    await change(club, layer)
    assert stays.got == ["version 2"]


async def test_who_comes_while_the_last_one_goes_hears_of_changes(
    hub: Hub, club: Club, layer: SlowLayer
) -> None:
    goes, comes = Tab(), Tab()
    await hub.join(TABLE, goes)
    going = asyncio.create_task(hub.leave(TABLE, goes))
    await asyncio.sleep(0)
    await hub.join(TABLE, comes)
    await going
    await change(club, layer)
    assert comes.got == ["version 2"]


async def test_a_crowd_that_watches_holds_up_nobody_who_plays(
    hub: Hub, club: Club, layer: SlowLayer
) -> None:
    watches, plays = SlowTab(), Tab()
    for tab in (watches, plays):
        await hub.join(TABLE, tab)
    await change(club, layer)
    await change(club, layer)
    assert (watches.got, plays.got) == ([], ["version 2", "version 3"])
    watches.go.set()
    await settle()
    assert watches.got == ["version 2", "version 3"]


async def test_a_large_crowd_is_served_whole(hub: Hub, club: Club, layer: SlowLayer) -> None:
    crowd = [Tab() for _tab in range(2 * rooms.SENT_AT_ONCE + 1)]
    for tab in crowd:
        await hub.join(TABLE, tab)
    await change(club, layer)
    assert all(tab.got == ["version 2"] for tab in crowd)


async def test_without_the_channel_layer_the_sweep_still_shows_what_is_new(
    hub: Hub, club: Club, layer: SlowLayer
) -> None:
    tab = Tab()
    await hub.join(TABLE, tab)
    layer.is_down = True
    club.version = 2
    with pytest.raises(ConnectionError):
        await hub.sweep()
    await asyncio.sleep(0)
    assert tab.got == ["version 2"]


async def test_who_signs_out_on_the_way_in_is_dismissed(
    hub: Hub, club: Club, layer: SlowLayer
) -> None:
    comes, other = Tab(), Tab()
    comes.player_id, other.player_id = 5, 6
    await hub.join(TABLE + 1, Tab())
    await layer.group_send(live.SIGN_INS, {"type": "signed_out", "player": 5})
    await settle()
    club.signed_out = [comes]
    await hub.join(TABLE, other)
    assert comes.got == []
    await hub.join(TABLE, comes)
    await settle()
    assert (comes.got, other.got) == ([None], [])


async def test_a_broken_connection_does_not_end_the_sweep(hub: Hub, club: Club) -> None:
    broken, whole = Tab(is_broken=True), Tab()
    club.signed_out = [broken]
    for tab in (broken, whole):
        await hub.join(TABLE, tab)
    club.version = 2
    await hub.sweep()
    assert "version 2" in whole.got


async def test_a_message_that_makes_no_sense_does_not_end_the_listening(
    hub: Hub, club: Club, layer: SlowLayer, monkeypatch: pytest.MonkeyPatch
) -> None:
    tab = Tab()
    await hub.join(TABLE, tab)
    sleep = asyncio.sleep
    monkeypatch.setattr(asyncio, "sleep", lambda seconds: sleep(min(seconds, 0.001)))
    await layer.group_send(live.group_name(TABLE), {"type": "changed"})
    await sleep(0.01)
    await change(club, layer)
    while not tab.got:
        await sleep(0.001)
    assert tab.got == ["version 2"]
