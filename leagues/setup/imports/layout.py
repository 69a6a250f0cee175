"""A past season in a spreadsheet: its headings, in either layout, and what it tells. No Django."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from games.plain_text import plain
from leagues.sheets.csv.text import (
    Column,
    Columns,
    CsvCode,
    CsvLine,
    LineProblem,
    Refused,
    words_for,
)

_WORDS = words_for(
    {
        Column.SESSION: "session seance soiree evening journee",
        Column.DATE: "date day jour starts_at",
        Column.HEADS: "heads tetes points score scores total",
        Column.PLACE: "place position classement rang",
        Column.BOT: "bot",
        Column.PLAYER_ID: "player_id",
        Column.COUNTS_FOR: "counts_for_id",
    }
)
# Beside one column for each player: what is no player.
_SUMS = {
    *("total", "totals", "totaux", "somme", "sum", "moyenne", "mean", "average", "remarque"),
    *("remarques", "note", "notes", "comment", "commentaire", "lieu", "place", "rounds"),
    *("manches", "players", "joueurs"),
}
FEWEST_PLAYERS = 2


class SeasonLayout(NamedTuple):
    """Which column, from 0, holds what.

    players: the columns of players by their names, where each has one; empty where each player has
    a row. ignored: the headings of the other columns.
    """

    at: Columns
    players: Mapping[str, int]
    ignored: tuple[str, ...]

    @property
    def is_own_export(self) -> bool:
        return Column.COUNTS_FOR in self.at


def read_headings(line: CsvLine) -> SeasonLayout:
    """The layout that a line of headings asks for.

    Refused: headings that name neither player and heads, nor a date or session and players.
    """
    meanings = [_WORDS.get(_plain(heading)) for heading in line.cells]
    at: dict[Column | int, int] = {}
    for column, meaning in enumerate(meanings):
        if meaning is not None:
            at.setdefault(meaning, column)
    twice = [
        LineProblem(line.number, CsvCode.HEADING_TWICE, column)
        for column, meaning in enumerate(meanings)
        if meaning in {Column.PLAYER, Column.HEADS} and at[meaning] != column
    ]
    if {Column.PLAYER, Column.HEADS} <= at.keys():
        if twice:
            raise Refused(*twice)
        unread = [cell for cell, meaning in zip(line.cells, meanings, strict=True) if not meaning]
        return SeasonLayout(at, {}, tuple(filter(None, unread)))
    return _wide(line, meanings, at)


def _wide(line: CsvLine, meanings: Sequence[Column | None], at: Columns) -> SeasonLayout:
    """One column for each player."""
    kept = {Column.SESSION, Column.DATE, Column.TABLE}
    players: dict[str, int] = {}
    ignored, problems = [], []
    for column, (heading, meaning) in enumerate(zip(line.cells, meanings, strict=True)):
        if meaning in kept or not heading:
            continue
        if meaning is not None or _plain(heading) in _SUMS:
            ignored.append(heading)
        elif heading in players:
            problems.append(LineProblem(line.number, CsvCode.HEADING_TWICE, column))
        else:
            players[heading] = column
    if problems:
        raise Refused(*problems)
    if len(players) < FEWEST_PLAYERS or not {Column.SESSION, Column.DATE} & at.keys():
        raise Refused(LineProblem(line.number, CsvCode.NO_SEASON_HEADINGS))
    return SeasonLayout({c: n for c, n in at.items() if c in kept}, players, tuple(ignored))


def _plain(heading: str) -> str:
    return re.sub(r"[^a-z_]+$|^[^a-z]+", "", plain(heading))


class PastSeat(NamedTuple):
    """Somebody at a table.

    line: where it stands in the text. player: the name, "" for a bot, which has its own in `bot`.
    place: shared by ties, None for who is not ranked. counts_for: the name of the player in whose
    standing it counts, "" for nobody's.
    """

    line: int
    player: str
    bot: str
    heads: int
    place: int | None
    counts_for: str

    @property
    def absent(self) -> str:
        """Whose place the player took, "" for nobody's."""
        return self.counts_for if self.counts_for not in {"", self.player} else ""


class PastGame(NamedTuple):
    """A table. number: within its session. rounds: 0 where the text does not tell."""

    line: int
    number: int
    rounds: int
    seats: tuple[PastSeat, ...]


class PastSession(NamedTuple):
    """A session; starts_at has no zone where the text gives none. number: unique in the season."""

    number: int
    name: str
    starts_at: datetime
    games: tuple[PastGame, ...]

    @property
    def players(self) -> set[str]:
        """The names of those who sat at its tables."""
        return {seat.player for game in self.games for seat in game.seats if seat.player}


class PastSeason(NamedTuple):
    """Sessions in the order of their dates. ignored: the headings of columns that are not read."""

    sessions: tuple[PastSession, ...] = ()
    ignored: tuple[str, ...] = ()

    @property
    def games(self) -> list[PastGame]:
        return [game for session in self.sessions for game in session.games]

    @property
    def names(self) -> list[str]:
        """Everybody who is named, in the order of the text."""
        seats = [seat for game in self.games for seat in game.seats]
        named = (name for seat in seats for name in (seat.player, seat.counts_for) if name)
        return [*dict.fromkeys(named)]
