"""Where threads run: by hand."""

import pytest

from leagues.standings.season_picture.weave import (
    COLOURS,
    LOADS,
    AfterSession,
    Paper,
    Thread,
    width_level,
    woven,
)

PAPER = Paper(left=100, top=0, column=50, row=20)


def thread(player: int, *ranks: int | None, load: float | None = 1.0, wins: int = 0) -> Thread:
    """A player with these ranks after each session."""
    steps = [None if rank is None else AfterSession(rank, load, wins) for rank in ranks]
    return Thread(player, f"Player {player}", "", steps)


def test_a_thread_runs_from_column_to_column_at_the_height_of_its_place() -> None:
    weave = woven([thread(1, 1, 2), thread(2, 2, 1)], 2, PAPER)
    ways = {
        (each.player, each.session): (each.x0, each.y0, each.x1, each.y1) for each in weave.segments
    }
    assert ways[1, 0] == (80, 10, 100, 10)
    assert ways[1, 1] == (100, 10, 150, 30)
    assert ways[2, 1] == (100, 30, 150, 10)


def test_it_is_wide_for_many_heads() -> None:
    levels = [width_level(load) for load in (0, 0.49, 0.5, 0.84, 0.85, 1, 1.14, 1.15, 1.59, 1.6, 5)]
    assert levels == [0, 0, 1, 1, 2, 2, 2, 3, 3, 4, 4]
    few, many = thread(1, 1, load=0.1), thread(2, 2, load=2.0)
    thin, thick = woven([few, many], 1, PAPER).segments
    assert thin.width1 < thick.width1
    assert len(LOADS) == 4


def test_threads_go_over_and_under_each_other_by_turns() -> None:
    """Player 1 falls, rises and falls again, and lies above player 2 each time."""
    weave = woven([thread(1, 1, 2, 1, 2), thread(2, 2, 1, 2, 1)], 4, PAPER)
    upper = [each.player for each in weave.segments if each.session][1::2]
    assert upper == [1, 1, 1]
    straight = woven([thread(1, 1, 2), thread(2, 2, 3), thread(3, 3, 1)], 2, PAPER)
    last = [each for each in straight.segments if each.session == 1]
    assert last[0].player == 3
    assert all(each.crosses for each in last)


def test_threads_that_meet_nobody_need_no_edge() -> None:
    weave = woven([thread(1, 1, 1), thread(2, 2, 3), thread(3, 3, 2)], 2, PAPER)
    crossing = {each.player for each in weave.segments if each.crosses}
    assert crossing == {2, 3}


def test_wins_are_marked_where_they_were_won() -> None:
    steps = [AfterSession(1, 1.0, 1), AfterSession(1, 1.0, 0), AfterSession(1, 1.0, 3)]
    weave = woven([Thread(7, "Ana", "1", steps)], 3, PAPER)
    assert [(mark.player, mark.x, mark.y) for mark in weave.wins] == [(7, 100, 10)]
    assert [(mark.player, mark.x, mark.y) for mark in weave.several] == [(7, 200, 10)]


def test_who_withdrew_has_an_end_and_no_name_at_the_right() -> None:
    weave = woven([thread(1, 1, 1, 1), thread(2, 2, 2, None)], 3, PAPER)
    assert [(mark.player, mark.x) for mark in weave.ends] == [(2, 150)]
    assert [name.player for name in weave.finals] == [1]
    assert [name.player for name in weave.starts] == [1, 2]


def test_who_came_later_begins_later_and_thin() -> None:
    weave = woven([thread(1, 1, 1), thread(2, None, 2)], 2, PAPER)
    (own,) = [each for each in weave.segments if each.player == 2]
    assert (own.x0, own.x1) == (125, 150)
    assert own.width0 < own.width1
    assert [name.player for name in weave.starts] == [1]


def test_an_absent_player_lies_below_the_others() -> None:
    away = Thread(1, "Away", "", [AfterSession(1, 1.0, 0), AfterSession(2, None, 0)])
    weave = woven([away, thread(2, 2, 1)], 2, PAPER)
    lower, upper = weave.segments[2:]
    assert (lower.player, lower.level) == (1, None)
    assert upper.player == 2


@pytest.mark.parametrize("count", [1, 2, 10, 11, 200])
def test_colours_run_from_the_first_to_the_last_thread(count: int) -> None:
    weave = woven([thread(rank, rank) for rank in range(1, count + 1)], 1, PAPER)
    colours = {each.player: each.colour for each in weave.segments}
    in_order = [colours[rank] for rank in range(1, count + 1)]
    assert in_order == sorted(in_order)
    assert in_order[0] == 1
    assert in_order[-1] == (COLOURS if count > 1 else 1)
