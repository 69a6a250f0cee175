"""CSV that no spreadsheet takes for a formula."""

from unicodedata import category

import pytest

from accounts.names import BLANKS
from leagues.sheets.csv.text import cell, csv_lines, unguard


@pytest.mark.parametrize(
    "start", ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "﹢", "⁼", "−"]
)
def test_a_text_that_might_be_a_formula_is_made_harmless(start: str) -> None:
    assert cell(f"{start}cmd|' /C calc'!A0") == f"'{start}cmd|' /C calc'!A0"


def test_a_formula_behind_any_invisible_sign_is_made_harmless() -> None:
    invisible = {chr(code) for code in range(0x20000) if category(chr(code))[0] in "CMZ"} | BLANKS
    assert [sign for sign in invisible if cell(f"{sign}=1") != f"'{sign}=1"] == []
    assert cell(" \u200b\ufeff＝1") == "' \u200b\ufeff＝1"


def test_a_text_that_is_read_back_is_what_was_exported() -> None:
    for text in ("=1", "'=1", "''\u200b=1", "\t1", "'\t", "'quoted'", "Ana", "'", ""):
        assert unguard(str(cell(text))) == text


def test_a_negative_number_stays_a_number() -> None:
    assert "".join(csv_lines(["points"], [[-1.5], [None], [True]])) == (
        '\ufeffpoints\r\n-1.5\r\n""\r\ntrue\r\n'
    )


def test_commas_and_quotes_are_quoted() -> None:
    (_header, line) = csv_lines(["name", "at"], [['Ana "A", Roux', "2026-01-02"]])
    assert line == '"Ana ""A"", Roux",2026-01-02\r\n'
