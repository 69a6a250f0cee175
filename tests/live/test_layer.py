"""What other processes do is heard over the channel layer, also when that fails for a while."""

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from games.live import hub as hub_module
from games.live import publishing
from games.live.hub import Hub
from tests.live.test_rooms import TABLE, Club, Tab, settle
from tests.support.layers import FakeLayer
from tests.support.sockets import until

GROUP = publishing.group_name(TABLE)

MakeHub = Callable[[Club], Hub]


@pytest.fixture
async def layer(monkeypatch: pytest.MonkeyPatch) -> FakeLayer:
    """What two processes share, in place of Redis."""
    layer = FakeLayer()
    monkeypatch.setattr(publishing, "shared_layer", lambda: layer)
    publishing.serve_from(asyncio.get_running_loop())
    # Nothing in these tests may be what the sweep makes good.
    monkeypatch.setattr(hub_module, "SWEEP_SECONDS", 1000.0)
    monkeypatch.setattr(hub_module, "ECHO_SECONDS", 0.1)
    return layer


@pytest.fixture
async def make_hub(layer: FakeLayer) -> AsyncIterator[MakeHub]:
    """Hubs as several processes have them."""
    made: list[Hub] = []

    def make(club: Club) -> Hub:
        made.append(Hub(club.subject, club.versions, club.unwelcome))
        return made[-1]

    yield make
    for hub in made:
        await hub.close()


@pytest.fixture
def club() -> Club:
    return Club()


async def change_elsewhere(layer: FakeLayer, club: Club) -> None:
    """Another process writes a version and says so on the layer alone."""
    club.version += 1
    message = {"type": "changed", "subject": TABLE, "version": club.version}
    await layer.group_send(GROUP, message)
    await settle()


async def test_what_another_process_writes_is_shown(
    layer: FakeLayer, make_hub: MakeHub, club: Club
) -> None:
    tabs = []
    for _process in range(2):
        tabs.append(Tab())
        await make_hub(club).join(TABLE, tabs[-1])
    await change_elsewhere(layer, club)
    assert [tab.got for tab in tabs] == [["version 1", "version 2"]] * 2


async def test_choices_in_another_process_wait_to_be_shown_together(
    layer: FakeLayer, make_hub: MakeHub, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishing, "NOTICE_SECONDS", 1)
    tab = Tab("player")
    await make_hub(club).join(TABLE, tab)
    # What this process is told directly is left out: the publisher is another one.
    monkeypatch.setattr(publishing, "_tell_here", lambda *_what, **_how: None)
    for _choice in range(2):
        club.version += 1
        publishing.publish(TABLE, club.version, is_urgent=False)
        await settle()
    assert tab.got == ["version 1"]
    await until(lambda: tab.got == ["version 1", "version 3"])


async def test_a_process_tells_its_own_rooms_and_the_others(
    layer: FakeLayer, make_hub: MakeHub, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, elsewhere = Tab(), Tab()
    await make_hub(club).join(TABLE, here)
    with monkeypatch.context() as other_process:
        other_process.setattr(publishing, "listen", lambda *_listener: None)
        await make_hub(club).join(TABLE, elsewhere)
    club.version = 2
    publishing.publish(TABLE, 2)
    await settle()
    assert here.got[-1] == elsewhere.got[-1] == "version 2"


async def test_a_sign_in_that_ends_elsewhere_ends_here(
    layer: FakeLayer, make_hub: MakeHub, club: Club
) -> None:
    tab = Tab()
    tab.player_id = 5
    await make_hub(club).join(TABLE, tab)
    club.signed_out = [tab]
    await layer.group_send(publishing.SIGN_INS, {"type": "signed_out", "player": 5})
    await settle()
    assert tab.got[-1] is None


@pytest.mark.parametrize("is_silent", [True, False])
async def test_who_comes_is_shown_the_table_while_the_layer_fails(
    layer: FakeLayer,
    make_hub: MakeHub,
    club: Club,
    monkeypatch: pytest.MonkeyPatch,
    is_silent: bool,
) -> None:
    monkeypatch.setattr(hub_module, "LAYER_SECONDS", 0.02)
    if is_silent:
        layer.answers.clear()
    else:
        layer.is_down = True
    tab, hub = Tab(), make_hub(club)
    await hub.join(TABLE, tab)
    assert tab.got == ["version 1"]
    club.version = 2
    publishing.publish(TABLE, 2)
    await settle()
    assert tab.got == ["version 1", "version 2"]
    await hub.leave(TABLE, tab)
    assert TABLE not in hub.rooms


async def test_who_comes_waits_for_a_silent_layer_no_longer_than_it_takes(
    layer: FakeLayer, make_hub: MakeHub, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_module, "LAYER_SECONDS", 0.05)
    layer.answers.clear()
    began = asyncio.get_running_loop().time()
    await make_hub(club).join(TABLE, Tab())
    assert asyncio.get_running_loop().time() - began >= 0.04


async def test_after_a_failure_it_listens_again_and_shows_at_once_what_was_missed(
    layer: FakeLayer, make_hub: MakeHub, club: Club
) -> None:
    tab, hub = Tab(), make_hub(club)
    await hub.join(TABLE, tab)
    layer.break_down()
    club.version = 2
    await settle()
    assert tab.got == ["version 1"]
    layer.is_down = False
    await until(lambda: tab.got[-1] == "version 2")
    await change_elsewhere(layer, club)
    assert tab.got[-1] == "version 3"
    assert layer.groups[publishing.SIGN_INS]


async def test_a_failure_that_lasts_is_logged_once(
    layer: FakeLayer,
    make_hub: MakeHub,
    club: Club,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(hub_module, "RETRY_SECONDS", 0.01)
    layer.is_down = True
    await make_hub(club).join(TABLE, Tab())
    await until(lambda: "does not answer" in caplog.text)
    tried = len(layer.calls)
    await until(lambda: len(layer.calls) > tried + 10)
    assert caplog.text.count("does not answer") == 1
    layer.is_down = False
    await until(lambda: bool(layer.groups[publishing.SIGN_INS] and layer.groups[GROUP]))


async def test_while_a_layer_says_nothing_the_database_is_looked_at(
    layer: FakeLayer, make_hub: MakeHub, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes every message and delivers none: nobody learns of that but by listening."""
    tab = Tab()
    await make_hub(club).join(TABLE, tab)

    async def lose(_channel: str, _message: object) -> None:
        return None

    with monkeypatch.context() as lossy:
        lossy.setattr(layer, "send", lose)
        lossy.setattr(layer, "group_send", lose)
        await change_elsewhere(layer, club)
        assert tab.got == ["version 1"]
        await until(lambda: tab.got[-1] == "version 2")
        await change_elsewhere(layer, club)
        await until(lambda: tab.got[-1] == "version 3")


async def test_while_a_subscription_hangs_the_database_is_looked_at(
    layer: FakeLayer, make_hub: MakeHub, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The layer has failed, answers again, and falls silent while the rooms are subscribed."""
    monkeypatch.setattr(hub_module, "LAYER_SECONDS", 0.02)
    tab, hangs, add = Tab(), asyncio.Event(), layer.group_add
    await make_hub(club).join(TABLE, tab)

    async def add_or_hang(group: str, channel: str) -> None:
        if group == GROUP:
            hangs.set()
            await asyncio.Event().wait()
        await add(group, channel)

    monkeypatch.setattr(layer, "group_add", add_or_hang)
    layer.break_down()
    await settle()
    layer.is_down = False
    await hangs.wait()
    club.version = 2
    await until(lambda: tab.got[-1] == "version 2")
    club.version = 3
    await until(lambda: tab.got[-1] == "version 3")


async def test_after_a_connection_was_lost_and_made_anew_the_database_is_looked_at(
    layer: FakeLayer, make_hub: MakeHub, club: Club
) -> None:
    hub, tab = make_hub(club), Tab()
    await hub.join(TABLE, tab)
    club.version = 2
    await layer.send(hub._channel, {"type": "reconnected"})
    await settle()
    assert tab.got[-1] == "version 2"


async def test_who_came_while_the_layer_was_silent_hears_of_what_happened_since(
    layer: FakeLayer, make_hub: MakeHub, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_module, "LAYER_SECONDS", 0.02)
    layer.answers.clear()
    tab = Tab()
    await make_hub(club).join(TABLE, tab)
    # Another process, of which nobody heard.
    club.version = 2
    layer.answers.set()
    await until(lambda: tab.got[-1] == "version 2")
    await change_elsewhere(layer, club)
    assert tab.got[-1] == "version 3"


async def test_one_subscription_that_fails_is_made_soon_although_nothing_else_fails(
    layer: FakeLayer, make_hub: MakeHub, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    hub, tab = make_hub(club), Tab()
    await hub.join(TABLE + 1, Tab())
    with monkeypatch.context() as broken:
        broken.setattr(layer, "group_add", fail)
        await hub.join(TABLE, tab)
        await settle()
    club.version = 2
    await until(lambda: tab.got[-1] == "version 2")
    assert layer.groups[GROUP]


async def fail(*_args: str) -> None:
    raise ConnectionError


async def test_a_sign_in_group_that_fails_at_first_is_joined_later(
    layer: FakeLayer, make_hub: MakeHub, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as broken:
        broken.setattr(layer, "group_add", fail)
        await make_hub(club).join(TABLE, Tab())
        await settle()
    await until(lambda: bool(layer.groups[publishing.SIGN_INS] and layer.groups[GROUP]))
