"""A table that is locked for long, as by a change in another process, holds up no other one."""

import asyncio
import threading
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection
from django.utils import timezone

from games.live import executor
from games.live.executor import WRITERS_BESIDE_SQLITE, write_at
from games.models import Table
from games.play import keeper, playing, watching
from games.table import store
from games.table.snapshot import Snapshot
from games.table.transition import Transition, transition
from tests.live.browsers import Connect, members, start
from tests.support.sockets import PATIENCE, until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
async def many_threads(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """As many as there are beside PostgreSQL."""
    everybody = threading.Barrier(WRITERS_BESIDE_SQLITE, timeout=PATIENCE)

    def close() -> None:
        everybody.wait()
        connection.close()

    with ThreadPoolExecutor(WRITERS_BESIDE_SQLITE) as threads:
        monkeypatch.setattr(executor, "_writers", lambda: threads)
        yield
        for _thread in range(WRITERS_BESIDE_SQLITE):
            threads.submit(close)


async def test_works_at_one_table_are_done_in_turn_and_take_one_thread() -> None:
    may_go, done = threading.Event(), []

    def wait(_table_id: int, number: int) -> None:
        may_go.wait(PATIENCE)
        done.append(number)

    first, *others = [asyncio.create_task(write_at(wait, 1, number)) for number in range(6)]
    assert await asyncio.wait_for(write_at(lambda table_id: table_id, 2), PATIENCE / 3) == 2
    leaves = others.pop(2)
    leaves.cancel()
    with pytest.raises(asyncio.CancelledError):
        await leaves
    may_go.set()
    await asyncio.gather(first, *others)
    assert done == [0, 1, 2, 4, 5]


async def test_what_fails_at_a_table_fails_alone() -> None:
    def fail(_table_id: int) -> None:
        raise ZeroDivisionError

    failing = asyncio.create_task(write_at(fail, 1))
    assert await write_at(lambda table_id: table_id, 1) == 1
    with pytest.raises(ZeroDivisionError):
        await failing


async def test_who_plays_elsewhere_waits_for_none_of_the_players_of_a_locked_table(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def open_none() -> None:
        """Let threads write all plays, as where the event loop cannot."""

    monkeypatch.setattr(store, "open_writer", open_none)
    crowd = await members(WRITERS_BESIDE_SQLITE)
    ada, ben = await members(2)
    locked, other = await start(*crowd), await start(ada, ben)
    browsers = [await connect(locked, player) for player in crowd]
    elsewhere = await connect(other, ada)
    may_go = threading.Event()

    def transition_when_free(before: Snapshot, *args: Any) -> Transition:
        if before.table_id == locked.pk:
            may_go.wait(PATIENCE)
        return transition(before, *args)

    monkeypatch.setattr(playing, "transition", transition_when_free)
    for browser in browsers:
        await browser.send(**await choice(locked, browsers.index(browser)))
    await elsewhere.send(**await choice(other, 0))
    await asyncio.wait_for(elsewhere.version(other.version + 1), PATIENCE / 3)
    may_go.set()
    await browsers[0].version(locked.version + WRITERS_BESIDE_SQLITE)


async def test_bots_that_may_move_at_a_locked_table_take_one_thread(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_go, moves = threading.Event(), []

    def move(*_move: object) -> None:
        moves.append(_move)
        may_go.wait(PATIENCE)

    monkeypatch.setattr(playing, "move_watched_bots", move)
    (ada,) = await members(1)
    locked = await start(ada, bots=1)
    play = (await sync_to_async(store.load)(locked.pk)).play
    page = await connect(locked, ada)
    await page.socket.send_to(text_data=f"watched {play.since}")
    await until(lambda: bool(moves))
    told = [watching.hear(locked.pk, ada.pk, play.since) for _time in range(WRITERS_BESIDE_SQLITE)]
    moving = asyncio.gather(*told)
    await asyncio.wait_for(write_at(lambda table_id: table_id, locked.pk + 1), PATIENCE / 3)
    may_go.set()
    await moving


@sync_to_async
def choice(table: Table, seat: int) -> dict[str, object]:
    """What a page sends to choose the lowest card of a seat."""
    snapshot = store.fresh(table.pk)
    card = snapshot.game.round.hands[seat][0]
    return {"kind": "choose", "card": card, "version": snapshot.version}


async def test_the_keeper_waits_for_no_locked_table(monkeypatch: pytest.MonkeyPatch) -> None:
    locked, other = [await start(*await members(1), bots=1) for _table in range(2)]
    may_go, stopping, looked_after = threading.Event(), asyncio.Event(), []

    def look_after(table_id: int, _due_at: datetime) -> None:
        if table_id == locked.pk:
            may_go.wait(PATIENCE)
        looked_after.append(table_id)

    monkeypatch.setattr(keeper, "LONGEST_WORK", 0.05)
    monkeypatch.setattr(keeper, "tidy", lambda: None)
    monkeypatch.setattr(keeper, "look_after", look_after)
    for table, seconds in ((locked, 2), (other, 1)):
        due_at = timezone.now() - timedelta(seconds=seconds)
        await Table.objects.filter(pk=table.pk).aupdate(due_at=due_at)
    keeping = asyncio.create_task(keeper.keep(stopping))
    await until(lambda: other.pk in looked_after)
    assert locked.pk not in looked_after
    may_go.set()
    await until(lambda: locked.pk in looked_after)
    stopping.set()
    await keeping
