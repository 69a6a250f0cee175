"""Whoever looks at a game sees its end before anything else follows from it."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connections
from django.dispatch import Signal
from django.utils import timezone

from accounts.models import Player
from games.live import executor, publishing
from games.models import Table
from games.play import playing
from games.rules.options import Options
from games.signals import game_abandoned, game_ended
from games.table import store
from games.table.snapshot import Snapshot
from tests.live.browsers import Connect, members, shown_version, start
from tests.support.sockets import PATIENCE
from tests.support.tables import fresh_store, people, play_first, play_to_the_end, start_table

__all__ = ["fresh_store"]

pytestmark = pytest.mark.django_db(transaction=True)

SHORT = Options(max_rounds=1)


@contextmanager
def heard(signal: Signal, hear: Callable[[], object]) -> Iterator[None]:
    """Somebody listens to what follows from a result."""
    signal.connect(lambda **_told: hear(), weak=False, dispatch_uid="test")
    yield
    signal.disconnect(dispatch_uid="test")


@pytest.fixture
def course(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """The versions that were published, among what else happens."""
    course: list[object] = []
    monkeypatch.setattr(
        publishing, "publish", lambda _table_id, version, **_: course.append(version)
    )
    return course


@pytest.fixture
async def serving() -> AsyncIterator[None]:
    """This process serves, as one with pages open does."""
    publishing.serve_from(asyncio.get_running_loop())
    yield
    for threads in (executor._thread("results"), executor._writers()):
        await asyncio.wrap_future(threads.submit(connections.close_all))


def test_the_last_reveal_is_published_before_anybody_hears_that_the_game_ended(
    course: list[object],
) -> None:
    table = start_table(*people(2), options=SHORT)
    with heard(game_ended, lambda: course.append("ended")):
        version = play_to_the_end(table).version
    assert course[-2:] == [version, "ended"]
    assert course.count("ended") == 1


def test_a_game_broken_off_is_published_before_anybody_hears_of_it(
    course: list[object], ada: Player, table: Table
) -> None:
    with heard(game_abandoned, lambda: course.append("abandoned")):
        playing.abandon(table.pk, ada, timezone.now())
    assert course[-2:] == [store.load(table.pk).version, "abandoned"]


def test_who_hears_of_an_end_finds_it_written() -> None:
    table = start_table(*people(2), options=SHORT)
    found: list[Any] = []
    with heard(game_ended, lambda: found.append(Table.objects.get(pk=table.pk).status)):
        play_to_the_end(table)
    assert found == [Table.Status.FINISHED]


async def test_where_people_are_served_results_are_worked_on_by_a_thread_of_their_own(
    serving: None,
) -> None:
    table = await start(*await members(2), options=SHORT)
    threads: list[str] = []
    is_heard = threading.Event()

    def hear() -> None:
        threads.append(threading.current_thread().name)
        is_heard.set()

    with heard(game_ended, hear):
        await executor.write(play_to_the_end, table)
        assert await asyncio.to_thread(is_heard.wait, PATIENCE)
    assert [name.partition("_")[0] for name in threads] == ["results"]


def test_where_nobody_is_served_results_are_worked_on_at_once() -> None:
    table = start_table(*people(2), options=SHORT)
    threads: list[int] = []
    with heard(game_ended, lambda: threads.append(threading.get_ident())):
        play_to_the_end(table)
        assert threads == [threading.get_ident()]


async def test_who_works_on_a_result_for_long_holds_up_nobody(
    serving: None, connect: Connect
) -> None:
    """Neither those who watch this game nor the plays of another table."""
    table = await start(*await members(2), options=SHORT, visibility="public")
    other = await start(*await members(2))
    browser = await connect(table, None)
    is_heard, go_on = threading.Event(), threading.Event()

    def hold_up() -> None:
        is_heard.set()
        go_on.wait(PATIENCE)

    def play_another() -> Snapshot:
        return play_first(other, 0)

    with heard(game_ended, hold_up):
        try:
            ending = asyncio.create_task(executor.write(play_to_the_end, table))
            assert await asyncio.to_thread(is_heard.wait, PATIENCE)
            played = await asyncio.wait_for(executor.write(play_another), PATIENCE / 3)
            ended = await asyncio.wait_for(ending, PATIENCE / 3)
            shown = await asyncio.wait_for(browser.version(ended.version), PATIENCE / 3)
            assert not go_on.is_set()
        finally:
            go_on.set()
            await asyncio.wrap_future(executor._thread("results").submit(int))
    assert played.version == other.version + 1
    assert shown_version(shown) == ended.version


async def test_what_fails_after_a_result_is_logged_and_the_next_one_is_worked_on(
    serving: None, caplog: pytest.LogCaptureFixture
) -> None:
    heard_of: list[int] = []

    def fail_first() -> None:
        heard_of.append(len(heard_of))
        if len(heard_of) == 1:
            raise RuntimeError

    with heard(game_ended, fail_first):
        for _game in range(2):
            table = await start(*await members(2), options=SHORT)
            await executor.write(play_to_the_end, table)
        await asyncio.wrap_future(executor._thread("results").submit(int))
    assert len(heard_of) == 2
    assert "RuntimeError" in caplog.text
