"""Slow bots choose in a process beside the server, hold up nobody, and can be checked later."""

import asyncio
import os
import signal
from collections.abc import Iterator
from concurrent.futures import Future

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
from games.table.stored_deal import dealer_of
from games.table.transition import stored_seed
from tests.rules.builders import dealer
from tests.support.tables import due, people, play_first, tend_at_due

pytestmark = pytest.mark.django_db(transaction=True)

SECRET = bytes(32)


@pytest.fixture(autouse=True)
def worker() -> Iterator[None]:
    """No process is left behind, nor a choice of another test."""
    yield
    thinking.end_worker()


def table_of(*levels: str, options: Options | None = None) -> Table:
    """A game in play between a person and bots of these levels."""
    (host,) = people(1)
    table = seating.open_table(
        host,
        seating.TablePlan(
            name="Friday",
            options=options or Options(max_rounds=1),
            seat_count=1 + len(levels),
            bot_levels=levels,
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


def test_every_choice_of_a_bot_can_be_made_again_from_the_log_and_the_secret() -> None:
    levels = ("sampler", "careful", "random")
    table = table_of(*levels)
    while not store.fresh(table.pk).has_ended:
        table.refresh_from_db()
        if table.due_at is not None:
            tend_at_due(table)
        else:
            play_first(table, 0)

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
