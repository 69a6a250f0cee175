"""No text that somebody may send keeps a processor busy, or takes much memory."""

import tracemalloc
from collections.abc import Callable

import pytest

from leagues.setup.imports import reading as seasons
from leagues.sheets.csv import reading as sheets
from leagues.sheets.csv.text import LONGEST_CELL as MOST_IN_A_CELL
from leagues.sheets.csv.text import CsvCode
from tests.support.hostile_texts import CSV, LONGEST_CELL, Size, below, rounds, within

# The costliest takes 0.8 s on a busy machine; before columns and cells were bounded, hours.
MOST_SECONDS = 4.0

OF_SHEETS = Size(sheets.MOST_CHARACTERS, sheets.MOST_LINES, sheets.MOST_COLUMNS, MOST_IN_A_CELL)
OF_A_SEASON = Size(
    seasons.MOST_CHARACTERS, seasons.MOST_LINES, seasons.MOST_COLUMNS, MOST_IN_A_CELL
)


@pytest.mark.parametrize("is_within_bounds", [False, True], ids=["as it is", "all just allowed"])
@pytest.mark.parametrize(
    ("read", "head", "bounds"),
    [
        (sheets.read_sheets, "Sheet;Player;1", OF_SHEETS),
        (seasons.read_season, "Date;Player;Heads", OF_A_SEASON),
    ],
    ids=["sheets", "season"],
)
def test_a_text_of_whatever_shape_is_read_or_refused_in_time(
    read: Callable[[str], object], head: str, bounds: Size, is_within_bounds: bool
) -> None:
    size = bounds if is_within_bounds else bounds._replace(columns=10**6, cell=LONGEST_CELL)
    for name, make in CSV.items():
        text = make(head, size)
        assert len(text) <= bounds.characters
        with within(MOST_SECONDS, name):
            read(text)


def test_rounds_without_end_take_little_memory() -> None:
    text = below(rounds(OF_SHEETS._replace(columns=1000)), "a;b", OF_SHEETS)
    tracemalloc.start()
    try:
        sheets.read_sheets(text)
        _now, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 20_000_000


@pytest.mark.parametrize("columns", [210, 211])
def test_a_line_has_so_many_columns_at_most(columns: int) -> None:
    head = "Sheet;Player;" + ";".join(str(n) for n in range(1, 201))
    problems = sheets.read_sheets(head + "\n1;Ada" + ";" * (columns - 2)).problems
    assert [each.code for each in problems] == [CsvCode.TOO_MANY_COLUMNS] * (columns > 210)


@pytest.mark.parametrize("length", [1000, 1001])
def test_a_cell_has_so_many_characters_at_most(length: int) -> None:
    problems = sheets.read_sheets("Sheet;Player;Total\n1;Ada;" + "7" * length).problems
    assert [(each.code, each.column) for each in problems] == [(CsvCode.CELL_TOO_LONG, 2)] * (
        length > 1000
    )
