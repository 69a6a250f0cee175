"""What waits for PostgreSQL is written, or left to a thread, whatever becomes of a statement."""

import asyncio
import gc
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

import pytest
from django.core.exceptions import SynchronousOnlyOperation

from games.table import postgres_writer
from games.table.postgres_writer import PostgresWriter
from tests.support.sockets import PATIENCE

NOW = datetime(2026, 1, 1, tzinfo=UTC)
Execute = Callable[[list[int]], Coroutine[Any, Any, None]]


class StubPool:
    """Connections that write all they are given; `written` has the ids of each statement."""

    def __init__(self, execute: Execute) -> None:
        self._execute = execute
        self.written: list[list[int]] = []

    @asynccontextmanager
    async def connection(self) -> AsyncIterator["StubPool"]:
        yield self

    async def execute(self, _sql: str, ids: list[int]) -> "StubPool":
        await self._execute(ids)
        self.written.append(ids)
        return self

    async def fetchall(self) -> list[tuple[int]]:
        return [(table_id,) for table_id in self.written[-1]]


@pytest.fixture(autouse=True)
def _only_the_ids_are_written(monkeypatch: pytest.MonkeyPatch) -> None:
    def ids(waiting: Sequence[Any]) -> list[int]:
        return [each.made.after.table_id for each in waiting]

    monkeypatch.setattr(postgres_writer, "_columns", ids)
    # However slow the machine is, what a test waits for is not given up.
    monkeypatch.setattr(postgres_writer, "POSTGRES_SECONDS", PATIENCE)


def write(writer: PostgresWriter, table_id: int) -> Coroutine[Any, Any, bool]:
    return writer.write(cast("Any", SimpleNamespace(after=SimpleNamespace(table_id=table_id))), NOW)


async def test_who_writes_again_at_once_is_never_left_waiting() -> None:
    may_go = asyncio.Event()

    async def wait(_ids: list[int]) -> None:
        await may_go.wait()

    writer = PostgresWriter(cast("Any", StubPool(wait)))

    async def write_twice() -> bool:
        return await write(writer, 0) and await write(writer, 0)

    # Two statements run at most, and these two end in the same turn of the loop.
    twice = asyncio.create_task(write_twice())
    await asyncio.sleep(0.01)
    once = asyncio.create_task(write(writer, 1))
    await asyncio.sleep(0.01)
    may_go.set()
    assert all(await asyncio.wait_for(asyncio.gather(twice, once), PATIENCE))


async def test_what_waits_together_is_one_statement() -> None:
    may_go = asyncio.Event()

    async def wait(_ids: list[int]) -> None:
        await may_go.wait()

    pool = StubPool(wait)
    writer = PostgresWriter(cast("Any", pool))
    writing = []
    for table_id in range(6):
        writing.append(asyncio.create_task(write(writer, table_id)))
        await asyncio.sleep(0.01)
    may_go.set()
    assert await asyncio.gather(*writing) == [True] * 6
    assert sorted(pool.written) == [[0], [1], [2, 3, 4, 5]]


async def test_an_error_that_nobody_foresaw_leaves_all_to_threads_and_the_next_is_written(
    caplog: pytest.LogCaptureFixture,
) -> None:
    errors: list[Exception] = [ValueError("no such selector")]

    async def fail_once(_ids: list[int]) -> None:
        if errors:
            raise errors.pop()

    writer = PostgresWriter(cast("Any", StubPool(fail_once)))
    with pytest.raises(SynchronousOnlyOperation):
        await asyncio.wait_for(write(writer, 1), PATIENCE)
    assert await asyncio.wait_for(write(writer, 1), PATIENCE)
    # Asyncio tells of it once the task is gone.
    gc.collect()
    assert "no such selector" in caplog.text


async def test_a_statement_that_hangs_leaves_all_that_wait_to_threads(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    is_hanging, may_end = [True], asyncio.Event()

    async def hang(_ids: list[int]) -> None:
        if is_hanging:
            try:
                await asyncio.sleep(PATIENCE)
            finally:
                # A connection takes its time to be given up.
                await may_end.wait()

    pool = StubPool(hang)
    writer = PostgresWriter(cast("Any", pool))
    monkeypatch.setattr(postgres_writer, "POSTGRES_SECONDS", 0.05)
    for _time in range(2):
        # Two hang, and two wait for them; later ones are not left waiting either.
        writing = []
        for table_id in range(4):
            writing.append(asyncio.create_task(write(writer, table_id)))
            await asyncio.sleep(0.001)
        everybody = asyncio.gather(*writing, return_exceptions=True)
        outcomes = await asyncio.wait_for(everybody, PATIENCE)
        assert {type(outcome) for outcome in outcomes} == {SynchronousOnlyOperation}
    monkeypatch.setattr(postgres_writer, "POSTGRES_SECONDS", PATIENCE)
    is_hanging.clear()
    may_end.set()
    assert await asyncio.wait_for(write(writer, 9), PATIENCE)
    # What was left to threads is not written as well.
    assert pool.written == [[9]]
