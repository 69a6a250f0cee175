"""Whole numbers in addresses and forms, and what somebody types in their place."""

import pytest

from games.whole_numbers import whole_number, whole_numbers


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("7", 7), ("007", 7), ("999999999", 999999999)]
)
def test_a_number_is_read(text: str, number: int) -> None:
    assert whole_number(text, None) == number


@pytest.mark.parametrize("text", ["", " 1", "-1", "+1", "1.5", "1e3", "²", "٣", "one", "1" * 10])
def test_anything_else_is_no_number(text: str) -> None:
    assert whole_number(text, None) is None


def test_a_caller_may_allow_fewer_digits() -> None:
    assert whole_number("99", None, 2) == 99
    assert whole_number("100", None, 2) is None


def test_a_field_that_was_not_sent_is_what_the_caller_says() -> None:
    assert whole_number(None, 0) == 0
    assert whole_number("0", 7) == 0


def test_many_numbers_come_once_each_and_in_order() -> None:
    assert whole_numbers(["12", "3", "x", "12", "", "-1", "0"]) == [0, 3, 12]
