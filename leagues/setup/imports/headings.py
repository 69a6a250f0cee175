"""The headings of a season in a spreadsheet, in English or French, in either layout."""

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from games.plain_text import plain
from leagues.sheets.csv.text import CsvCode, CsvLine, LineProblem, Refused


class Column(StrEnum):
    """What a column of one row per player holds; BOT and the two after it: in our own exports."""

    SESSION = "session"
    DATE = "date"
    TABLE = "table"
    PLAYER = "player"
    HEADS = "heads"
    PLACE = "place"
    ROUNDS = "rounds"
    BOT = "bot"
    PLAYER_ID = "player_id"
    COUNTS_FOR = "counts_for_id"


_WORDS: Mapping[str, Column] = {
    word: column
    for column, words in {
        Column.SESSION: "session seance soiree evening journee",
        Column.DATE: "date day jour starts_at",
        Column.TABLE: "table game partie feuille sheet",
        Column.PLAYER: "player name joueur joueuse nom pseudo participant",
        Column.HEADS: "heads tetes points score scores total",
        Column.PLACE: "place position classement rang",
        Column.ROUNDS: "rounds manches",
        Column.BOT: "bot",
        Column.PLAYER_ID: "player_id",
        Column.COUNTS_FOR: "counts_for_id",
    }.items()
    for word in words.split()
}
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

    at: Mapping[Column, int]
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
    at: dict[Column, int] = {}
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


def _wide(
    line: CsvLine, meanings: Sequence[Column | None], at: Mapping[Column, int]
) -> SeasonLayout:
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
