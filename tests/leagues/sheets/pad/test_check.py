"""What is refused on a pad with rounds, and at which cell."""

import pytest

from games.rules.options import Ending, Options, Variant
from leagues.sheets.check import Code, Problem, check
from leagues.sheets.score_sheet import Cell, Pad

ADA_BOB_CYD = ("Ada", "Bob", "Cyd")
SPECIAL = Options(variant=Variant.SPECIAL)
ELIMINATION = Options(ending=Ending.ELIMINATION)


def problems(
    *rounds: tuple[Cell, ...],
    options: Options | None = None,
    complete: bool = True,
    totals: tuple[Cell, ...] | None = None,
    count: Cell = None,
) -> list[Problem]:
    columns = tuple(range(len(rounds[0])))
    return [*check(Pad(columns, rounds, totals, count), options or Options(), complete=complete)]


def test_a_game_up_to_the_first_total_above_the_limit_is_right() -> None:
    assert problems((20, 10, 5), (46, 3, 2), (1, 30, 9)) == []


def test_the_limit_itself_does_not_end_a_game() -> None:
    limit = {"limit": 66}
    assert problems((66, 10, 5)) == [Problem(Code.NOT_ENDED, facts=limit)]
    assert problems((67, 10, 5)) == []


@pytest.mark.parametrize(
    ("cell", "problem"),
    [
        (-1, Problem(Code.NEGATIVE, 1, 2)),
        ("12,5", Problem(Code.NOT_WHOLE, 1, 2)),
        (None, Problem(Code.MISSING, 1, 2)),
        (98, Problem(Code.TOO_HIGH, 1, 2, {"most": 97})),
    ],
)
def test_an_impossible_cell_is_named_and_its_round_is_not(cell: Cell, problem: Problem) -> None:
    assert problems((20, 10, 5), (67, 3, cell)) == [problem]


def test_a_missing_cell_is_no_problem_while_it_is_typed() -> None:
    assert problems((20, None, 5), (3, None, 4), complete=False) == []


def test_a_round_holds_no_more_than_the_cards_that_can_be_taken() -> None:
    too_high = Problem(Code.ROUND_TOO_HIGH, 0, facts={"sum": 98, "most": 97})
    assert problems((67, 31, 0), complete=False) == [too_high]
    assert problems((67, 30, 0)) == []


def test_a_round_holds_no_fewer_than_the_cards_that_must_be_taken() -> None:
    """Three play 34 cards; the rows hold 20 of them."""
    too_low = Problem(Code.ROUND_TOO_LOW, 0, facts={"sum": 13, "least": 14})
    assert problems((13, 0, 0), complete=False) == [too_low]
    assert problems((13, 0, None), complete=False) == []
    assert problems((14, 0, 0), complete=False) == []


def test_a_game_does_not_go_on_past_its_end() -> None:
    facts = {"ended_in": 1, "heads": 67, "who": 1, "limit": 66}
    gone_on = Problem(Code.GONE_ON, 1, facts=facts)
    assert problems((10, 67, 5), (9, 9, 9), (9, 9, 9)) == [gone_on]
    assert problems((10, 67, 5), (9, None, None), complete=False) == [gone_on]


def test_the_agreed_number_of_rounds_ends_a_game() -> None:
    two = Options(max_rounds=2)
    assert problems((9, 9, 9), (9, 9, 9), options=two) == []
    assert problems((9, 9, 9), (9, 9, 9), (70, 1, 1), options=two) == [
        Problem(Code.TOO_MANY_ROUNDS, 2, facts={"most": 2})
    ]
    assert problems((9, 9, 9), options=two) == [
        Problem(Code.NOT_ENDED, facts={"limit": 66, "rounds": 2})
    ]


def test_special_cards_are_played_for_exactly_two_rounds() -> None:
    assert problems((80, 0), (0, 0), options=SPECIAL) == []
    assert problems((80, 0), options=SPECIAL) == [Problem(Code.ROUNDS_MISSING)]
    assert problems((8, 0), (0, 0), (1, 1), options=SPECIAL) == [
        Problem(Code.TOO_MANY_ROUNDS, 2, facts={"most": 2})
    ]


def test_a_player_who_is_out_has_no_more_cells() -> None:
    first = (70, 10, 9)
    assert problems(first, (None, 57, 5), options=ELIMINATION) == []
    assert problems(first, (0, 57, 5), options=ELIMINATION, complete=False) == [
        Problem(Code.PLAYER_OUT, 1, 0, {"out_in": 1})
    ]
    assert problems(first, (None, None, 57), options=ELIMINATION) == [
        Problem(Code.MISSING, 1, 1),
        Problem(Code.NOT_ENDED, facts={"limit": 66}),
    ]


def test_fewer_players_share_fewer_heads() -> None:
    """Two are left of three: 79 heads, not 97, in the second round."""
    assert problems((70, 10, 9), (None, 45, 35), options=ELIMINATION, complete=False) == [
        Problem(Code.ROUND_TOO_HIGH, 1, facts={"sum": 80, "most": 79})
    ]


def test_elimination_ends_when_one_is_left() -> None:
    assert problems((70, 10, 9), (None, 57, 9), (None, None, 9), options=ELIMINATION) == [
        Problem(Code.GONE_ON, 2, facts={"ended_in": 2, "heads": 70, "who": 0, "limit": 66})
    ]


def test_nobody_sits_at_a_table_twice() -> None:
    pad = Pad(("Ada", "Bob", "Ada"), ((67, 10, 5),))
    assert [*check(pad, Options())] == [Problem(Code.PLAYER_TWICE, column=2, facts={"first": 0})]


def test_one_player_is_too_few_once_the_pad_is_handed_in() -> None:
    assert problems((67,)) == [Problem(Code.TOO_FEW_PLAYERS, facts={"least": 2})]
    assert problems((67,), complete=False) == []


@pytest.mark.parametrize(("options", "most"), [(Options(), 10), (SPECIAL, 8)])
def test_too_many_players_are_refused_from_the_first_one_too_many(
    options: Options, most: int
) -> None:
    row = (10,) * (most + 1)
    too_many = Problem(Code.TOO_MANY_PLAYERS, column=most, facts={"most": most})
    assert problems(row, options=options, complete=False) == [too_many]


def test_an_empty_pad_is_not_a_game() -> None:
    not_ended = Problem(Code.NOT_ENDED, facts={"limit": 66})
    assert [*check(Pad(ADA_BOB_CYD), Options())] == [not_ended]
    assert [*check(Pad(ADA_BOB_CYD), Options(), complete=False)] == []
    assert [*check(Pad(()), Options(), complete=False)] == []


def test_totals_written_below_the_rounds_must_be_their_sums() -> None:
    rounds = (20, 10, 5), (47, 3, 9)
    assert problems(*rounds, totals=(67, None, 14)) == []
    assert problems(*rounds, totals=(67, 12, "?")) == [
        Problem(Code.TOTAL_DIFFERS, None, 1, {"sum": 13}),
        Problem(Code.NOT_WHOLE, None, 2),
    ]


def test_a_total_may_be_higher_while_rounds_are_still_to_come() -> None:
    totals = (60, 9, None)
    assert problems((20, 10, 5), totals=totals, complete=False) == [
        Problem(Code.TOTAL_DIFFERS, None, 1, {"sum": 10})
    ]


def test_a_number_of_rounds_written_beside_them_must_be_theirs() -> None:
    assert problems((67, 10, 5), count=1) == []
    assert problems((67, 10, 5), count=2) == [
        Problem(Code.ROUND_COUNT, facts={"least": 1, "most": 1})
    ]
    assert problems((67, 10, 5), count=2, complete=False) == []
