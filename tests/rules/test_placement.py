"""Which row a number belongs to, and how many it holds (RULES.md, Rules 1 to 3)."""

import pytest

from games.rules.placement import capacity, is_full, row_for
from games.rules.state import Row
from tests.rules.builders import row


@pytest.mark.parametrize(
    ("card", "expected"),
    [(14, 0), (36, 0), (38, 1), (42, 1), (44, 2), (57, 2), (59, 3), (104, 3), (11, None)],
)
def test_a_number_belongs_after_the_greatest_row_end_below_it(
    card: int, expected: int | None
) -> None:
    assert row_for([row(12), row(37), row(43), row(58)], card) == expected


def test_the_order_of_the_rows_does_not_matter() -> None:
    assert row_for([row(58), row(12), row(43), row(37)], 44) == 2


def test_only_the_last_number_of_a_row_counts() -> None:
    assert row_for([row(12, 40), row(37), row(90), row(91)], 39) == 1


def test_the_lowest_card_of_all_may_be_a_row_end() -> None:
    assert row_for([row(1), row(37), row(43), row(58)], 2) == 0


def test_a_blocked_row_is_passed_over() -> None:
    assert row_for([row(12), row(37, stopped=True), row(43), row(58)], 38) == 0


@pytest.mark.parametrize(
    ("lane", "expected"),
    [(row(1), 5), (row(1, cabriole=True), 4), (row(1, seven_takes=True), 6)],
)
def test_a_row_holds_five_numbers_four_beside_the_cabriole_six_where_seven_take(
    lane: Row, expected: int
) -> None:
    assert capacity(lane) == expected


def test_a_row_is_full_when_the_next_number_would_take_it() -> None:
    assert is_full(row(1, 2, 3, 4, 5))
    assert not is_full(row(1, 2, 3, 4))


def test_what_lies_with_a_row_stays_when_its_numbers_change() -> None:
    assert row(5, 9, seven_takes=True).with_cards((5,)) == row(5, seven_takes=True)
    assert row(5, 9, stopped=True).with_cards((5,)) == row(5, stopped=True)
    assert row(5, 9, cabriole=True).with_cards((5,)) == row(5, cabriole=True)
