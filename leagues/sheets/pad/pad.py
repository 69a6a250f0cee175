"""The leaflet's pad: players by columns, rounds by rows, and what may stand in a cell."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

Player = int | str
Cell = int | str | None
"""A whole number; None where nothing is written; or, as it was typed, what is no whole number."""

# Spaces of a spreadsheet between thousands, and decimals that are all zero, are still whole.
_WHOLE = re.compile(r"([+-]?)(\d{1,9}|\d{1,3}(?:[ \u00a0\u202f]\d{3}){1,2})(?:[.,]0+)?", re.ASCII)
_SPACES = re.compile("[ \u00a0\u202f]")
_NOTHING = frozenset({"", "-", "–", "—"})


def read_cell(text: str) -> Cell:
    """What a typed or pasted text means: "12", "12,0" and "1 024" are whole, "" and "-" nothing.

    Any other text is given back, without spaces around it: `check` says that it is not whole.
    """
    text = text.strip()
    if text in _NOTHING:
        return None
    found = _WHOLE.fullmatch(text)
    return int(found[1] + _SPACES.sub("", found[2])) if found else text


def numbers(cells: Iterable[Cell]) -> tuple[int, ...]:
    """The cells as heads, 0 where nothing is written or what is written cannot be."""
    return tuple(max(0, cell) if isinstance(cell, int) else 0 for cell in cells)


@dataclass(frozen=True, slots=True)
class Pad:
    """What somebody wrote down of one game; ValueError if its rows are not as long as `columns`.

    columns: a key for each player. rounds: cells by round and column; a player who is out has
    none. totals: by column; without rounds they are the whole pad (fast mode), beside rounds they
    must be their sums. round_count: how many rounds were played, where it is written.
    is_cut_short: the game was stopped before its end; only its full rounds are written.
    """

    columns: tuple[Player, ...]
    rounds: tuple[tuple[Cell, ...], ...] = ()
    totals: tuple[Cell, ...] | None = None
    round_count: Cell = None
    is_cut_short: bool = False

    def __post_init__(self) -> None:
        rows = self.rounds if self.totals is None else (*self.rounds, self.totals)
        if any(len(row) != len(self.columns) for row in rows):
            raise ValueError("every row needs a cell for each column")

    @property
    def played(self) -> tuple[tuple[Cell, ...], ...]:
        """The rounds up to the last one in which anything is written."""
        written = [number for number, row in enumerate(self.rounds, 1) if any_written(row)]
        return self.rounds[: max(written, default=0)]

    @property
    def totals_only(self) -> bool:
        """Fast mode: no round is written down."""
        return self.totals is not None and not self.played


def any_written(row: Iterable[Cell]) -> bool:
    """Whether some cell of a row is not empty."""
    return any(cell is not None for cell in row)
