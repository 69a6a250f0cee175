"""Rooms when people come and go at the same moment, when views fail, and when pages do not read."""

import asyncio
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from games.live import publishing
from games.live.hub import Hub
from games.live.publishing import SERVED_AT_ONCE, Room
from games.live.regions import Frame, Look, Region, View, look_of
from games.live.subjects import Gone
from games.live.subjects import Views as Shown
from tests.support.sockets import until

TABLE = 7
NOTHING: View = {}
STILL: View = {"status": Region("still")}


class Tab:
    """A socket that notes what it was sent; a broken one cannot even be closed."""

    people: Any = None
    clock: Any = None
    viewer: Any = None
    version = -1
    player_id: int | None = None

    def __init__(self, viewer: str = "anybody", *, is_broken: bool = False) -> None:
        self.wanted_viewer = viewer
        self.is_spectator = viewer == "anybody"
        self.is_broken = is_broken
        self.is_full = False
        self.is_dropped = False
        self.views: Shown | None = None
        self.got: list[str | None] = []

    def deliver(self, frame: Frame) -> None:
        self.got.append(frame.text.partition("</i>")[2] or frame.text)

    def dismiss(self) -> None:
        if self.is_broken:
            raise ConnectionError
        self.got.append(None)

    def drop(self) -> None:
        self.is_dropped = True


class Club:
    """What a hub asks of the rest: the stored version of the table, and who is signed out."""

    def __init__(self) -> None:
        self.version = 1
        self.signed_out: list[Tab] = []
        self.deadline = ""
        self.failing: set[str] = set()
        self.unreadable = 0
        self.loads = 0

    def subject(self, _subject_id: int) -> "Views":
        return Views(self)

    async def versions(self, table_ids: Iterable[int]) -> Mapping[int, int]:
        return dict.fromkeys(table_ids, self.version) if self.version else {}

    async def unwelcome(self, _sockets: Iterable[Any]) -> list[Tab]:
        return self.signed_out


class Views:
    """Views that say nothing but their version."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.version = -1
        self._views: dict[tuple[str, int], View] = {}

    def reach_at_once(self, _version: int) -> bool:
        return False

    async def reach(self, _version: int, sockets: Iterable[Any]) -> None:
        self.club.loads += 1
        await asyncio.sleep(0)
        if self.club.unreadable:
            self.club.unreadable -= 1
            raise ConnectionError
        if not self.club.version:
            raise Gone
        self.version = self.club.version

    def recognise(self, socket: Any) -> None:
        socket.viewer = socket.wanted_viewer

    def look(self, _viewer: str) -> Look:
        return look_of("en", "")

    def views(self, viewer: str) -> Shown:
        if viewer in self.club.failing:
            raise RuntimeError
        made: View = {"status": Region(f"version {self.version}")}
        return self._views.setdefault((viewer, self.version), made), NOTHING

    def clock(self) -> str:
        return self.club.deadline

    def seconds_left(self) -> None:
        return None

    def apology(self, viewer: str) -> str:
        return f"sorry, {viewer}"


@pytest.fixture
def club() -> Club:
    return Club()


@pytest.fixture
async def hub(club: Club) -> Any:
    hub = Hub(club.subject, club.versions, club.unwelcome)
    yield hub
    await hub.close()


class Recovering(Tab):
    """A socket that takes messages again once it was found full, however slow the machine is."""

    _is_full = False

    @property
    def is_full(self) -> bool:
        was_full, self._is_full = self._is_full, False
        return was_full

    @is_full.setter
    def is_full(self, value: bool) -> None:
        self._is_full = value


async def settle() -> None:
    """Let everything happen that waits for nothing outside; however slow the machine is."""
    for _round in range(500):
        await asyncio.sleep(0)


async def change(hub: Hub, club: Club) -> None:
    """A new version, of which everybody hears."""
    club.version += 1
    hub.hint(TABLE, club.version)
    await settle()


async def test_who_comes_is_shown_the_present_and_then_every_later_version(
    hub: Hub, club: Club
) -> None:
    tab = Tab()
    await hub.join(TABLE, tab)
    await change(hub, club)
    assert tab.got == ["version 1", "version 2"]


async def test_who_comes_while_another_comes_and_goes_is_in_the_room(hub: Hub, club: Club) -> None:
    stays, passes = Tab(), Tab()
    coming = asyncio.create_task(hub.join(TABLE, stays))
    await asyncio.sleep(0)
    await hub.join(TABLE, passes)
    await hub.leave(TABLE, passes)
    await coming
    await change(hub, club)
    assert stays.got[-1] == "version 2"


async def test_who_comes_while_the_last_one_goes_hears_of_changes(hub: Hub, club: Club) -> None:
    goes, comes = Tab(), Tab()
    await hub.join(TABLE, goes)
    going = asyncio.create_task(hub.leave(TABLE, goes))
    await hub.join(TABLE, comes)
    await going
    await change(hub, club)
    assert comes.got == ["version 1", "version 2"]


async def test_a_crowd_that_watches_holds_up_nobody_who_plays(hub: Hub, club: Club) -> None:
    crowd, plays = [Tab() for _tab in range(4 * SERVED_AT_ONCE)], Tab("player")
    for tab in [*crowd, plays]:
        await hub.join(TABLE, tab)
    club.version = 2
    hub.hint(TABLE, 2)
    await until(lambda: any(tab.got[-1] == "version 2" for tab in crowd), looks_each=0)
    # The next version comes while the crowd is served.
    club.version = 3
    hub.hint(TABLE, 3)
    await until(lambda: plays.got[-1] == "version 3", looks_each=0)
    assert any(tab.got[-1] == "version 1" for tab in crowd)
    await until(lambda: all(tab.got[-1] == "version 3" for tab in crowd))


async def test_what_is_not_urgent_waits_for_what_comes_next(
    hub: Hub, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Long enough for the slowest machine to look before it is over.
    monkeypatch.setattr(publishing, "NOTICE_SECONDS", 1)
    tab = Tab("player")
    await hub.join(TABLE, tab)
    room = hub.rooms[TABLE]
    for _choice in range(2):
        club.version += 1
        room.hint(club.version, is_urgent=False)
    await settle()
    assert tab.got == ["version 1"]
    await until(lambda: tab.got == ["version 1", "version 3"])
    room.hint(club.version, is_urgent=False)
    await change(hub, club)
    assert tab.got[-1] == "version 4"


async def test_a_late_hint_of_an_older_version_hides_no_newer_one(hub: Hub, club: Club) -> None:
    tab = Tab()
    await hub.join(TABLE, tab)
    club.version = 3
    hub.hint(TABLE, 3)
    hub.hint(TABLE, 1)
    await settle()
    assert tab.got == ["version 1", "version 3"]


async def test_a_deadline_that_moves_is_told_although_nothing_else_changes(
    hub: Hub, club: Club
) -> None:
    class StillViews(Views):
        def views(self, viewer: str) -> Shown:
            return STILL, NOTHING

    tab = Tab("player")
    hub.rooms[TABLE] = Room(StillViews(club))
    await hub.join(TABLE, tab)
    await change(hub, club)
    assert tab.got == ["still"]
    club.deadline = "later"
    await change(hub, club)
    # The stamp alone, which has the time that is left.
    assert len(tab.got) == 2
    assert str(tab.got[1]).startswith('<i id="version" data-version="3"')


async def test_a_room_that_opens_while_the_sweep_looks_is_not_taken_for_deleted(
    hub: Hub, club: Club
) -> None:
    early, late = Tab(), Tab()
    await hub.join(TABLE, early)
    versions = club.versions

    async def slow_versions(table_ids: Iterable[int]) -> Mapping[int, int]:
        asked = list(table_ids)
        if asked == [TABLE]:
            await hub.join(TABLE + 1, late)
        return await versions(asked)

    hub._versions = slow_versions
    await hub.sweep()
    await settle()
    assert late.got == ["version 1"]


async def test_a_large_crowd_is_served_whole(hub: Hub, club: Club) -> None:
    crowd = [Tab() for _tab in range(2 * publishing.SERVED_AT_ONCE + 1)]
    for tab in crowd:
        await hub.join(TABLE, tab)
    await change(hub, club)
    assert all(tab.got == ["version 1", "version 2"] for tab in crowd)


async def test_nothing_is_queued_for_who_does_not_read_but_the_newest_view(
    hub: Hub, club: Club
) -> None:
    stalled, reads = Tab(), Tab()
    for tab in (stalled, reads):
        await hub.join(TABLE, tab)
    stalled.is_full = True
    for _version in range(3):
        await change(hub, club)
    assert stalled.got == ["version 1"]
    assert reads.got[-1] == "version 4"
    stalled.is_full = False
    hub.drained(TABLE, stalled)
    await settle()
    assert stalled.got == ["version 1", "version 4"]


async def test_who_reads_nothing_for_long_is_cut_off(
    hub: Hub, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishing, "STALLED_SECONDS", 0.02)
    stalled, recovers = Tab(), Recovering()
    for tab in (stalled, recovers):
        await hub.join(TABLE, tab)
        tab.is_full = True
    await change(hub, club)
    await until(lambda: stalled.is_dropped)
    await settle()
    assert not recovers.is_dropped
    assert recovers.got[-1] == "version 2"


async def test_a_view_that_fails_fails_for_its_viewer_alone_and_is_tried_again(
    hub: Hub, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Not before the first sorry has been looked at.
    monkeypatch.setattr(publishing, "RETRY_SECONDS", 0.5)
    ada, ben = Tab("ada"), Tab("ben")
    for tab in (ada, ben):
        await hub.join(TABLE, tab)
    club.failing = {"ada"}
    await change(hub, club)
    assert ada.got == ["version 1", "sorry, ada"]
    assert ben.got == ["version 1", "version 2"]
    club.failing = set()
    await until(lambda: ada.got[-1] == "version 2")


async def test_a_page_whose_view_failed_is_sent_all_that_it_missed_in_the_end(
    hub: Hub, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Hands(Views):
        are_failing = False

        def views(self, viewer: str) -> Shown:
            if self.are_failing:
                raise RuntimeError
            return super().views(viewer)

    # Not before the first sorry has been looked at.
    monkeypatch.setattr(publishing, "RETRY_SECONDS", 0.5)
    tab, hands = Tab("ada"), Hands(club)
    hub.rooms[TABLE] = Room(hands)
    await hub.join(TABLE, tab)
    hands.are_failing = True
    await change(hub, club)
    assert tab.got == ["version 1", "sorry, ada"]
    hands.are_failing = False
    await until(lambda: tab.got[2:] == ["version 2"])


async def test_a_version_that_cannot_be_read_is_tried_again(
    hub: Hub, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishing, "RETRY_SECONDS", 0.02)
    tab = Tab()
    await hub.join(TABLE, tab)
    club.unreadable = 2
    await change(hub, club)
    await until(lambda: tab.got[-1] == "version 2")


async def test_a_hint_of_a_version_that_does_not_come_does_not_keep_the_room_busy(
    hub: Hub, club: Club
) -> None:
    tab = Tab()
    await hub.join(TABLE, tab)
    loads = club.loads
    hub.hint(TABLE, 999_999)
    await settle()
    assert club.loads <= loads + 2
    await change(hub, club)
    assert tab.got[-1] == "version 2"


async def test_who_signs_out_on_the_way_in_is_dismissed(hub: Hub, club: Club) -> None:
    comes, other = Tab(), Tab()
    comes.player_id, other.player_id = 5, 6
    await hub.join(TABLE + 1, Tab())
    hub.end_sign_in(5)
    await settle()
    club.signed_out = [comes]
    await hub.join(TABLE, other)
    await hub.join(TABLE, comes)
    await settle()
    assert None in comes.got
    assert None not in other.got


async def test_a_broken_connection_does_not_end_the_sweep(hub: Hub, club: Club) -> None:
    broken, whole = Tab(is_broken=True), Tab()
    club.signed_out = [broken]
    for tab in (broken, whole):
        await hub.join(TABLE, tab)
    club.version = 2
    await hub.sweep()
    await settle()
    assert "version 2" in whole.got


async def test_all_are_dismissed_when_the_subject_is_deleted(hub: Hub, club: Club) -> None:
    tab = Tab()
    await hub.join(TABLE, tab)
    club.version = 0
    await hub.sweep()
    await settle()
    assert tab.got[-1] is None
