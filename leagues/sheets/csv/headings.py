"""The headings of a CSV of sheets, in English or French, however they are spelled."""

import re
from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple

from games.plain_text import plain
from leagues.sheets.csv.text import CsvCode, CsvLine, LineProblem, Refused


class CsvColumn(StrEnum):
    """What a column holds that is no round."""

    SHEET = "sheet"
    SEATING = "seating"
    PLAYER = "player"
    TOTAL = "total"
    ROUND_COUNT = "round_count"


class Headings(NamedTuple):
    """How the columns are called when written; a round's number follows `round`."""

    sheet: str
    player: str
    round: str
    total: str
    round_count: str


ENGLISH = Headings("Sheet", "Player", "Round", "Total", "Rounds")
FRENCH = Headings("Feuille", "Joueur", "Manche", "Total", "Manches")

_WORDS = {
    **dict.fromkeys(("sheet", "table", "game", "feuille", "partie"), CsvColumn.SHEET),
    **dict.fromkeys(("round", "ronde"), CsvColumn.SEATING),
    **dict.fromkeys(("player", "name", "joueur", "joueuse", "nom"), CsvColumn.PLAYER),
    **dict.fromkeys(("total", "totals", "totaux"), CsvColumn.TOTAL),
    **dict.fromkeys(("rounds", "manches", "nombre de manches"), CsvColumn.ROUND_COUNT),
}
_ROUND = re.compile(r"(?:(?:round|manche|r|m) ?)?([1-9]\d{0,2})", re.ASCII)


class SheetLayout(NamedTuple):
    """Which column of the text holds what, from 0; `rounds` those of round 1, 2 and so on.

    seating: the column of the round of the session that a table belongs to.
    """

    sheet: int
    player: int
    rounds: tuple[int, ...]
    total: int | None
    round_count: int | None
    seating: int | None = None

    @property
    def columns(self) -> frozenset[int]:
        """All that have a heading."""
        others = (self.sheet, self.player, self.total, self.round_count, self.seating)
        return frozenset((*self.rounds, *(at for at in others if at is not None)))


def read_headings(line: CsvLine) -> SheetLayout:
    """The layout that a line of headings asks for.

    Refused: a heading nobody knows, or twice; no sheet, no player; rounds that are not 1, 2, 3 ...
    """
    meanings = [_meaning(heading) for heading in line.cells]
    problems = [
        LineProblem(line.number, CsvCode.UNKNOWN_HEADING, column)
        for column, heading in enumerate(line.cells)
        if heading and meanings[column] is None
    ]
    problems += [
        LineProblem(line.number, CsvCode.HEADING_TWICE, column)
        for column, meaning in enumerate(meanings)
        if meaning is not None and meaning in meanings[:column]
    ]
    layout = _layout(meanings)
    if problems or layout is None:
        raise Refused(*problems or (LineProblem(line.number, CsvCode.NO_HEADINGS),))
    return layout


def _layout(meanings: Sequence[CsvColumn | int | None]) -> SheetLayout | None:
    at = {meaning: column for column, meaning in enumerate(meanings)}
    numbers = sorted(meaning for meaning in at if isinstance(meaning, int))
    if not {CsvColumn.SHEET, CsvColumn.PLAYER} <= at.keys() or numbers != [
        *range(1, len(numbers) + 1)
    ]:
        return None
    rounds = tuple(at[number] for number in numbers)
    total, round_count = at.get(CsvColumn.TOTAL), at.get(CsvColumn.ROUND_COUNT)
    seating = at.get(CsvColumn.SEATING)
    return SheetLayout(
        at[CsvColumn.SHEET], at[CsvColumn.PLAYER], rounds, total, round_count, seating
    )


def _meaning(heading: str) -> CsvColumn | int | None:
    """A column, or the number of a round; None for a heading nobody knows."""
    called = plain(heading)
    if found := _ROUND.fullmatch(called):
        return int(found[1])
    return _WORDS.get(called)
