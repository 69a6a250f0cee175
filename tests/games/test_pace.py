"""How fast bots and clocks go on: never before the reveal is over, and never long after."""

import re
from datetime import timedelta

import pytest

from games.models import ActionLog
from games.rules.events import Jumped, Picked, Placed, Revealed, TakeReason, Took
from games.rules.options import Options
from games.rules.state import Awaited, Row
from games.table import store
from games.table.transition import BEATS, PICKING, THINKING, reveal_time, thinking_time
from tests.pages.tables import public_html, table_in_play
from tests.rules.builders import Game, position
from tests.support.tables import people, start_table, tend_at_due

DRAFT = Options(draft=True)


def test_a_reveal_takes_the_sum_of_its_steps() -> None:
    events = (Revealed(((0, 15),)), Placed(0, 15, 0), Jumped(0, 0, 1))
    steps = BEATS[Revealed] + BEATS[Placed] + BEATS[Jumped]
    assert reveal_time(events) == timedelta(milliseconds=steps)


def test_a_take_lies_still_longer_the_more_heads_it_has() -> None:
    light = Took(0, 0, (1, 2, 3, 4, 6), 5, TakeReason.SIXTH)
    heavy = Took(0, 0, (11, 22, 33, 44, 55), 27, TakeReason.SIXTH)
    assert reveal_time((heavy,)) - reveal_time((light,)) == timedelta(milliseconds=22 * 35)


@pytest.mark.parametrize("special", [False, True])
def test_the_page_is_told_as_much_time_as_bots_wait(special: bool) -> None:
    rows = (Row((3, 5, 11, 13, 17)), Row((30,)), Row((51,)), Row((70,)), Row((90,)))
    hands = ((18, 2), (99, 100), (35, 36))
    specials = ((), (), ()) if special else None
    game = Game(position(rows if special else rows[:4], hands, specials=specials))
    events = game.reveal(18, 99, 35)
    snapshot = table_in_play(game.state, events)
    told = re.findall(r'data-ms="(\d+)"', public_html(snapshot, "en", "bulls"))
    assert timedelta(milliseconds=sum(map(int, told))) == reveal_time(events)


def test_bots_do_not_ponder_over_a_pick() -> None:
    assert thinking_time(Awaited.PICK) == PICKING < THINKING == thinking_time(Awaited.CARD)


def test_a_draft_of_ten_bots_takes_less_than_a_minute() -> None:
    picks = 100 * (reveal_time((Picked(0, 1),)) + thinking_time(Awaited.PICK))
    assert picks < timedelta(seconds=60)


@pytest.mark.django_db(transaction=True)
def test_bots_draft_one_after_the_other() -> None:
    table = start_table(bots=3, options=DRAFT)
    due = []
    for _pick in range(30):
        table.refresh_from_db()
        assert table.due_at is not None
        due.append(table.due_at)
        snapshot = tend_at_due(table)
    assert snapshot.game.round.turn == 1
    assert due == sorted(set(due))


@pytest.mark.django_db(transaction=True)
def test_a_pick_whose_time_is_up_is_made_for_its_player() -> None:
    table = start_table(*people(2), options=DRAFT, time_per_choice=30)
    before = store.fresh(table.pk)
    after = tend_at_due(table)
    assert len(after.game.round.hands[before.game.round.picker]) == 1
    assert ActionLog.objects.get().by == ActionLog.By.DEADLINE
    assert after.deadline is not None
    assert before.deadline is not None
    assert after.deadline > before.deadline
