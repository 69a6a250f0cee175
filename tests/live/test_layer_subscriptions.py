"""Subscriptions follow who comes and goes, whatever happens at the same moment."""

import asyncio
from collections.abc import Iterable, Mapping

import pytest

from games.live import hub as hub_module
from games.live import publishing
from tests.live.test_layer import GROUP, MakeHub, change_elsewhere, club, layer, make_hub
from tests.live.test_rooms import TABLE, Club, Tab, settle
from tests.support.layers import FakeLayer
from tests.support.sockets import until

__all__ = ["club", "layer", "make_hub"]


class ClubThatMovesOn(Club):
    """Another process writes a version at the moment in which somebody reads the present one."""

    def __init__(self, layer: FakeLayer) -> None:
        super().__init__()
        self.layer = layer
        self.subscribed_when_read: list[bool] = []

    async def versions(self, table_ids: Iterable[int]) -> Mapping[int, int]:
        read = await super().versions(table_ids)
        self.subscribed_when_read.append(bool(self.layer.groups[GROUP]))
        if self.version == 1:
            self.version = 2
            await self.layer.group_send(
                GROUP, {"type": "changed", "subject": TABLE, "version": self.version}
            )
        return read


async def test_a_version_written_while_somebody_comes_is_shown(
    layer: FakeLayer, make_hub: MakeHub
) -> None:
    """Who reads first and subscribes then would hear of it from the next change."""
    club = ClubThatMovesOn(layer)
    tab = Tab()
    await make_hub(club).join(TABLE, tab)
    await settle()
    assert all(club.subscribed_when_read)
    assert tab.got[-1] == "version 2"


async def test_a_page_that_shows_the_present_version_is_not_sent_it_again(
    layer: FakeLayer, make_hub: MakeHub, club: Club
) -> None:
    """Neither by its subscription, which looks what is new, nor by a hint that comes meanwhile."""
    hub, tab = make_hub(club), Tab()
    layer.answers.clear()
    joining = asyncio.create_task(hub.join(TABLE, tab, 1))
    await settle()
    publishing.publish(TABLE, 1)
    await settle()
    layer.answers.set()
    await joining
    await settle()
    assert tab.got == []
    await change_elsewhere(layer, club)
    assert tab.got == ["version 2"]


async def test_the_last_one_who_goes_ends_the_subscription(
    layer: FakeLayer, make_hub: MakeHub, club: Club
) -> None:
    hub, first, last = make_hub(club), Tab(), Tab()
    for tab in (first, last):
        await hub.join(TABLE, tab)
    await hub.leave(TABLE, first)
    await settle()
    assert layer.groups[GROUP]
    await hub.leave(TABLE, last)
    await settle()
    assert not layer.groups[GROUP]


async def test_who_goes_before_the_layer_answers_leaves_no_subscription(
    layer: FakeLayer, make_hub: MakeHub, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_module, "LAYER_SECONDS", 0.02)
    hub, tab, answers, add = make_hub(club), Tab(), asyncio.Event(), layer.group_add

    async def add_late(group: str, channel: str) -> None:
        if group == GROUP:
            await answers.wait()
        await add(group, channel)

    monkeypatch.setattr(layer, "group_add", add_late)
    await hub.join(TABLE, tab)
    await hub.leave(TABLE, tab)
    await until(lambda: ("group_discard", GROUP) in layer.calls)
    answers.set()
    await settle()
    assert not layer.groups[GROUP]


async def test_who_comes_while_a_subscription_is_being_ended_has_one(
    layer: FakeLayer, make_hub: MakeHub, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub, goes, comes = make_hub(club), Tab(), Tab()
    await hub.join(TABLE, goes)
    answers, discard = asyncio.Event(), layer.group_discard

    async def discard_late(group: str, channel: str) -> None:
        await answers.wait()
        await discard(group, channel)

    monkeypatch.setattr(layer, "group_discard", discard_late)
    await hub.leave(TABLE, goes)
    await hub.join(TABLE, comes)
    answers.set()
    await settle()
    await change_elsewhere(layer, club)
    assert comes.got[-1] == "version 2"


async def test_who_comes_while_the_rooms_are_subscribed_again_is_subscribed_too(
    layer: FakeLayer, make_hub: MakeHub, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub = make_hub(club)
    await hub.join(TABLE, Tab())
    is_subscribing, answers, add = asyncio.Event(), asyncio.Event(), layer.group_add

    async def add_late(group: str, channel: str) -> None:
        if group == publishing.SIGN_INS:
            is_subscribing.set()
            await answers.wait()
        await add(group, channel)

    monkeypatch.setattr(layer, "group_add", add_late)
    layer.break_down()
    await settle()
    layer.is_down = False
    await is_subscribing.wait()
    await hub.join(TABLE + 1, Tab())
    answers.set()
    await settle()
    assert layer.groups[publishing.group_name(TABLE + 1)]


async def test_a_silent_layer_does_not_keep_the_sweep_from_its_work(
    layer: FakeLayer, make_hub: MakeHub, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_module, "SWEEP_SECONDS", 0.02)
    monkeypatch.setattr(hub_module, "LAYER_SECONDS", 0.02)
    tab = Tab()
    await make_hub(club).join(TABLE, tab)
    layer.answers.clear()
    await asyncio.sleep(0.1)
    club.version = 2
    await until(lambda: tab.got[-1] == "version 2")
