"""Where values lie on a chart."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.standings.charts.paper import MOST_TICKS, Scale, across, counted, spread, ticks


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0, 100, [0, 20, 40, 60, 80, 100]),
        (43.2, 61.9, [40, 45, 50, 55, 60, 65]),
        (0, 14.6, [0, 5, 10, 15]),
        (50, 50, [50, 51]),
        (-7.5, 2, [-8, -6, -4, -2, 0, 2]),
        (0, 5, [0, 1, 2, 3, 4, 5]),
    ],
)
def test_values_beside_the_grid_are_round(low: float, high: float, expected: list[int]) -> None:
    assert ticks(low, high) == expected


@given(st.floats(-1e4, 1e4, allow_subnormal=False), st.floats(0, 1e4))
def test_the_grid_holds_all_values(low: float, span: float) -> None:
    found = ticks(low, low + span)
    assert found[0] <= low <= low + span <= found[-1]
    assert 2 <= len(found) <= MOST_TICKS


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        (1, [1]),
        (2, [1, 2]),
        (6, [1, 2, 3, 4, 5, 6]),
        (7, [1, 3, 5, 7]),
        (30, [1, 6, 11, 16, 21, 26]),
    ],
)
def test_places_beside_the_grid_begin_with_the_first_and_lie_evenly_apart(
    last: int, expected: list[int]
) -> None:
    assert counted(last) == expected


def test_a_scale_may_run_upwards() -> None:
    scale = Scale(0, 100, 260, 60)
    assert [scale.at(value) for value in (0, 50, 100)] == [260, 160, 60]


def test_one_session_alone_lies_in_the_middle() -> None:
    assert across(1, 10, 30) == [20]
    assert across(3, 10, 30) == [10, 20, 30]


def test_names_that_would_overlap_move_apart() -> None:
    assert spread([100, 40, 102], 15, 30, 260) == [87, 40, 102]


@given(st.lists(st.floats(30, 260), max_size=12))
def test_names_stay_on_the_paper_in_their_order(wanted: list[float]) -> None:
    found = spread(wanted, 15, 30, 260)
    in_order = [place for _wanted, place in sorted(zip(wanted, found, strict=True))]
    assert all(30 <= place <= 260 for place in found)
    assert all(below - above > 14.5 for above, below in itertools.pairwise(in_order))
