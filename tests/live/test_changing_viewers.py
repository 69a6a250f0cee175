"""Who is what at a table may change while a room serves others: viewer and view belong together."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from unittest.mock import Mock

import pytest
from asgiref.sync import sync_to_async
from django.utils import timezone

from games.live.publishing import Room
from games.live.regions import Frame
from games.models import Table
from games.page.consumer import Flow, RoomSocket
from games.page.table_views import TableViews
from games.seats import seating
from games.table import store
from games.table.snapshot import Snapshot
from tests.live.browsers import (
    members,
    start,
)
from tests.support.sockets import until
from tests.support.tables import open_table

pytestmark = pytest.mark.django_db(transaction=True)


class Watched(RoomSocket):
    """A socket that keeps what it is sent; what is to happen at the first message happens then."""

    def __init__(self, player_id: int | None) -> None:
        super().__init__()
        self.player_id, self.language = player_id, "en"
        self.deck, self.is_organizer = "", False
        self.views = None
        self._flow = Flow(Mock(), Mock())
        self.got: list[str | None] = []
        self.at_first: Callable[[], object] | None = None

    def deliver(self, frame: Frame) -> None:
        self.got.append(frame.text)
        happens, self.at_first = self.at_first, None
        if happens:
            happens()

    def dismiss(self) -> None:
        self.got.append(None)


async def come(room: Room, snapshot: Snapshot) -> None:
    """Somebody comes, for whom the room turns to this snapshot."""
    store.keep(snapshot)
    comes = Watched(None)
    room.sockets.add(comes)
    await room.show(comes, snapshot.version, -1)


async def test_nobody_sees_another_hand_when_seats_are_numbered_anew_while_others_are_served() -> (
    None
):
    ada, ben, cleo, dora = await members(4)
    table = await sync_to_async(open_table)(ada, ben, cleo, seats=4)
    await sync_to_async(seating.leave)(table.pk, ada, timezone.now())
    room, bens = Room(TableViews(table.pk)), Watched(ben.pk)
    room.sockets.add(bens)
    await room.show(bens, (await sync_to_async(store.load)(table.pk)).version, -1)
    await sync_to_async(seating.sit)(table.pk, dora, 3)
    before = await sync_to_async(store.load)(table.pk)
    await sync_to_async(seating.start)(table.pk, ben, timezone.now())
    after = await sync_to_async(store.load)(table.pk)
    store.forget()
    store.keep(before)
    coming: list[asyncio.Task[None]] = []
    bens.at_first = lambda: coming.append(asyncio.create_task(come(room, after)))
    bens.got.clear()
    room.hint(before.version)
    await until(lambda: bens.version >= after.version)
    await asyncio.gather(*coming)
    shown = "".join(text or "" for text in bens.got)
    mine, others = after.game.round.hands[0], after.game.round.hands[1]
    assert all(f'id="card-{card}"' in shown for card in mine)
    assert not any(f'id="card-{card}"' in shown for card in others)


async def test_strangers_are_sent_away_from_a_table_that_closes_while_they_are_served() -> None:
    table = await start(*await members(2), visibility="public")
    opened = await sync_to_async(store.load)(table.pk)
    room, crowd = Room(TableViews(table.pk)), [Watched(None) for _stranger in range(60)]
    for stranger in crowd:
        room.sockets.add(stranger)
        await room.show(stranger, opened.version, -1)
    renamed = replace(opened, version=opened.version + 1, origin="A league", origin_url="/x/")
    closed = replace(renamed, version=renamed.version + 1, visibility=Table.Visibility.CLUB)
    store.forget()
    store.keep(renamed)
    coming: list[asyncio.Task[None]] = []
    for stranger in crowd:
        stranger.at_first = lambda: (
            None if coming else coming.append(asyncio.create_task(come(room, closed)))
        )
    room.hint(renamed.version)
    await until(lambda: all(stranger.version >= closed.version for stranger in crowd))
    await asyncio.gather(*coming)
    assert all(None in stranger.got for stranger in crowd)
