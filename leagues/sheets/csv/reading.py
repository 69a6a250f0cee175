"""Several sheets as CSV, one line per player (docs/score-sheets.md describes the format)."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from operator import attrgetter
from typing import NamedTuple

from games.plain_text import plain
from leagues.sheets.csv.text import (
    LONGEST_NAME,
    MOST_PROBLEMS,
    CsvCode,
    CsvLine,
    LineProblem,
    Refused,
    csv_lines,
    cut_lines,
    unguard,
)
from leagues.sheets.score_sheet import Pad, read_cell

MOST_CHARACTERS = 500_000
MOST_LINES = 2_000
# A sheet has 200 rounds at most (leagues/sheets/form.py).
MOST_COLUMNS = 210


class CsvColumn(StrEnum):
    """What a column holds that is no round."""

    SHEET = "sheet"
    SEATING = "seating"
    PLAYER = "player"
    TOTAL = "total"
    ROUND_COUNT = "round_count"


# How the columns are called when written; the number of a round follows its word.
Headings = tuple[str, str, str, str, str]
ENGLISH: Headings = ("Sheet", "Player", "Round", "Total", "Rounds")
FRENCH: Headings = ("Feuille", "Joueur", "Manche", "Total", "Manches")

_WORDS = {
    **dict.fromkeys(("sheet", "table", "game", "feuille", "partie"), CsvColumn.SHEET),
    **dict.fromkeys(("round", "ronde"), CsvColumn.SEATING),
    **dict.fromkeys(("player", "name", "joueur", "joueuse", "nom"), CsvColumn.PLAYER),
    **dict.fromkeys(("total", "totals", "totaux"), CsvColumn.TOTAL),
    **dict.fromkeys(("rounds", "manches", "nombre de manches"), CsvColumn.ROUND_COUNT),
}
_ROUND = re.compile(r"(?:(?:round|manche|r|m) ?)?([1-9]\d{0,2})", re.ASCII)


SheetLayout = Mapping[CsvColumn | int, int]
"""The column, from 0, of the text that holds this, or the round of this number."""


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
    layout = {meaning: at for at, meaning in enumerate(meanings) if meaning is not None}
    rounds = sorted(meaning for meaning in layout if isinstance(meaning, int))
    has_all = {CsvColumn.SHEET, CsvColumn.PLAYER} <= layout.keys()
    if problems or not has_all or rounds != [*range(1, len(rounds) + 1)]:
        raise Refused(*problems or (LineProblem(line.number, CsvCode.NO_HEADINGS),))
    return layout


def _meaning(heading: str) -> CsvColumn | int | None:
    """A column, or the number of a round; None for a heading nobody knows."""
    called = plain(heading)
    if found := _ROUND.fullmatch(called):
        return int(found[1])
    return _WORDS.get(called)


class TextPlace(NamedTuple):
    """Where a text stands: line from 1, column from 0, None for one that there is not."""

    line: int
    column: int | None


class SheetLines(NamedTuple):
    """The lines of a sheet, one for each player.

    texts, places: what stands in them and where, by the fields of leagues.sheets.form; p0 and so on
    hold the names of the players.
    """

    name: str
    texts: Mapping[str, str]
    places: Mapping[str, TextPlace]

    @property
    def players(self) -> list[str]:
        """Their names, from the first line on."""
        return [text for field, text in self.texts.items() if field.startswith("p")]


class ReadSheets(NamedTuple):
    """What a text came to; no problem is one of the pads."""

    sheets: tuple[SheetLines, ...]
    problems: tuple[LineProblem, ...]


class _PlayerLine(NamedTuple):
    """A player's line."""

    line: CsvLine
    sheet: str
    player: str
    round_count: str


def read_sheets(source: str | bytes) -> ReadSheets:
    """The sheets of a text, in the order in which they begin."""
    try:
        lines = cut_lines(source, MOST_CHARACTERS, MOST_LINES, MOST_COLUMNS)
        layout = read_headings(lines[0])
    except Refused as refused:
        return ReadSheets((), refused.problems[:MOST_PROBLEMS])
    rows = _read_rows(lines[1:], layout)
    by_sheet = _by_sheet(rows)
    problems = [*_check_rows(rows, layout), *_check_counts(by_sheet, layout)]
    problems.sort(key=attrgetter("line"))
    sheets = tuple(_make_sheet(of_one, layout) for of_one in by_sheet)
    return ReadSheets(sheets, tuple(problems[:MOST_PROBLEMS]))


def write_sheets(sheets: Iterable[tuple[str, Pad]], headings: Headings = ENGLISH) -> str:
    """The text that `read_sheets` reads back, for a spreadsheet: marked UTF-8, ";" between cells.

    sheets: their names, and pads whose columns are names. headings: ENGLISH or FRENCH.
    """
    sheets = tuple(sheets)
    rounds = max((len(pad.played) for _, pad in sheets), default=0)
    of_sheet, of_player, of_round, *of_sums = headings
    numbered = (f"{of_round} {number}" for number in range(1, rounds + 1))
    rows = (row for name, pad in sheets for row in _written(name, pad, rounds))
    return "".join(csv_lines((of_sheet, of_player, *numbered, *of_sums), rows, ";"))


def _written(name: str, pad: Pad, rounds: int) -> Iterator[Sequence[object]]:
    filled = (*pad.played, *((None,) * len(pad.columns),) * (rounds - len(pad.played)))
    for column, player in enumerate(pad.columns):
        cells = (*(row[column] for row in filled), pad.totals and pad.totals[column])
        yield name, player, *cells, pad.round_count


def _read_rows(lines: Sequence[CsvLine], layout: SheetLayout) -> list[_PlayerLine]:
    rows: list[_PlayerLine] = []
    for line in lines:
        rows.append(_read_row(line, layout, rows[-1].sheet if rows else ""))
    return rows


def _read_row(line: CsvLine, layout: SheetLayout, sheet_above: str) -> _PlayerLine:
    sheet = unguard(line.at(layout[CsvColumn.SHEET]))
    seating = line.at(layout.get(CsvColumn.SEATING))
    if sheet and seating:
        sheet = f"{seating}.{sheet}"
    return _PlayerLine(
        line,
        sheet or sheet_above,
        unguard(line.at(layout[CsvColumn.PLAYER])),
        line.at(layout.get(CsvColumn.ROUND_COUNT)),
    )


def _check_rows(rows: Iterable[_PlayerLine], layout: SheetLayout) -> Iterator[LineProblem]:
    """What is wrong with lines before anything is counted."""
    headed = {*layout.values()}
    for line, sheet, player, _ in rows:
        for column, name, missing in (
            (layout[CsvColumn.SHEET], sheet, CsvCode.NO_SHEET),
            (layout[CsvColumn.PLAYER], player, CsvCode.NO_PLAYER),
        ):
            if not name:
                yield LineProblem(line.number, missing, column)
            if len(name) > LONGEST_NAME:
                facts = {"most": LONGEST_NAME}
                yield LineProblem(line.number, CsvCode.NAME_TOO_LONG, column, facts)
        for column, cell in enumerate(line.cells):
            if cell and column not in headed:
                yield LineProblem(line.number, CsvCode.NO_HEADING, column)


def _by_sheet(rows: Iterable[_PlayerLine]) -> Collection[Sequence[_PlayerLine]]:
    """The rows of each sheet, wherever in the text they stand."""
    found: dict[str, list[_PlayerLine]] = {}
    for row in rows:
        found.setdefault(row.sheet, []).append(row)
    return found.values()


def _counted(rows: Iterable[_PlayerLine]) -> list[_PlayerLine]:
    return [row for row in rows if read_cell(row.round_count) is not None]


def _check_counts(
    by_sheet: Iterable[Sequence[_PlayerLine]], layout: SheetLayout
) -> Iterator[LineProblem]:
    """Rows of one sheet that disagree on how many rounds were played."""
    for rows in by_sheet:
        first, *others = _counted(rows) or rows[:1]
        for row in others:
            if read_cell(row.round_count) != read_cell(first.round_count):
                column = layout.get(CsvColumn.ROUND_COUNT)
                yield LineProblem(row.line.number, CsvCode.COUNT_DIFFERS, column)


def _make_sheet(rows: Sequence[_PlayerLine], layout: SheetLayout) -> SheetLines:
    counted = _counted(rows) or rows[:1]
    texts = {"count": counted[0].round_count}
    places = {"count": TextPlace(rows[0].line.number, layout.get(CsvColumn.ROUND_COUNT))}
    for n, row in enumerate(rows):
        columns = {f"t{n}": layout.get(CsvColumn.TOTAL)}
        columns |= {f"r{at - 1}c{n}": layout[at] for at in layout if isinstance(at, int)}
        texts |= {field: row.line.at(column) for field, column in columns.items()}
        places |= {field: TextPlace(row.line.number, column) for field, column in columns.items()}
        texts[f"p{n}"] = row.player
        places[f"p{n}"] = TextPlace(row.line.number, layout[CsvColumn.PLAYER])
    return SheetLines(rows[0].sheet, texts, places)
