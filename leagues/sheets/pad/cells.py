"""Whether one cell of a pad can be."""

from collections.abc import Iterator

from leagues.sheets.pad.pad import Cell
from leagues.sheets.pad.problems import Code, Problem


def check_cell(
    cell: Cell, round: int | None, column: int, most: int | None, *, needed: bool
) -> Iterator[Problem]:
    """What is wrong with a cell for itself, one problem at most.

    most: heads it can hold, None where nothing bounds them. needed: whether it may not be empty.
    """
    if cell is None:
        if needed:
            yield Problem(Code.MISSING, round, column)
    elif isinstance(cell, str):
        yield Problem(Code.NOT_WHOLE, round, column)
    elif cell < 0:
        yield Problem(Code.NEGATIVE, round, column)
    elif most is not None and cell > most:
        yield Problem(Code.TOO_HIGH, round, column, {"most": most})
