"""What happens at a table although nobody comes: bots, time limits, absent players."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import ActionLog, Table
from games.play import keeper, playing
from games.rules.options import Options
from games.table import store
from games.table.errors import TableError
from tests.support.tables import (
    act,
    due,
    first_action,
    people,
    play_first,
    play_turn,
    start_table,
    tend_at_due,
)

pytestmark = pytest.mark.django_db(transaction=True)

LATER = timedelta(minutes=5)


def test_bots_wait_until_they_are_due() -> None:
    table = start_table(*people(1), bots=2)
    before = store.fresh(table.pk)
    assert playing.tend(table.pk, due(table) - timedelta(milliseconds=1)) == before
    after = tend_at_due(table)
    assert after.game.decision.seats == (0,)


def test_bots_move_at_once_when_the_reveal_has_been_watched_and_people_keep_their_time() -> None:
    table = start_table(*people(1), bots=2, time_per_choice=30)
    before = store.fresh(table.pk)
    began = due(table) - timedelta(seconds=1)
    playing.move_watched_bots(table.pk, before.play.since - 1, began)
    assert store.fresh(table.pk) == before
    playing.move_watched_bots(table.pk, before.play.since, began)
    after = store.fresh(table.pk)
    assert after.game.decision.seats == (0,)
    assert due(table) == after.deadline == before.deadline


def test_a_table_that_waits_for_people_without_a_limit_is_not_due() -> None:
    table = start_table(*people(1), bots=2)
    tend_at_due(table)
    table.refresh_from_db()
    assert table.due_at is None


def test_bots_alone_play_to_the_end() -> None:
    table = start_table(bots=4, options=Options(max_rounds=2))
    for _move in range(200):
        table.refresh_from_db()
        if table.due_at is None:
            break
        tend_at_due(table)
    assert table.status == Table.Status.FINISHED
    assert set(ActionLog.objects.values_list("by", flat=True)) == {"bot", "rules"}


def test_a_choice_whose_time_is_up_is_made_and_marked() -> None:
    table = start_table(*people(2), time_per_choice=30)
    play_first(table, 0)
    snapshot = tend_at_due(table)
    assert snapshot.turn_key == "1.1"
    assert snapshot.play.forced == {1}
    assert ActionLog.objects.get(number=2).by == ActionLog.By.DEADLINE
    assert snapshot.play.missed == (0, 1)


def test_before_its_deadline_no_choice_is_made() -> None:
    table = start_table(*people(2), time_per_choice=30)
    assert playing.tend(table.pk, due(table) - timedelta(seconds=1)).version == table.version


def test_a_choice_in_time_takes_the_mark_away() -> None:
    table = start_table(*people(3), time_per_choice=30)
    play_first(table, 0)
    play_first(table, 1)
    snapshot = tend_at_due(table)
    while snapshot.turn_key != "1.2":
        snapshot = play_turn(table)
    assert snapshot.play.forced == frozenset()
    assert snapshot.play.missed == (0, 0, 0)


def test_after_two_missed_deadlines_the_bot_plays_until_its_player_is_back() -> None:
    table = start_table(*people(2), time_per_choice=30)
    for _turn in range(2):
        play_first(table, 0)
        snapshot = tend_at_due(table)
        while snapshot.game and snapshot.game.decision and len(snapshot.game.decision.seats) == 1:
            snapshot = tend_at_due(table)
    assert snapshot.away == (False, True)
    snapshot = tend_at_due(table)
    assert 1 not in snapshot.game.decision.seats
    playing.come_back(table.pk, 1, timezone.now())
    assert store.fresh(table.pk).away == (False, False)


def test_who_acts_is_back() -> None:
    table = start_table(*people(3))
    playing.step_away(table.pk, 1, timezone.now())
    assert store.fresh(table.pk).away[1]
    assert not play_first(table, 1).away[1]


def test_a_seat_left_to_the_bot_does_not_hold_up_the_table(table: Table) -> None:
    play_first(table, 0)
    playing.step_away(table.pk, 1, timezone.now())
    assert tend_at_due(table).turn_key == "1.1"


def test_who_steps_away_and_comes_back_gains_no_time() -> None:
    table = start_table(*people(2), bots=1, time_per_choice=30)
    deadline = tend_at_due(table).deadline
    assert deadline is not None
    playing.step_away(table.pk, 0, deadline - timedelta(seconds=2))
    playing.come_back(table.pk, 0, deadline - timedelta(seconds=1))
    assert store.fresh(table.pk).deadline == deadline
    assert playing.tend(table.pk, deadline).turn_key == "1.1"


def test_the_next_command_applies_what_was_due() -> None:
    table = start_table(*people(3), time_per_choice=30)
    snapshot = play_first(table, 0)
    late = due(table) + LATER
    action = first_action(snapshot, 2)
    with pytest.raises(TableError):
        act(table.pk, action, snapshot.version, late)
    assert store.fresh(table.pk).turn_key == "1.1"


def test_the_last_card_of_a_hand_plays_itself() -> None:
    table = start_table(*people(2), options=Options(max_rounds=2))
    for _turn in range(9):
        snapshot = play_turn(table)
    assert snapshot.game.round.turn == 10
    tend_at_due(table)
    assert list(ActionLog.objects.order_by("-number").values_list("by", flat=True)[:2]) in (
        ["rules", "rules"],
        ["player", "rules"],
    )


def test_due_work_is_claimed_by_one_keeper() -> None:
    table = start_table(*people(1), bots=2)
    found = [(table.pk, due(table))]
    now = due(table) + timedelta(seconds=1)
    assert keeper.due_tables(now) == found
    assert keeper.claim(*found[0], now)
    assert not keeper.claim(*found[0], now)
    assert keeper.due_tables(now) == []
    assert keeper.due_tables(now + keeper.LEASE) != []


def test_the_keeper_makes_the_moves_that_are_due() -> None:
    table = start_table(*people(1), bots=2)
    Table.objects.filter(pk=table.pk).update(due_at=timezone.now() - LATER)
    snapshot = store.fresh(table.pk)
    keeper.look_after(table.pk, due(table))
    table.refresh_from_db()
    # Nothing was due yet by the play itself: the claim is undone and the moves still come.
    assert table.due_at == snapshot.play.due_at
