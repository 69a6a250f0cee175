"""CSV that no spreadsheet takes for a formula."""

import pytest

from leagues.exports.csv_text import cell, csv_lines


@pytest.mark.parametrize(
    "start", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "﹢", "⁼"]
)
def test_a_text_that_might_be_a_formula_is_made_harmless(start: str) -> None:
    assert cell(f"{start}cmd|' /C calc'!A0") == f"'{start}cmd|' /C calc'!A0"


def test_a_negative_number_stays_a_number() -> None:
    assert "".join(csv_lines(["points"], [[-1.5], [None], [True]])) == (
        '\ufeffpoints\r\n-1.5\r\n""\r\ntrue\r\n'
    )


def test_commas_and_quotes_are_quoted() -> None:
    (_header, line) = csv_lines(["name", "at"], [['Ana "A", Roux', "2026-01-02"]])
    assert line == '"Ana ""A"", Roux",2026-01-02\r\n'
