"""What may be written in a cell, and what a pad holds."""

import pytest

from leagues.sheets.score_sheet import Cell, Pad, read_cell


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("12", 12),
        (" 0 ", 0),
        ("+7", 7),
        ("-3", -3),
        ("12,0", 12),
        ("12.00", 12),
        ("1 024", 1024),
        ("1\u202f024,00", 1024),
        ("", None),
        ("-", None),
        ("–", None),
        ("12,5", "12,5"),
        ("1,024", "1,024"),
        (" douze ", "douze"),
        ("1e3", "1e3"),
        ("١٢", "١٢"),
        ("12" * 400, "12" * 400),
    ],
)
def test_a_cell_is_a_whole_number_or_nothing_or_what_was_typed(text: str, cell: Cell) -> None:
    assert read_cell(text) == cell


def test_empty_rows_at_the_bottom_are_not_played() -> None:
    pad = Pad(("Ada", "Bob"), ((None, None), (3, None), (None, None)))
    assert pad.played == ((None, None), (3, None))


def test_a_pad_with_totals_and_no_round_is_in_fast_mode() -> None:
    assert Pad(("Ada", "Bob"), ((None, None),), totals=(3, 70)).totals_only
    assert not Pad(("Ada", "Bob"), ((3, 70),), totals=(3, 70)).totals_only
    assert not Pad(("Ada", "Bob")).totals_only


@pytest.mark.parametrize("row", [(), (1,), (1, 2, 3)])
def test_a_row_has_a_cell_for_each_column(row: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="each column"):
        Pad(("Ada", "Bob"), (row,))
    with pytest.raises(ValueError, match="each column"):
        Pad(("Ada", "Bob"), totals=row)
