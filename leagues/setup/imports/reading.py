"""Read a season from CSV: one row for each player of a game, or one column for each player."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime, timedelta
from functools import cache, partial
from itertools import islice
from operator import attrgetter
from typing import NamedTuple

from leagues.setup.imports.dates import EVENING, is_month_first, read_date
from leagues.setup.imports.layout import (
    PastGame,
    PastSeason,
    PastSeat,
    PastSession,
    SeasonLayout,
    read_headings,
)
from leagues.sheets.csv.text import (
    LONGEST_NAME,
    MOST_PROBLEMS,
    Column,
    CsvCode,
    CsvLine,
    LineProblem,
    Refused,
    Row,
    cut_lines,
    texts_in,
    unguard,
)
from leagues.sheets.score_sheet import read_cell

MOST_CHARACTERS = 1_000_000
MOST_LINES = 5_000
MOST_SESSIONS = 400
MOST_PLAYERS = 300
MOST_COLUMNS = 400
# A row of standings is stored for each player after each session. Computing 40,000 of them took
# 14 s, for which whoever opens the season first waits.
MOST_STANDINGS = 10_000
# Keeping 20,000 held the lock of SQLite for some 3 s of processor time; a waiting play gives up
# after 5 s.
MOST_RESULTS = 10_000
MOST_SEATS = 10
MOST_HEADS = 2_000
MOST_NUMBER = 30_000
LONGEST_TITLE = 60

_ORDINAL = re.compile(r"(\d{1,2})(?:st|nd|rd|th|er|ere|ère|e|ème|eme)?\.?", re.IGNORECASE)
# A cell of a player's column that names the table too: "2:14" is 14 heads at table 2.
_AT_TABLE = re.compile(r"(\w{1,10})\s*[:/]\s*(.+)")


class ReadSeason(NamedTuple):
    """What a text came to; with problems the season is not whole."""

    season: PastSeason
    problems: tuple[LineProblem, ...]


def read_season(
    text: str, *, has_places: bool = False, first_date: date | None = None
) -> ReadSeason:
    """The season of a text.

    has_places: heads do not tell the places, as with elimination, so that they must be written.
    first_date: of the first session where the text has no dates; the others follow week by week.
    """
    try:
        lines = cut_lines(text, MOST_CHARACTERS, MOST_LINES, MOST_COLUMNS)
        layout = read_headings(lines[0])
    except Refused as refused:
        return ReadSeason(PastSeason(), refused.problems[:MOST_PROBLEMS])
    found = (_wide_rows if layout.players else _long_rows)(lines[1:], layout)
    rows = list(islice(found, MOST_RESULTS + 1))
    refused_for = _too_much(rows, lines[0].number)
    if refused_for:
        return ReadSeason(PastSeason(), (refused_for,))
    return _Reader(rows, layout, lines[0], has_places, first_date).read()


def _too_much(rows: Sequence[Row], line: int) -> LineProblem | None:
    """The problem of a text that would make more rows than a site keeps without a pause."""
    if len(rows) > MOST_RESULTS:
        return LineProblem(line, CsvCode.TOO_MANY_RESULTS, facts={"most": MOST_RESULTS})
    if len({row[Column.PLAYER] for row in rows}) > MOST_PLAYERS:
        return LineProblem(line, CsvCode.TOO_MANY_PLAYERS, facts={"most": MOST_PLAYERS})
    return None


def _long_rows(lines: Iterable[CsvLine], layout: SeasonLayout) -> Iterator[Row]:
    """One row for each player; a session, date or table left out is that of the row above."""
    above: dict[Column | int, str] = dict.fromkeys((Column.SESSION, Column.DATE, Column.TABLE), "")
    for line in lines:
        own = texts_in(line, layout.at)
        if own.get(Column.SESSION, "") not in {"", above[Column.SESSION]}:
            above = dict.fromkeys(above, "")
        elif own.get(Column.DATE, "") not in {"", above[Column.DATE]}:
            above = {**above, Column.TABLE: ""}
        above = {column: own.get(column) or text for column, text in above.items()}
        yield Row(line, layout.at, own | above)


def _wide_rows(lines: Iterable[CsvLine], layout: SeasonLayout) -> Iterator[Row]:
    """One column for each player; a row is a table, unless its cells name theirs."""
    above: dict[Column | int, str] = {Column.SESSION: "", Column.DATE: ""}
    tables: Counter[tuple[str, ...]] = Counter()
    for line in lines:
        above = {
            column: unguard(line.at(layout.at.get(column))) or text
            for column, text in above.items()
        }
        session = tuple(above.values())
        tables[session] += 1
        table = unguard(line.at(layout.at.get(Column.TABLE))) or str(tables[session])
        for name, column in layout.players.items():
            text = line.at(column)
            if read_cell(text) is None:
                continue
            found = _AT_TABLE.fullmatch(text)
            own: dict[Column | int, str] = {
                Column.TABLE: found[1] if found else table,
                Column.PLAYER: unguard(name),
                Column.HEADS: found[2] if found else text,
            }
            yield Row(line, {**layout.at, Column.HEADS: column}, above | own)


class _Reader:
    """Makes sessions of rows, and notes what is wrong."""

    def __init__(
        self,
        rows: Sequence[Row],
        layout: SeasonLayout,
        heading: CsvLine,
        has_places: bool,
        first_date: date | None,
    ) -> None:
        self._rows, self._layout, self._heading = rows, layout, heading
        self._has_places, self._first_date = has_places, first_date
        self._problems: list[LineProblem] = []
        month_first = is_month_first({row[Column.DATE] for row in rows})
        self._date = cache(partial(read_date, month_first=month_first))
        self._names = _names_by_identity(rows)

    def read(self) -> ReadSeason:
        if not self._rows:
            self._tell(self._heading, CsvCode.NO_GAMES)
        by_session: dict[str, list[Row]] = {}
        for row in self._rows:
            key = row[Column.SESSION] or self._day(row[Column.DATE])
            if not key:
                self._tell(row.line, CsvCode.NO_SESSION)
            by_session.setdefault(key, []).append(row)
        if len(by_session) > MOST_SESSIONS:
            self._tell(self._heading, CsvCode.TOO_MANY_SESSIONS, most=MOST_SESSIONS)
            by_session = {}
        players = len({row[Column.PLAYER] for row in self._rows})
        if players * len(by_session) > MOST_STANDINGS:
            self._tell(self._heading, CsvCode.TOO_LARGE_SEASON, most=MOST_STANDINGS)
            by_session = {}
        sessions = self._numbered([*by_session.items()])
        found = sorted(self._problems, key=attrgetter("line"))
        season = PastSeason(tuple(sessions), self._layout.ignored)
        return ReadSeason(season, tuple(found[:MOST_PROBLEMS]))

    def _numbered(self, by_session: Sequence[tuple[str, list[Row]]]) -> list[PastSession]:
        """The sessions by date; numbered as the text does where it numbers all of them."""
        dated = [
            (self._begin(rows, index), index, key, rows)
            for index, (key, rows) in enumerate(by_session)
        ]
        dated.sort(key=lambda each: (each[0].isoformat(), each[1]))
        numbers = _numbers(
            [key if rows[0][Column.SESSION] else "" for _at, _index, key, rows in dated]
        )
        return [
            PastSession(
                number,
                "" if not rows[0][Column.SESSION] or _number(key) else key[:LONGEST_TITLE],
                at,
                tuple(self._games(rows)),
            )
            for number, (at, _index, key, rows) in zip(numbers, dated, strict=True)
        ]

    def _day(self, text: str) -> str:
        at = self._date(text)
        return at.date().isoformat() if at else text

    def _begin(self, rows: Sequence[Row], week: int) -> datetime:
        """When a session began."""
        first_with: dict[str, Row] = {}
        for row in rows:
            first_with.setdefault(row[Column.DATE], row)
        began: datetime | None = None
        for text, row in first_with.items():
            at = self._date(text)
            if text and at is None:
                self._tell(row.line, CsvCode.NO_DATE, row.columns[Column.DATE])
            elif began and at and at.date() != began.date():
                self._tell(row.line, CsvCode.DATE_DIFFERS, row.columns[Column.DATE])
            began = began or at
        if self._first_date is None and not any(first_with):
            self._tell(rows[0].line, CsvCode.DATE_MISSING)
        return began or (
            datetime.combine(self._first_date or date.min, EVENING) + timedelta(weeks=week)
        )

    def _games(self, rows: Iterable[Row]) -> Iterator[PastGame]:
        """The tables of a session, numbered as the text does where it numbers all of them."""
        by_table: dict[str, list[Row]] = {}
        for row in rows:
            by_table.setdefault(row[Column.TABLE], []).append(row)
        for number, of_table in zip(_numbers([*by_table]), by_table.values(), strict=True):
            yield self._game(number, of_table)

    def _game(self, number: int, rows: Sequence[Row]) -> PastGame:
        line = rows[0].line
        seats = [self._seat(row) for row in rows]
        if len(seats) < 2:
            self._tell(line, CsvCode.ALONE)
        if len(seats) > MOST_SEATS:
            self._tell(line, CsvCode.TABLE_TOO_LARGE, most=MOST_SEATS)
        rounds = {count for row in rows if isinstance(count := read_cell(row[Column.ROUNDS]), int)}
        return PastGame(
            line.number, number, max(rounds, default=0), tuple(self._placed(seats, rows))
        )

    def _seat(self, row: Row) -> PastSeat:
        name = (
            self._names.get(row[Column.PLAYER_ID], row[Column.PLAYER]) if row[Column.PLAYER] else ""
        )
        if not name and not row[Column.BOT]:
            self._tell(row.line, CsvCode.NO_PLAYER, row.columns.get(Column.PLAYER))
        if len(name) > LONGEST_NAME:
            self._tell(row.line, CsvCode.NAME_TOO_LONG, most=LONGEST_NAME)
        heads = read_cell(row[Column.HEADS])
        if not isinstance(heads, int) or not 0 <= heads <= MOST_HEADS:
            self._tell(row.line, CsvCode.NO_HEADS, row.columns[Column.HEADS], most=MOST_HEADS)
            heads = 0
        counts_for = name
        if self._layout.is_own_export:
            counts_for = self._names.get(row[Column.COUNTS_FOR], "")
        return PastSeat(row.line.number, name, row[Column.BOT], heads, self._place(row), counts_for)

    def _place(self, row: Row) -> int | None:
        found = _ORDINAL.fullmatch(row[Column.PLACE])
        if row[Column.PLACE] and not found:
            self._tell(row.line, CsvCode.NO_PLACE, row.columns[Column.PLACE])
        return int(found[1]) if found else None

    def _placed(self, seats: Sequence[PastSeat], rows: Sequence[Row]) -> Iterator[PastSeat]:
        """The seats with their places: our own exports say who is ranked, and where."""
        heads = sorted(seat.heads for seat in seats)
        for seat, row in zip(seats, rows, strict=True):
            by_heads = 1 + bisect_left(heads, seat.heads)
            if self._layout.is_own_export:
                yield seat
            elif self._has_places:
                if seat.place is None:
                    self._tell(row.line, CsvCode.PLACE_MISSING)
                yield seat._replace(place=seat.place or by_heads)
            else:
                if seat.place not in {None, by_heads}:
                    at = row.columns[Column.PLACE]
                    self._tell(row.line, CsvCode.PLACE_DIFFERS, at, place=by_heads)
                yield seat._replace(place=by_heads)

    def _tell(self, line: CsvLine, code: CsvCode, column: int | None = None, **facts: int) -> None:
        self._problems.append(LineProblem(line.number, code, column, facts))


def _names_by_identity(rows: Iterable[Row]) -> Mapping[str, str]:
    """The names of players by the ids of an export; two of one name are told apart by theirs."""
    names = {
        row[Column.PLAYER_ID]: row[Column.PLAYER]
        for row in rows
        if row[Column.PLAYER_ID] and row[Column.PLAYER]
    }
    bearers = Counter(names.values())
    return {
        identity: f"{name} {identity}" if bearers[name] > 1 else name
        for identity, name in names.items()
    }


def _number(text: str) -> int | None:
    number = int(text) if text.isdecimal() and len(text) < 6 else 0
    return number if 0 < number <= MOST_NUMBER else None


def _numbers(texts: Sequence[str]) -> Sequence[int]:
    """The numbers that a text gives to all its sessions or tables, or else 1, 2, 3 ..."""
    own = [number for text in texts if (number := _number(text))]
    return own if len({*own}) == len(texts) else range(1, len(texts) + 1)
