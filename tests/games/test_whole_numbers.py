"""Whole numbers in addresses and forms, and what somebody types in their place."""

import pytest

from games.whole_numbers import whole_number


@pytest.mark.parametrize(
    ("text", "number"), [("0", 0), ("7", 7), ("007", 7), ("999999999", 999999999)]
)
def test_a_number_is_read(text: str, number: int) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize("text", ["", " 1", "-1", "+1", "1.5", "1e3", "²", "٣", "one", "1" * 10])
def test_anything_else_is_no_number(text: str) -> None:
    assert whole_number(text) is None


def test_a_caller_may_allow_fewer_digits() -> None:
    assert whole_number("99", 2) == 99
    assert whole_number("100", 2) is None
