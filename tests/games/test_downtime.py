"""Time in which the site was down is given back to everybody, once."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Player
from games.models import ActionLog, Pulse, Table
from games.play import downtime, keeper, playing
from games.play.downtime import GRACE, LONGEST_GAP, LONGEST_GAP_AT_START, LONGEST_REVEAL
from games.rules.actions import ChooseCard
from games.table import store
from tests.support.races import at_once
from tests.support.tables import (
    act,
    deadline,
    due_at,
    first_action,
    open_table,
    people,
    play_first,
    play_to_the_end,
    start_table,
)

pytestmark = pytest.mark.django_db(transaction=True)

SECOND = timedelta(seconds=1)
GAP = timedelta(minutes=10)


def pulse() -> datetime | None:
    return Pulse.objects.values_list("at", flat=True).first()


@pytest.fixture
def table() -> Table:
    """Two play, with half a minute for a choice."""
    return start_table(*people(2), time_per_choice=30)


def test_a_gap_extends_every_running_deadline_by_itself_and_some_grace(now: datetime) -> None:
    tables = [start_table(*people(2), time_per_choice=limit) for limit in (30, 30, 300)]
    before = [deadline(table) for table in tables]
    downtime.beat(now)
    downtime.beat(now + GAP)
    assert [deadline(table) for table in tables] == [moment + GAP + GRACE for moment in before]
    assert [due_at(table) for table in tables] == [deadline(table) for table in tables]


def test_a_gap_is_given_back_once(now: datetime, table: Table) -> None:
    before = deadline(table)
    downtime.beat(now)
    for seconds in (0, 0.01, -0.01, 1):
        downtime.beat(now + GAP + seconds * SECOND)
    assert deadline(table) == before + GAP + GRACE
    # It was up for as long as the grace.
    Pulse.objects.update(at=now + GAP + GRACE)
    downtime.beat(now + GAP + GRACE + GAP)
    assert deadline(table) == before + 2 * (GAP + GRACE)


def test_who_is_asked_after_a_restart_before_the_first_beat_is_given_little(now: datetime) -> None:
    downtime.beat(now - GAP)
    table = start_table(*people(2), time_per_choice=30)
    downtime.beat(timezone.now())
    left = deadline(table) - timezone.now()
    assert timedelta(seconds=20) < left <= timedelta(seconds=30) + LONGEST_GAP + GRACE


def test_a_short_stop_is_given_back_at_the_start_of_the_process_that_was_alone(
    now: datetime, table: Table
) -> None:
    """A choice that was due while nobody could make it is not forced."""
    before = deadline(table)
    stop = 3 * SECOND
    downtime.beat(now)
    downtime.beat(now + stop, LONGEST_GAP_AT_START)
    assert deadline(table) == before + stop + GRACE
    # A restart that takes no longer than a beat gives nobody time.
    downtime.beat(now + stop + SECOND, LONGEST_GAP_AT_START)
    assert deadline(table) == before + stop + GRACE


@pytest.mark.parametrize("gap", [timedelta(), SECOND, LONGEST_GAP, -SECOND])
def test_a_missed_beat_and_a_clock_set_back_give_nobody_time(
    now: datetime, gap: timedelta, table: Table
) -> None:
    before = store.load(table.pk)
    downtime.beat(now)
    downtime.beat(now + gap)
    assert store.load(table.pk) == before
    # A host whose clock is a little behind leaves the pulse to the other.
    assert pulse() == max(now, now + gap)


def test_hosts_whose_clocks_differ_give_nobody_time(now: datetime, table: Table) -> None:
    before = deadline(table)
    for seconds in range(10):
        downtime.beat(now + seconds * SECOND)
        downtime.beat(now + (seconds + 30) * SECOND)
    given = deadline(table) - before
    downtime.beat(now + 10 * SECOND)
    downtime.beat(now + 41 * SECOND)
    assert deadline(table) - before == given


def test_a_pulse_of_a_clock_that_was_wrong_is_set_back(now: datetime) -> None:
    downtime.beat(now + timedelta(hours=1))
    downtime.beat(now)
    assert pulse() == now


def test_beats_in_the_same_second_change_nothing_but_the_pulse(now: datetime, table: Table) -> None:
    before = store.load(table.pk)
    for part in range(2):
        with CaptureQueriesContext(connection) as captured:
            downtime.beat(now + part * SECOND / 2)
    assert store.load(table.pk) == before
    written = [
        query["sql"]
        for query in captured.captured_queries
        if query["sql"].startswith(("UPDATE", "INSERT"))
    ]
    assert len(written) == 1
    assert Pulse._meta.db_table in written[0]
    assert Pulse.objects.count() == 1


def test_a_site_without_a_pulse_is_left_alone(now: datetime, table: Table) -> None:
    """Of one whose keeper never ran nobody knows whether it was down."""
    downtime.extend_after_downtime(deadline(table) + GAP)
    assert pulse() is None
    assert store.load(table.pk).version == table.version
    assert playing.tend(table.pk, deadline(table) + GAP).turn_key == "1.1"


def test_a_first_beat_gives_nobody_time(now: datetime, table: Table) -> None:
    downtime.beat(now + GAP)
    assert store.load(table.pk).version == table.version


def test_tables_without_a_limit_open_ones_and_ended_ones_are_not_touched(
    now: datetime, ada: Player, ben: Player
) -> None:
    ended = start_table(ada, ben, time_per_choice=30)
    play_to_the_end(ended)
    broken_off = start_table(ada, ben, time_per_choice=30)
    playing.abandon(broken_off.pk, ada, now)
    tables = [
        start_table(ada, ben),
        start_table(ada, bots=2),
        open_table(ada, seats=3, time_per_choice=30),
        ended,
        broken_off,
    ]
    before = [Table.objects.values().get(pk=table.pk) for table in tables]
    downtime.beat(now)
    downtime.beat(now + GAP)
    assert [Table.objects.values().get(pk=table.pk) for table in tables] == before


def test_bots_move_when_they_would_have_moved(now: datetime) -> None:
    table = start_table(*people(1), bots=2, time_per_choice=30)
    before = store.load(table.pk)
    assert before.play is not None
    downtime.beat(now)
    back = now + GAP
    downtime.beat(back)
    after = store.load(table.pk)
    assert after.play.bots_at == before.play.bots_at == due_at(table)
    assert after.deadline == deadline(table)
    moved = playing.tend(table.pk, back)
    assert moved.game.decision.seats == (0,)
    assert moved.deadline == after.deadline == due_at(table)


def test_choices_made_before_the_pause_stand_and_the_turn_goes_on(
    now: datetime, table: Table
) -> None:
    play_first(table, 0)
    downtime.beat(now)
    downtime.beat(now + GAP)
    store.forget()
    revealed = play_first(table, 1, now + GAP + SECOND)
    assert revealed.turn_key == "1.1"
    assert revealed.play.forced == frozenset()


def be_down(table: Table, now: datetime) -> datetime:
    """The site goes down before the deadline of a table; the moment in which it is up again."""
    downtime.beat(now)
    store.forget()
    return deadline(table) + GAP


def test_who_comes_first_after_the_pause_is_not_answered_by_forced_choices(now: datetime) -> None:
    table = start_table(*people(3), time_per_choice=30)
    before = play_first(table, 0)
    back = be_down(table, now)
    acted = act(table.pk, first_action(before, 1), before.version, back).snapshot
    assert acted.game.decision.seats == (2,)
    assert acted.deadline is not None
    assert acted.deadline >= back + GRACE
    assert set(ActionLog.objects.values_list("by", flat=True)) == {ActionLog.By.PLAYER}


def test_a_keeper_that_comes_first_forces_nobody(now: datetime, table: Table) -> None:
    back = be_down(table, now)
    assert playing.tend(table.pk, back).turn_key == ""
    assert deadline(table) > back


def test_after_the_time_that_was_given_back_choices_are_forced_again(
    now: datetime, table: Table
) -> None:
    back = be_down(table, now)
    playing.tend(table.pk, back)
    last = deadline(table)
    # It was up all the time since.
    Pulse.objects.update(at=last)
    assert playing.tend(table.pk, last).turn_key == "1.1"


def test_the_keeper_finds_tables_due_at_their_new_time(now: datetime, table: Table) -> None:
    back = be_down(table, now)
    assert [found for found, _due_at in keeper.due_tables(back)] == [table.pk]
    downtime.beat(back)
    assert keeper.due_tables(back) == []


@pytest.mark.parametrize("race", range(5))
def test_two_keepers_and_a_command_at_the_same_moment_give_the_time_back_once(
    now: datetime, race: int
) -> None:
    tables = [start_table(*people(2), time_per_choice=30) for _table in range(3)]
    before = [deadline(table) for table in tables]
    down_at = now
    back = be_down(tables[0], down_at)
    known = store.load(tables[0].pk)
    choice = ChooseCard(0, known.game.round.hands[0][race])

    def keep(seconds: float) -> Callable[[], object]:
        return lambda: downtime.beat(back + seconds * SECOND)

    def command() -> object:
        return act(tables[0].pk, choice, known.version, back)

    def tend() -> object:
        return playing.tend(tables[1].pk, back)

    answers = at_once(keep(0), keep(0.003), command, tend)
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    given = {deadline(table) - moment for table, moment in zip(tables, before, strict=True)}
    (more,) = given
    assert abs(more - (back - down_at + GRACE)) <= SECOND / 100
    assert [line.by for line in ActionLog.objects.all()] == [ActionLog.By.PLAYER]


HOUR = timedelta(hours=1)


def test_bots_do_not_wait_an_hour_when_the_clock_is_set_back_by_one(now: datetime) -> None:
    table = start_table(*people(1), bots=2)
    ahead = now + HOUR
    downtime.beat(ahead)
    due = playing.tend(table.pk, ahead).play
    assert due is not None
    play_first(table, 0, ahead)
    waiting = due_at(table)
    assert waiting is not None
    assert waiting > ahead
    downtime.beat(now)
    assert due_at(table) == now + LONGEST_REVEAL
    before = store.load(table.pk).version
    assert playing.tend(table.pk, now + LONGEST_REVEAL).version > before


def test_a_deadline_comes_back_with_the_clock_and_gives_a_whole_choice(
    now: datetime, table: Table
) -> None:
    ahead = now + HOUR
    downtime.beat(now)
    downtime.beat(ahead)
    for seat in (0, 1):
        play_first(table, seat, ahead)
    assert deadline(table) > ahead
    downtime.beat(now)
    left = deadline(table) - now
    assert timedelta(seconds=30) <= left <= timedelta(seconds=30) + LONGEST_GAP + GRACE
    assert due_at(table) == deadline(table)


def test_who_was_asked_after_the_clock_was_set_back_loses_no_time(now: datetime) -> None:
    downtime.beat(now + HOUR)
    table = start_table(*people(2), time_per_choice=30)
    before = store.load(table.pk)
    downtime.beat(now)
    assert store.load(table.pk).deadline == before.deadline
