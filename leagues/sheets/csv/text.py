"""From the bytes or text of a CSV to its lines of cells, within limits; and back.

What is written (RFC 4180) is safe to open in a spreadsheet.
"""

import codecs
import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple
from unicodedata import category, normalize

# Some spreadsheets read the minus sign of typography as the usual one.
_SIGNS = frozenset("=+-@\u2212")
_ENDS = ("\t", "\r", "\n")
# Letters and symbols of which nothing is seen.
_BLANKS = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")


def guard(text: str) -> str:
    """A text as a spreadsheet may hold it."""
    return f"'{text}" if _may_be_formula(text) else text


def unguard(text: str) -> str:
    """The text that `guard` was given."""
    return text[1:] if text.startswith("'") and _may_be_formula(text) else text


def _may_be_formula(text: str) -> bool:
    """Whether it is a formula behind apostrophes and what is invisible, or begins with a tab."""
    text = text.lstrip("'")
    first = next((c for c in text if category(c)[0] in "LNPS" and c not in _BLANKS), "")
    # Full-width signs are read as the usual ones, too.
    return text.startswith(_ENDS) or not _SIGNS.isdisjoint(normalize("NFKC", first)[:1])


CONTENT_TYPE = "text/csv; charset=utf-8"
SEPARATORS = ";,\t"
LONGEST_CELL = 1_000
# Of what is told of a text, and of a name in it.
MOST_PROBLEMS = 200
LONGEST_NAME = 100
# Spreadsheets take a file without it for one of their own country's old encoding.
BYTE_ORDER_MARK = "\ufeff"


class CsvLine(NamedTuple):
    """A line that is not empty; `number` (from 1) is where it begins in the text."""

    number: int
    cells: tuple[str, ...]

    def at(self, column: int | None) -> str:
        """A cell of the line, which may end early; "" in no column."""
        return "" if column is None or column >= len(self.cells) else self.cells[column]


class Column(StrEnum):
    """What a column holds that is no round; BOT and the two after it: in our own exports."""

    SESSION = "session"
    DATE = "date"
    SEATING = "seating"
    TABLE = "table"
    PLAYER = "player"
    HEADS = "heads"
    PLACE = "place"
    ROUNDS = "rounds"
    BOT = "bot"
    PLAYER_ID = "player_id"
    COUNTS_FOR = "counts_for_id"


Columns = Mapping[Column | int, int]
"""The column, from 0, of the text that holds this, or the round of this number."""

_WORDS = {
    Column.TABLE: "table game partie feuille sheet",
    Column.PLAYER: "player name joueur joueuse nom pseudo participant",
    Column.ROUNDS: "rounds manches",
}


def words_for(meanings: Mapping[Column, str]) -> Mapping[str, Column]:
    """The words that head columns, as plain texts: those of all kinds of texts, and these."""
    words = {**_WORDS, **meanings}
    return {word: column for column, several in words.items() for word in several.split()}


@dataclass(frozen=True, slots=True)
class Row:
    """What stands in a line by its columns; "" in those that there are not."""

    line: CsvLine
    columns: Columns
    texts: Mapping[Column | int, str]

    def __getitem__(self, column: Column | int) -> str:
        return self.texts.get(column, "")


def texts_in(line: CsvLine, columns: Columns) -> dict[Column | int, str]:
    """What its columns hold, without the apostrophes of `guard`."""
    return {column: unguard(line.at(at)) for column, at in columns.items()}


def decode(data: bytes) -> str:
    """The text of a file: UTF-8, or UTF-16 where a mark says so, else Windows-1252."""
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def cut(text: str) -> list[CsvLine]:
    """The lines of cells, spaces around them left out. Raises Refused where a quote stays open.

    The separator is the one of SEPARATORS that stands most often in the first line.
    """
    text = text.removeprefix(BYTE_ORDER_MARK)
    separator = max(SEPARATORS, key=next(iter(_lines(text)), "").count)
    reader = csv.reader(_lines(text), delimiter=separator, strict=True)
    found: list[CsvLine] = []
    begin = 1
    try:
        for cells in reader:
            stripped = tuple(cell.strip() for cell in cells)
            if any(stripped):
                found.append(CsvLine(begin, stripped))
            begin = reader.line_num + 1
    except csv.Error:
        raise Refused(LineProblem(begin, CsvCode.NOT_CSV)) from None
    return found


def _lines(text: str) -> io.StringIO:
    """Cut at the ends of lines of any system, and nowhere else (a form feed is no end)."""
    return io.StringIO(text, newline="")


class CsvCode(StrEnum):
    """What is wrong with the text around the pads; behind a code, the facts that come with it.

    The value is stable: it is sent and translated.
    """

    TOO_LONG = "too_long"  # most: characters
    TOO_MANY_LINES = "too_many_lines"  # most
    TOO_MANY_COLUMNS = "too_many_columns"  # most
    CELL_TOO_LONG = "cell_too_long"  # most: characters
    NOT_CSV = "not_csv"
    NO_HEADINGS = "no_headings"
    UNKNOWN_HEADING = "unknown_heading"
    HEADING_TWICE = "heading_twice"
    NO_HEADING = "no_heading"
    NO_SHEET = "no_sheet"
    NO_PLAYER = "no_player"
    NAME_TOO_LONG = "name_too_long"  # most: characters
    COUNT_DIFFERS = "count_differs"
    # of a whole season
    NO_SEASON_HEADINGS = "no_season_headings"
    NO_GAMES = "no_games"
    NO_SESSION = "no_session"
    TOO_MANY_SESSIONS = "too_many_sessions"  # most
    TOO_MANY_RESULTS = "too_many_results"  # most
    TOO_MANY_PLAYERS = "too_many_players"  # most
    TOO_LARGE_SEASON = "too_large_season"  # most: players times sessions
    NO_DATE = "no_date"
    DATE_MISSING = "date_missing"
    DATE_DIFFERS = "date_differs"
    DATE_TO_COME = "date_to_come"
    ALONE = "alone"
    TABLE_TOO_LARGE = "table_too_large"  # most
    TABLE_SIZE = "table_size"  # most: what all tables of the season must have
    TWICE_AT_TABLE = "twice_at_table"  # other: the line that names them first
    NO_HEADS = "no_heads"  # most
    NO_PLACE = "no_place"
    PLACE_MISSING = "place_missing"
    PLACE_DIFFERS = "place_differs"  # place: by the heads
    SAME_GAME = "same_game"  # other: the line where the same game begins


@dataclass(frozen=True, slots=True)
class LineProblem:
    """One thing that is wrong: in a line of the text, from 1, and a column of it, from 0.

    column: None for the line as a whole. facts: numbers that a message about the code needs.
    """

    line: int
    code: CsvCode
    column: int | None = None
    facts: Mapping[str, int] = field(default_factory=dict)


class Refused(ValueError):
    """A text that cannot be read any further; `problems` says why."""

    def __init__(self, *problems: LineProblem) -> None:
        super().__init__(problems)
        self.problems = problems


def cut_lines(text: str, most_characters: int, most_lines: int, most_columns: int) -> list[CsvLine]:
    """The lines of a text, at least one, which is empty where nothing stands. Raises Refused.

    What follows reads each cell for each line, and the date of one line for all below it: so
    lines, columns and cells are bounded here.
    """
    if len(text) > most_characters:
        raise Refused(LineProblem(1, CsvCode.TOO_LONG, facts={"most": most_characters}))
    lines = cut(text) or [CsvLine(1, ())]
    if len(lines) > most_lines:
        number = lines[most_lines].number
        raise Refused(LineProblem(number, CsvCode.TOO_MANY_LINES, facts={"most": most_lines}))
    for number, cells in lines:
        if len(cells) > most_columns:
            facts = {"most": most_columns}
            raise Refused(LineProblem(number, CsvCode.TOO_MANY_COLUMNS, most_columns, facts))
        if long := [column for column, cell in enumerate(cells) if len(cell) > LONGEST_CELL]:
            facts = {"most": LONGEST_CELL}
            raise Refused(LineProblem(number, CsvCode.CELL_TOO_LONG, long[0], facts))
    return lines


# --- Written ----------------------------------------------------------------------------


class _Line:
    """A file that gives back what is written to it."""

    def write(self, text: str) -> str:
        return text


def csv_lines(
    fields: Sequence[str], rows: Iterable[Sequence[object]], separator: str = ","
) -> Iterator[str]:
    """The header and a line for each row; None is an empty cell."""
    writer = csv.writer(_Line(), delimiter=separator)
    yield BYTE_ORDER_MARK + writer.writerow(fields)
    for row in rows:
        yield writer.writerow([cell(value) for value in row])


def cell(value: object) -> object:
    """A value as a cell; a text that might be a formula begins with an apostrophe."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return guard(value) if isinstance(value, str) else value
