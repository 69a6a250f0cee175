"""Percentiles, medians over runs and ratios within a run."""

from typing import Any

import pytest

from bench.live.figures import flat, median_ratio, medians, percentile
from bench.live.goals import GOALS
from bench.live.results import Results


@pytest.mark.parametrize(
    ("percent", "expected"), [(0, 1), (50, 2.5), (95, pytest.approx(3.85)), (100, 4)]
)
def test_a_percentile_lies_between_its_two_neighbours(percent: float, expected: float) -> None:
    assert percentile([3, 1, 4, 2], percent) == expected


def test_one_value_is_every_percentile() -> None:
    assert {percentile([7.0], percent) for percent in (1, 50, 99)} == {7.0}


def test_nested_figures_get_names_with_dots() -> None:
    assert flat({"each_ms": {"p50": 1}, "error": "none"}) == {"each_ms.p50": 1.0}


def test_a_median_takes_the_runs_that_have_the_figure() -> None:
    assert medians([{"a": 1}, {"a": 5, "b": 2}, {"a": 3}]) == {"a": 3, "b": 2}


def test_a_ratio_is_taken_within_a_run() -> None:
    """On a machine that is slow in one run, both servers are."""
    assert median_ratio([1, 20, 3], [2, 40, 3]) == 0.5


def test_runs_in_which_one_of_both_failed_give_no_ratio() -> None:
    assert median_ratio([1, None, 3], [None, 4, 6]) == 0.5
    assert median_ratio([None], [1]) is None


def results(**figures: Any) -> Results:
    titles = {name: name for name in figures}
    return Results({"server_cores": 1}, titles, [figures])


def test_a_goal_is_told_from_the_figures_of_both_servers() -> None:
    goal = GOALS[0]
    found = results(
        site={"A": {"players_ms": {"p50": 0.9}}}, boardgame={"A": {"players_ms": {"p50": 1.0}}}
    )
    assert goal.row(found)[2:] == ["0.90 x", "yes"]
    assert goal.row(results()) == []


def test_two_processes_do_twice_the_work_if_a_turn_costs_them_no_more() -> None:
    goal = next(goal for goal in GOALS if goal.title.endswith("modelled from CPU time"))
    one, two = {"E": {"cpu_us_per_reveal": 500.0}}, {"E": {"cpu_us_per_reveal": 625.0}}
    assert goal.figure(results(**{"site-pg1": one, "site-pg2": two})) == 1.6
