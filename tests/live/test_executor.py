"""The threads of the live path, whose connections stay open, when the database goes away."""

import asyncio
import threading
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import OperationalError, connection, connections, transaction
from django.utils import timezone

from accounts.models import Player
from games.live import executor, publishing
from games.models import ActionLog, Table
from games.play.commands import Result, execute_here
from games.rules.options import Options
from games.table import store
from games.table.errors import TableError, TableErrorCode
from tests.live.browsers import members, start
from tests.support.sockets import PATIENCE
from tests.support.tables import fresh_store, play_first, play_turn

__all__ = ["fresh_store"]

LAST_TURN = 10

pytestmark = [pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
async def one_thread(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """All work meets the same connection, and leaves none behind."""
    with ThreadPoolExecutor(1) as threads:
        monkeypatch.setattr(executor, "_writers", lambda: threads)
        yield
        await executor.write(lambda: connections.close_all())


def hang_up() -> None:
    """Lose this thread's connection, as when the database is started anew."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
    connections["default"].__dict__["is_usable"] = lambda: False
    raise OperationalError("the connection is lost")


def look_up() -> None:
    """Use this thread's connection."""
    connections["default"].__dict__.pop("is_usable", None)
    Player.objects.count()


@pytest.mark.parametrize("in_transaction", [False, True])
async def test_who_finds_the_connection_lost_asks_again_on_a_new_one(in_transaction: bool) -> None:
    tries: list[None] = []

    def work() -> int:
        tries.append(None)
        look_up()
        if len(tries) == 1 and in_transaction:
            with transaction.atomic():
                hang_up()
        if len(tries) == 1:
            hang_up()
        return Player.objects.count()

    await executor.write(look_up)
    assert await executor.write(work) == 0
    assert len(tries) == 2


async def test_a_connection_that_was_made_for_the_work_may_be_lost_too() -> None:
    tries: list[None] = []

    def work() -> int:
        tries.append(None)
        look_up()
        if len(tries) == 1:
            with transaction.atomic():
                hang_up()
        return Player.objects.count()

    await executor.write(connections.close_all)
    assert await executor.write(work) == 0
    assert len(tries) == 2


async def test_where_no_connection_can_be_made_the_work_fails_and_the_next_one_is_done() -> None:
    def fail() -> None:
        raise OperationalError("no database")

    def leave_without_a_database() -> None:
        connections.close_all()
        connections["default"].__dict__["connect"] = fail

    await executor.write(leave_without_a_database)
    with pytest.raises(OperationalError, match="no database"):
        await executor.write(Player.objects.count)
    await executor.write(lambda: connections["default"].__dict__.pop("connect"))
    assert await executor.write(Player.objects.count) == 0


async def test_work_that_needs_no_database_is_done_without_one() -> None:
    await executor.write(connections.close_all)
    assert await executor.write(lambda: 7) == 7
    assert await executor.write(lambda: connections["default"].connection) is None


async def test_work_that_is_done_later_outlives_a_restart_of_the_database() -> None:
    """Also where the error was swallowed, as by the receivers of a signal."""
    found: list[object] = []

    def lose() -> None:
        look_up()
        found.append(connection.connection)
        with suppress(OperationalError):
            hang_up()
        # What a statement notes on a dead connection.
        connection.errors_occurred = True

    def work() -> None:
        look_up()
        found.append(connection.connection)

    for each in (lose, work):
        await executor.write(executor._logged, each)
    assert len(found) == 2
    assert found[0] is not found[1]


async def test_what_fails_on_a_connection_that_stands_is_not_done_again() -> None:
    tries: list[None] = []

    def work() -> None:
        tries.append(None)
        raise OperationalError("database is locked")

    await executor.write(look_up)
    with pytest.raises(OperationalError, match="locked"):
        await executor.write(work)
    assert len(tries) == 1


# --- The connection is lost when the write is done, but before anybody knows ------------


def lose_after_commit() -> None:
    """Let the next commit of this thread succeed, and its connection be lost with it."""
    wrapper: Any = connections["default"]
    commit = wrapper._commit

    def commit_and_hang_up() -> None:
        wrapper.__dict__.pop("_commit")
        commit()
        hang_up()

    wrapper.__dict__["_commit"] = commit_and_hang_up


async def executed(table: Table, fields: dict[str, str], published: list[int]) -> Result:
    """What a page is answered whose command met a connection that was lost after the commit."""
    tries: list[None] = []

    def work() -> Result:
        tries.append(None)
        look_up()
        if len(tries) == 1:
            lose_after_commit()
        return execute_here(store.current(table.pk), table.host_id, fields, timezone.now())

    await executor.write(look_up)
    published.clear()
    result = await executor.write(work)
    assert len(tries) == 2
    return result


@pytest.fixture
def published(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The versions of tables that were published."""
    versions: list[int] = []
    monkeypatch.setattr(
        publishing, "publish", lambda _table_id, version, **_: versions.append(version)
    )
    return versions


def choice(table: Table) -> dict[str, str]:
    """What a page sends to choose the lowest card of seat 0."""
    snapshot = store.fresh(table.pk)
    card = str(snapshot.game.round.hands[0][0])
    return {"kind": "choose", "card": card, "version": str(snapshot.version), "id": "tab.1"}


async def test_a_choice_whose_connection_is_lost_after_the_commit_is_made_once(
    published: list[int],
) -> None:
    table = await start(*await members(2))
    assert await executed(table, await sync_to_async(choice)(table), published) is Result.REPEATED
    assert await ActionLog.objects.filter(table=table).acount() == 1
    stored = await sync_to_async(store.load)(table.pk)
    assert stored.version == table.version + 1
    assert published == [stored.version]


async def test_a_withdrawal_whose_connection_is_lost_after_the_commit_holds(
    published: list[int],
) -> None:
    table = await start(*await members(2))
    fields, withdrawal = await sync_to_async(choice)(table), {"kind": "withdraw", "id": "tab.1"}
    assert await executed(table, withdrawal, published) is Result.WITHDRAWN
    with pytest.raises(TableError, match=f"^{TableErrorCode.WITHDRAWN}$"):
        await sync_to_async(execute_here)(
            store.current(table.pk), table.host_id, fields, timezone.now()
        )
    assert not await ActionLog.objects.filter(table=table).aexists()
    assert published == []


async def test_the_last_card_of_a_game_whose_connection_is_lost_after_the_commit_ends_it_once(
    published: list[int],
) -> None:
    table = await start(*await members(2), options=Options(max_rounds=1))
    await sync_to_async(play_to_the_last_command)(table)
    before = await ActionLog.objects.filter(table=table).acount()
    assert await executed(table, await sync_to_async(choice)(table), published) is Result.REPEATED
    stored = await sync_to_async(store.load)(table.pk)
    assert stored.has_ended
    assert published == [stored.version]
    assert await ActionLog.objects.filter(table=table).acount() == before + 1


def play_to_the_last_command(table: Table) -> None:
    """Play until the choice of seat 0 ends the game."""
    while (snapshot := play_turn(table)).game and snapshot.game.round.turn < LAST_TURN:
        pass
    play_first(table, 1)


async def test_the_end_waits_for_results_and_what_they_put_off() -> None:
    publishing.serve_from(asyncio.get_running_loop())
    may_go, done = threading.Event(), []

    def result() -> None:
        may_go.wait(PATIENCE)
        executor.run_later(lambda: done.append("later"))
        done.append("result")

    executor.run_later(result)
    ending = asyncio.create_task(executor.finish())
    await asyncio.sleep(0.01)
    assert not ending.done()
    may_go.set()
    await ending
    assert done == ["result", "later"]
