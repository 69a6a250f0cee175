"""Several sheets as CSV, one line per player (docs/score-sheets.md describes the format)."""

import csv
import io
import re
from collections.abc import Collection, Container, Iterable, Iterator, Sequence
from dataclasses import replace
from operator import attrgetter
from typing import NamedTuple

from games.rules.options import Options
from leagues.sheets.csv.headings import ENGLISH, Headings, Layout, read_headings
from leagues.sheets.csv.problems import CsvCode, LineProblem, Refused
from leagues.sheets.csv.text import BYTE_ORDER_MARK, CsvLine, NotCsv, cut, decode
from leagues.sheets.pad.check import check
from leagues.sheets.pad.pad import Cell, Pad, any_written, read_cell
from leagues.sheets.pad.problems import Code, Problem

MOST_CHARACTERS = 500_000
MOST_LINES = 2_000
MOST_PROBLEMS = 200
LONGEST_NAME = 100

# A spreadsheet runs a text that begins so as a formula; an apostrophe keeps it from that.
_FORMULA = re.compile(r"'*[=+\-@]")
_GUARDED = re.compile(r"'+[=+\-@]")
_ABOUT_PLAYERS = frozenset({Code.TOO_FEW_PLAYERS, Code.TOO_MANY_PLAYERS, Code.PLAYER_TWICE})


class Sheet(NamedTuple):
    """A named pad. lines: where each of its players stands in the text it was read from."""

    name: str
    pad: Pad
    lines: tuple[int, ...] = ()


class Reading(NamedTuple):
    """What a text came to: sheets, or the first 200 problems, never both."""

    sheets: tuple[Sheet, ...]
    problems: tuple[LineProblem, ...]


class _Row(NamedTuple):
    """A player's line."""

    line: int
    sheet: str
    player: str
    rounds: tuple[Cell, ...]
    total: Cell
    round_count: Cell


def read_sheets(source: str | bytes, options: Options) -> Reading:
    """The sheets of a text, each a game that can have been played by these options; all or nothing.

    The columns of the pads are the players' names; sheets come in the order in which they begin.
    """
    try:
        lines = _cut(source)
        layout = read_headings(lines[0])
    except Refused as refused:
        return Reading((), refused.problems[:MOST_PROBLEMS])
    rows = _read_rows(lines[1:], layout)
    by_sheet = _by_sheet(rows)
    sheets = tuple(_make_sheet(of_one) for of_one in by_sheet)
    problems = [*_check_rows(lines[1:], rows, layout), *_check_counts(by_sheet, layout)]
    problems += _check_sheets(sheets, layout, options, {problem.sheet for problem in problems})
    problems.sort(key=attrgetter("line"))
    return Reading(() if problems else sheets, tuple(problems[:MOST_PROBLEMS]))


def write_sheets(sheets: Iterable[Sheet], headings: Headings = ENGLISH) -> str:
    """The text that `read_sheets` reads back, for a spreadsheet: marked UTF-8, ";" between cells.

    headings: ENGLISH or FRENCH.
    """
    sheets = tuple(sheets)
    rounds = max((len(sheet.pad.played) for sheet in sheets), default=0)
    text = io.StringIO(newline="")
    text.write(BYTE_ORDER_MARK)
    writer = csv.writer(text, delimiter=";")
    numbered = (f"{headings.round} {number}" for number in range(1, rounds + 1))
    writer.writerow(
        (headings.sheet, headings.player, *numbered, headings.total, headings.round_count)
    )
    for name, pad, _ in sheets:
        filled = (*pad.played, *((None,) * len(pad.columns),) * (rounds - len(pad.played)))
        for column, player in enumerate(pad.columns):
            cells = (*(row[column] for row in filled), pad.totals and pad.totals[column])
            writer.writerow((_guard(name), _guard(str(player)), *cells, pad.round_count))
    return text.getvalue()


def _cut(source: str | bytes) -> list[CsvLine]:
    if len(source) > MOST_CHARACTERS:
        raise Refused(LineProblem(1, CsvCode.TOO_LONG, facts={"most": MOST_CHARACTERS}))
    try:
        lines = cut(decode(source) if isinstance(source, bytes) else source)
    except NotCsv as error:
        raise Refused(LineProblem(error.line, CsvCode.NOT_CSV)) from None
    if not lines:
        raise Refused(LineProblem(1, CsvCode.NO_HEADINGS))
    if len(lines) > MOST_LINES:
        number = lines[MOST_LINES].number
        raise Refused(LineProblem(number, CsvCode.TOO_MANY_LINES, facts={"most": MOST_LINES}))
    return lines


def _read_rows(lines: Sequence[CsvLine], layout: Layout) -> list[_Row]:
    rows: list[_Row] = []
    for line in lines:
        rows.append(_read_row(line, layout, rows[-1].sheet if rows else ""))
    return rows


def _read_row(line: CsvLine, layout: Layout, sheet_above: str) -> _Row:
    """The cells of a line by their meaning; a line may end early."""

    def text(column: int | None) -> str:
        return "" if column is None or column >= len(line.cells) else line.cells[column]

    return _Row(
        line.number,
        _unguard(text(layout.sheet)) or sheet_above,
        _unguard(text(layout.player)),
        tuple(read_cell(text(column)) for column in layout.rounds),
        read_cell(text(layout.total)),
        read_cell(text(layout.round_count)),
    )


def _check_rows(
    lines: Iterable[CsvLine], rows: Iterable[_Row], layout: Layout
) -> Iterator[LineProblem]:
    for line, row in zip(lines, rows, strict=True):
        yield from _check_row(line, row, layout)


def _check_row(line: CsvLine, row: _Row, layout: Layout) -> Iterator[LineProblem]:
    """What is wrong with a line before anything is counted."""
    for column, name, missing in (
        (layout.sheet, row.sheet, CsvCode.NO_SHEET),
        (layout.player, row.player, CsvCode.NO_PLAYER),
    ):
        if not name:
            yield LineProblem(line.number, missing, column, row.sheet)
        if len(name) > LONGEST_NAME:
            facts = {"most": LONGEST_NAME}
            yield LineProblem(line.number, CsvCode.NAME_TOO_LONG, column, row.sheet, facts)
    for column, cell in enumerate(line.cells):
        if cell and column not in layout.columns:
            yield LineProblem(line.number, CsvCode.NO_HEADING, column, row.sheet)


def _by_sheet(rows: Iterable[_Row]) -> Collection[Sequence[_Row]]:
    """The rows of each sheet, wherever in the text they stand."""
    found: dict[str, list[_Row]] = {}
    for row in rows:
        found.setdefault(row.sheet, []).append(row)
    return found.values()


def _counted(rows: Iterable[_Row]) -> list[_Row]:
    return [row for row in rows if row.round_count is not None]


def _check_counts(by_sheet: Iterable[Sequence[_Row]], layout: Layout) -> Iterator[LineProblem]:
    """Rows of one sheet that disagree on how many rounds were played."""
    for rows in by_sheet:
        first, *others = _counted(rows) or rows[:1]
        for row in others:
            if row.round_count != first.round_count:
                code = CsvCode.COUNT_DIFFERS
                yield LineProblem(row.line, code, layout.round_count, row.sheet)


def _make_sheet(rows: Sequence[_Row]) -> Sheet:
    counted = _counted(rows)
    totals = tuple(row.total for row in rows)
    pad = Pad(
        columns=tuple(row.player for row in rows),
        rounds=tuple(zip(*(row.rounds for row in rows), strict=True)),
        totals=totals if any_written(totals) else None,
        round_count=counted[0].round_count if counted else None,
    )
    return Sheet(rows[0].sheet, replace(pad, rounds=pad.played), tuple(row.line for row in rows))


def _check_sheets(
    sheets: Iterable[Sheet], layout: Layout, options: Options, flawed: Container[str]
) -> Iterator[LineProblem]:
    """What is wrong with the pads. flawed: sheets of which something was said already."""
    for sheet in sheets:
        if not sheet.name:
            continue
        for problem in check(sheet.pad, options):
            if sheet.name in flawed and problem.code in _ABOUT_PLAYERS:
                # Two whose names are missing are not one player twice.
                continue
            line = sheet.lines[problem.column or 0]
            column = _column_of(problem, layout)
            yield LineProblem(line, problem.code, column, sheet.name, problem.facts)


def _column_of(problem: Problem, layout: Layout) -> int | None:
    """The column of the text in which a problem of a pad shows."""
    if problem.round is not None:
        return layout.rounds[problem.round]
    if problem.code in _ABOUT_PLAYERS:
        return layout.player
    if problem.code is Code.ROUND_COUNT:
        return layout.round_count
    return None if problem.column is None else layout.total


def _guard(name: str) -> str:
    """A name as a spreadsheet may hold it."""
    return f"'{name}" if _FORMULA.match(name) else name


def _unguard(name: str) -> str:
    return name[1:] if _GUARDED.match(name) else name
