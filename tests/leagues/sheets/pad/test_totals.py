"""What is refused in fast mode: totals, and perhaps the number of rounds."""

import pytest

from games.rules.options import Ending, Options, Variant
from leagues.sheets.check import Code, Problem, check
from leagues.sheets.score_sheet import Cell, Pad

SPECIAL = Options(variant=Variant.SPECIAL)


def problems(
    *totals: Cell, count: Cell = None, options: Options | None = None, complete: bool = True
) -> list[Problem]:
    pad = Pad(tuple(range(len(totals))), totals=totals, round_count=count)
    return [*check(pad, options or Options(), complete=complete)]


def test_totals_of_a_game_are_enough() -> None:
    assert problems(67, 12, 40) == []
    assert problems(67, 12, 40, count=3) == []


@pytest.mark.parametrize(
    ("cell", "problem"),
    [
        (None, Problem(Code.MISSING, None, 1)),
        ("x", Problem(Code.NOT_WHOLE, None, 1)),
        (-4, Problem(Code.NEGATIVE, None, 1)),
        (164, Problem(Code.TOO_HIGH, None, 1, {"most": 66 + 97})),
    ],
)
def test_an_impossible_total_is_named(cell: Cell, problem: Problem) -> None:
    assert problem in problems(67, cell, 40)


def test_a_missing_total_is_no_problem_while_it_is_typed() -> None:
    assert problems(67, None, 40, complete=False) == []


def test_somebody_must_be_over_the_limit() -> None:
    assert problems(66, 12, 40) == [Problem(Code.NOT_ENDED, facts={"limit": 66})]
    assert problems(66, 12, 40, complete=False) == []


def test_or_the_agreed_rounds_have_been_played() -> None:
    three = Options(max_rounds=3)
    assert problems(30, 12, 40, options=three) == []
    assert problems(30, 12, 40, options=three, count=2) == [
        Problem(Code.NOT_ENDED, facts={"limit": 66, "rounds": 3})
    ]
    assert problems(67, 12, 40, options=three, count=2) == []


@pytest.mark.parametrize("count", [0, 16, "two"])
def test_a_number_of_rounds_that_no_game_has_is_refused(count: Cell) -> None:
    """Three players take 14 heads a round at least: after 15 rounds one of them is over 66."""
    assert problems(67, 66, 66, count=count) == [
        Problem(Code.ROUND_COUNT, facts={"least": 1, "most": 15})
    ]


def test_special_cards_are_played_for_two_rounds_whatever_the_totals() -> None:
    assert problems(0, 3, options=SPECIAL) == []
    assert problems(100, 3, options=SPECIAL, count=2) == []
    assert problems(100, 3, options=SPECIAL, count=3) == [
        Problem(Code.ROUND_COUNT, facts={"least": 2, "most": 2})
    ]
    assert problems(175, 3, options=SPECIAL) == [
        Problem(Code.TOO_HIGH, None, 0, {"most": 174}),
        Problem(Code.TOTALS_TOO_HIGH, facts={"sum": 178, "most": 174}),
    ]


def test_all_heads_together_must_fit_the_rounds() -> None:
    assert problems(70, 20, 8, count=1) == [
        Problem(Code.TOTALS_TOO_HIGH, facts={"sum": 98, "most": 97})
    ]
    assert problems(67, 0, 0, count=5) == [
        Problem(Code.TOTALS_TOO_LOW, facts={"sum": 67, "least": 70})
    ]


def test_totals_between_one_full_round_and_two_empty_ones_are_refused() -> None:
    """Ten players: one round holds 92 to 167 heads, two hold 184 to 334."""
    assert problems(75, *(11,) * 9) == [
        Problem(Code.TOTALS_TOO_LOW, facts={"sum": 174, "least": 184})
    ]
    assert problems(75, *(13,) * 8, 5) == []


def test_one_round_cannot_carry_several_players_so_far_past_the_limit() -> None:
    assert problems(120, 100, 90) == [Problem(Code.TOO_FAR_PAST, facts={"excess": 112, "most": 97})]


def test_elimination_needs_the_rounds() -> None:
    assert problems(67, 12, options=Options(ending=Ending.ELIMINATION)) == [
        Problem(Code.ROUNDS_NEEDED)
    ]


def test_too_many_players_are_refused_and_their_cells_still_read() -> None:
    assert problems(*(9,) * 8, "x", options=SPECIAL) == [
        Problem(Code.TOO_MANY_PLAYERS, column=8, facts={"most": 8}),
        Problem(Code.NOT_WHOLE, None, 8),
    ]
