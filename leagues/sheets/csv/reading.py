"""Several sheets as CSV, one line per player (docs/score-sheets.md describes the format)."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from typing import NamedTuple

from games.plain_text import plain
from leagues.sheets.csv.text import (
    LONGEST_NAME,
    MOST_PROBLEMS,
    Column,
    Columns,
    CsvCode,
    CsvLine,
    LineProblem,
    Refused,
    Row,
    csv_lines,
    cut_lines,
    texts_in,
    words_for,
)
from leagues.sheets.score_sheet import Pad, read_cell

MOST_CHARACTERS = 500_000
MOST_LINES = 2_000
# A sheet has 200 rounds at most (leagues/sheets/form.py).
MOST_COLUMNS = 210


# How the columns are called when written; the number of a round follows its word.
Headings = tuple[str, str, str, str, str]
ENGLISH: Headings = ("Sheet", "Player", "Round", "Total", "Rounds")
FRENCH: Headings = ("Feuille", "Joueur", "Manche", "Total", "Manches")

_WORDS = {
    **words_for({Column.SEATING: "round ronde", Column.HEADS: "total totals totaux"}),
    "nombre de manches": Column.ROUNDS,
}
_ROUND = re.compile(r"(?:(?:round|manche|r|m) ?)?([1-9]\d{0,2})", re.ASCII)


def read_headings(line: CsvLine) -> Columns:
    """The columns that a line of headings names.

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
    columns = {meaning: at for at, meaning in enumerate(meanings) if meaning is not None}
    rounds = sorted(meaning for meaning in columns if isinstance(meaning, int))
    has_all = {Column.TABLE, Column.PLAYER} <= columns.keys()
    if problems or not has_all or rounds != [*range(1, len(rounds) + 1)]:
        raise Refused(*problems or (LineProblem(line.number, CsvCode.NO_HEADINGS),))
    return columns


def _meaning(heading: str) -> Column | int | None:
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


def read_sheets(text: str) -> ReadSheets:
    """The sheets of a text, in the order in which they begin."""
    try:
        lines = cut_lines(text, MOST_CHARACTERS, MOST_LINES, MOST_COLUMNS)
        columns = read_headings(lines[0])
    except Refused as refused:
        return ReadSheets((), refused.problems[:MOST_PROBLEMS])
    rows = list(_rows(lines[1:], columns))
    by_sheet = _by_sheet(rows)
    problems = [*_check_rows(rows, columns), *_check_counts(by_sheet, columns)]
    problems.sort(key=attrgetter("line"))
    sheets = tuple(_make_sheet(of_one, columns) for of_one in by_sheet)
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


def _rows(lines: Iterable[CsvLine], columns: Columns) -> Iterator[Row]:
    """A row for each player; a sheet left out is that of the row above."""
    sheet = ""
    for line in lines:
        own = texts_in(line, columns)
        if own[Column.TABLE] and own.get(Column.SEATING):
            own[Column.TABLE] = f"{own[Column.SEATING]}.{own[Column.TABLE]}"
        sheet = own[Column.TABLE] or sheet
        yield Row(line, columns, own | {Column.TABLE: sheet})


_MISSING = {Column.TABLE: CsvCode.NO_SHEET, Column.PLAYER: CsvCode.NO_PLAYER}


def _check_rows(rows: Iterable[Row], columns: Columns) -> Iterator[LineProblem]:
    """What is wrong with lines before anything is counted."""
    headed = {*columns.values()}
    for row in rows:
        for named, code in _MISSING.items():
            if not row[named]:
                yield LineProblem(row.line.number, code, columns[named])
            if len(row[named]) > LONGEST_NAME:
                facts = {"most": LONGEST_NAME}
                yield LineProblem(row.line.number, CsvCode.NAME_TOO_LONG, columns[named], facts)
        for column, cell in enumerate(row.line.cells):
            if cell and column not in headed:
                yield LineProblem(row.line.number, CsvCode.NO_HEADING, column)


def _by_sheet(rows: Iterable[Row]) -> Collection[Sequence[Row]]:
    """The rows of each sheet, wherever in the text they stand."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(row[Column.TABLE], []).append(row)
    return found.values()


def _counted(rows: Iterable[Row]) -> list[Row]:
    return [row for row in rows if read_cell(row[Column.ROUNDS]) is not None]


def _check_counts(by_sheet: Iterable[Sequence[Row]], columns: Columns) -> Iterator[LineProblem]:
    """Rows of one sheet that disagree on how many rounds were played."""
    for rows in by_sheet:
        first, *others = _counted(rows) or rows[:1]
        for row in others:
            if read_cell(row[Column.ROUNDS]) != read_cell(first[Column.ROUNDS]):
                column = columns.get(Column.ROUNDS)
                yield LineProblem(row.line.number, CsvCode.COUNT_DIFFERS, column)


def _make_sheet(rows: Sequence[Row], columns: Columns) -> SheetLines:
    counted = _counted(rows) or rows[:1]
    texts = {"count": counted[0][Column.ROUNDS]}
    places = {"count": TextPlace(rows[0].line.number, columns.get(Column.ROUNDS))}
    rounds = [at for at in columns if isinstance(at, int)]
    for n, row in enumerate(rows):
        held: dict[str, Column | int] = {f"r{at - 1}c{n}": at for at in rounds}
        held |= {f"p{n}": Column.PLAYER, f"t{n}": Column.HEADS}
        for field, column in held.items():
            texts[field] = row[column]
            places[field] = TextPlace(row.line.number, columns.get(column))
    return SheetLines(rows[0][Column.TABLE], texts, places)
