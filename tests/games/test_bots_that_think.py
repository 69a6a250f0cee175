"""Slow bots choose in a process beside the server, hold up nobody, and can be checked later."""

import asyncio
import os
import resource
import signal
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from games import bots
from games.live import executor
from games.models import ActionLog, Table
from games.play import keeper, thinking, watching
from games.rules.actions import Action, action_from_json
from games.rules.engine import apply, new_game, view_for
from games.rules.options import Options
from games.rules.state import View
from games.seats import seating
from games.table import store
from games.table.errors import TableError, TableErrorCode
from games.table.stored_deal import dealer_of
from games.table.transition import stored_seed
from tests.rules.builders import dealer
from tests.support.tables import deadline, due, people, play_first, tend_at_due

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("without_a_brake"),
]

SECRET = bytes(32)


@pytest.fixture(autouse=True)
def worker() -> Iterator[None]:
    """No process is left behind, nor a choice of another test."""
    yield
    thinking.stop()


def table_of(*levels: str, options: Options | None = None, **plan: Any) -> Table:
    """A game in play between a person and bots of these levels."""
    (host,) = people(1)
    table = seating.open_table(
        host,
        seating.TablePlan(
            name="Friday",
            options=options or Options(max_rounds=1),
            seat_count=1 + len(levels),
            bot_levels=levels,
            **plan,
        ),
        timezone.now(),
    )
    table.refresh_from_db()
    if table.status == Table.Status.OPEN:
        seating.start(table.pk, host, timezone.now())
    return table


def a_view(seat: int = 0) -> View:
    return view_for(new_game(Options(), 3, dealer())[0], seat)


def chosen(view: View) -> Action:
    """What the sampler chooses in the other process."""
    while True:
        try:
            return thinking.choose(view, "sampler", SECRET)
        except thinking.StillThinking as still:
            still.choice.result()


def test_the_other_process_gives_the_answer_that_this_one_would_give() -> None:
    view = a_view()
    expected = bots.choose(view, "sampler", bots.rng_of(SECRET, view))
    with pytest.raises(thinking.StillThinking):
        thinking.choose(view, "sampler", SECRET)
    assert chosen(view) == expected


def test_a_process_that_was_killed_is_started_again() -> None:
    assert chosen(a_view(0)) in a_view(0).actions
    first = thinking._worker()
    os.kill(first.pid, signal.SIGKILL)
    first.wait()
    assert chosen(a_view(1)) in a_view(1).actions
    assert thinking._worker().pid != first.pid


def test_where_no_process_can_be_started_the_answer_is_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = a_view(2)
    monkeypatch.setattr(thinking, "WORKER", "/nowhere/worker.py")
    assert chosen(view) == bots.choose(view, "sampler", bots.rng_of(SECRET, view))


def test_where_the_machine_starts_no_process_the_answer_is_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_args: object, **_options: object) -> None:
        raise BlockingIOError

    view = a_view(1)
    monkeypatch.setattr("subprocess.Popen", refuse)
    assert chosen(view) == bots.choose(view, "sampler", bots.rng_of(SECRET, view))


def test_an_answer_that_was_not_read_is_not_taken_for_the_next_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    failing = [True]
    ask = thinking._ask

    def ask_badly(worker: Any, question: bytes) -> Action:
        if failing.pop() if failing else False:
            worker.stdin.write(question)
            worker.stdin.flush()
            raise ValueError
        return ask(worker, question)

    monkeypatch.setattr(thinking, "_ask", ask_badly)
    for seat in range(3):
        view = a_view(seat)
        assert chosen(view) == bots.choose(view, "sampler", bots.rng_of(SECRET, view))


def test_a_bot_thinks_where_more_than_a_thousand_files_are_open(tmp_path: Path) -> None:
    some_file = tmp_path / "a"
    some_file.touch()
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))
    try:
        with ExitStack() as files:
            for _ in range(1100):
                files.enter_context(some_file.open())
            assert chosen(a_view()) in a_view().actions
            assert thinking._worker().poll() is None
            assert thinking._worker().stdout.fileno() > 1023
    finally:
        thinking.stop()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_a_bot_that_cannot_choose_plays_as_if_its_time_were_up(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_args: object) -> None:
        raise ZeroDivisionError

    view = a_view()
    monkeypatch.setattr(thinking, "_ask", fail)
    monkeypatch.setattr(bots, "choose", fail)
    assert chosen(view) == bots.deadline_action(view)
    assert "a bot of level sampler could not choose" in caplog.text


def test_a_card_after_its_time_does_not_wait_for_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    def think_on(*_args: object) -> None:
        raise thinking.StillThinking(Future())

    table = table_of("sampler", time_per_choice=30)
    monkeypatch.setattr(thinking, "choose", think_on)
    late = deadline(table) + timedelta(seconds=1)
    with pytest.raises(TableError) as refused:
        play_first(table, 0, late)
    assert refused.value.code == TableErrorCode.LATE


def test_every_choice_of_a_bot_can_be_made_again_from_the_log_and_the_secret() -> None:
    levels = ("sampler", "careful", "master")
    table = table_of(*levels)
    while not store.fresh(table.pk).has_ended:
        table.refresh_from_db()
        if table.due_at is None:
            play_first(table, 0)
            continue
        try:
            tend_at_due(table)
        except thinking.StillThinking as still:
            still.choice.result()

    dealt = dealer_of(table, [seat.client_seed for seat in table.seats.order_by("index")])
    state, _ = new_game(store.fresh(table.pk).options, 4, dealt)
    compared = 0
    for line in ActionLog.objects.filter(table=table).order_by("number"):
        action = action_from_json(line.action)
        if line.by == ActionLog.By.BOT:
            view = view_for(state, action.seat)
            rng = bots.rng_of(stored_seed(table.pk), view)
            assert bots.choose(view, levels[action.seat - 1], rng) == action
            compared += 1
        state, _ = apply(state, action, dealt)
    # All but the last of ten cards, which is nobody's choice.
    assert compared >= 3 * 9


def test_the_keeper_is_told_to_come_back_when_a_bot_has_chosen() -> None:
    table = table_of("sampler", "gap")
    play = store.fresh(table.pk).play._replace(bots_at=timezone.now())
    Table.objects.filter(pk=table.pk).update(due_at=play.bots_at, state=play.to_json())
    store.forget()
    waiting = keeper.look_after(table.pk, due(table))
    assert waiting is not None
    assert store.fresh(table.pk).game.decision.seats == (0, 1, 2)
    assert due(table) == waiting.due_at
    waiting.choice.result()
    assert keeper.look_after(table.pk, waiting.due_at) is None
    assert store.fresh(table.pk).game.decision.seats == (0,)


async def test_while_a_bot_thinks_the_keeper_looks_after_other_tables(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    choice: Future[Action] = Future()
    looked: list[int] = []

    def look_after(table_id: int, _due_at: object) -> keeper.Thinking | None:
        looked.append(table_id)
        is_thinking = table_id == 1 and not choice.done()
        return keeper.Thinking(choice, timezone.now()) if is_thinking else None

    async def until(tables: list[int]) -> None:
        async with asyncio.timeout(60):
            while looked != tables:  # noqa: ASYNC110 (a thread of the keeper changes it)
                await asyncio.sleep(0.01)

    due_now = [[(1, timezone.now()), (2, timezone.now())]]
    monkeypatch.setattr(keeper, "look_after", look_after)
    monkeypatch.setattr(keeper, "due_tables", lambda _now: due_now.pop() if due_now else [])
    monkeypatch.setattr(keeper, "POLL_SECONDS", 0.01)
    stopping = asyncio.Event()
    keeping = asyncio.create_task(keeper.keep(stopping))
    await until([1, 2])
    choice.set_result(bots.deadline_action(a_view()))
    await until([1, 2, 1])
    stopping.set()
    await keeping


async def test_bots_that_may_move_early_do_so_once_they_have_chosen() -> None:
    table = await executor.write(table_of, "sampler", "sampler")
    since = (await executor.write(store.fresh, table.pk)).play.since
    choice = await watching._try_to_move_bots(table.pk, since)
    assert choice is not None
    await watching._move_bots_after(choice, table.pk, since)
    after = await executor.write(store.fresh, table.pk)
    assert after.game.decision.seats == (0,)
