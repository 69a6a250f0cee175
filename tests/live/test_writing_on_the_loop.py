"""Plays that the event loop writes itself, at many tables at once."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

import pytest
from asgiref.sync import sync_to_async
from django.core.exceptions import SynchronousOnlyOperation
from django.db import connection, transaction
from django.utils import timezone

from games.models import ActionLog, Table
from games.table import postgres_writer, store
from games.table.store import LoopWriter
from games.table.transition import Step, Transition, transition
from tests.live.browsers import members, play, start
from tests.support.sockets import PATIENCE
from tests.support.tables import first_action, fresh_store

__all__ = ["fresh_store"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
async def writer(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[LoopWriter]:
    """However slow the machine is, none of its plays is left to a thread for that."""
    monkeypatch.setattr(postgres_writer, "POSTGRES_SECONDS", PATIENCE)
    await store.open_writer()
    opened = store.writer_here()
    assert opened is not None
    yield opened
    await store.close_writer()


@sync_to_async
def choice(table: Table) -> Transition:
    """The first player chooses a card; it is not written yet."""
    before = store.fresh(table.pk)
    step = Step(first_action(before, 0), ActionLog.By.PLAYER, None)
    return transition(before, [step], timezone.now())


async def write_at_once(writer: LoopWriter, made: list[Transition]) -> list[bool | BaseException]:
    """Whether each was written, or why not."""
    writing = [writer.write(each, timezone.now()) for each in made]
    return await asyncio.gather(*writing, return_exceptions=True)


@sync_to_async
def stored(tables: list[Table]) -> list[tuple[int, list[int | None]]]:
    """The version of each table, and the versions that its log tells of."""
    return [
        (
            store.stored_version(table.pk),
            list(ActionLog.objects.filter(table=table).values_list("version", flat=True)),
        )
        for table in tables
    ]


async def test_plays_at_many_tables_at_once_are_all_written(writer: LoopWriter) -> None:
    tables = [await start(*await members(2)) for _table in range(6)]
    made = [await choice(table) for table in tables]
    assert await write_at_once(writer, made) == [True] * 6
    assert await stored(tables) == [(table.version + 1, [table.version + 1]) for table in tables]


async def test_only_the_table_where_another_was_faster_is_told_so(writer: LoopWriter) -> None:
    tables = [await start(*await members(2)) for _table in range(3)]
    made = [await choice(table) for table in tables]
    await play(tables[1], 1)
    assert await write_at_once(writer, made) == [True, False, True]
    assert await stored(tables) == [(table.version + 1, [table.version + 1]) for table in tables]


@contextmanager
def held(table: Table) -> Iterator[None]:
    """Another transaction has changed the row of a table and may yet take that back."""
    is_held, may_go = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            Table.objects.filter(pk=table.pk).update(version=table.version)
            is_held.set()
            may_go.wait(PATIENCE)
        connection.close()

    thread = threading.Thread(target=hold)
    thread.start()
    assert is_held.wait(PATIENCE)
    yield
    may_go.set()
    thread.join()


async def test_nobody_on_the_loop_waits_for_what_another_transaction_holds(
    writer: LoopWriter,
) -> None:
    tables = [await start(*await members(2)) for _table in range(3)]
    made = [await choice(table) for table in tables]
    with held(tables[1]):
        outcomes = await asyncio.wait_for(write_at_once(writer, made), PATIENCE)
    if connection.vendor == "postgresql":
        # As if another had been faster: the table is then read on a thread, which waits.
        assert outcomes == [True, False, True]
    else:
        # One lock for the whole database.
        assert {type(outcome) for outcome in outcomes} == {SynchronousOnlyOperation}
