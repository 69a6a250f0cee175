"""Who met whom at how many tables, and who came off better: all of a season, and those tied."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from leagues.standings.scoring.tally import UNIT, TallyLine

LEVEL = Fraction(1, 2)


class Rival(NamedTuple):
    """Somebody met: games of a player at their table, before them, level with them, behind them."""

    player: int
    before: int
    level: int
    behind: int

    @property
    def games(self) -> int:
        return self.before + self.level + self.behind

    @property
    def ahead(self) -> int:
        """Games before them minus games behind them."""
        return self.before - self.behind

    @property
    def balance(self) -> Fraction:
        """From 1, always before them, to -1, always behind them."""
        return Fraction(self.ahead, self.games)


# --- Of players who are level ------------------------------------------------------------


class Meeting(NamedTuple):
    """A game at which two or more of a tied group sat.

    places: by player, those of the group only. marks: the same in UNITs: the part of the others of
    the group there whom a player was before, level ones counting half.
    """

    game: int
    session: int
    places: Mapping[int, int]
    marks: Mapping[int, int]


def meetings(lines_of: Mapping[int, Sequence[TallyLine]]) -> list[Meeting]:
    """The meetings of a tied group, dropped games included."""
    tables: defaultdict[tuple[int, int], dict[int, int]] = defaultdict(dict)
    for player, lines in lines_of.items():
        for line in lines:
            tables[line.session, line.game][player] = line.place
    return [
        Meeting(game, session, places, _marks_at(places))
        for (session, game), places in tables.items()
        if len(places) > 1
    ]


def marks(lines_of: Mapping[int, Sequence[TallyLine]]) -> dict[int, Fraction]:
    """The mark of each player of a tied group, 0..1, most first: the mean over their meetings.

    Who met nobody of the group is level, 1/2.
    """
    total = dict.fromkeys(lines_of, 0)
    games = dict.fromkeys(lines_of, 0)
    for meeting in meetings(lines_of):
        for player, mark in meeting.marks.items():
            total[player] += mark
            games[player] += 1
    return {
        player: Fraction(total[player], UNIT * games[player]) if games[player] else LEVEL
        for player in lines_of
    }


def _marks_at(places: Mapping[int, int]) -> dict[int, int]:
    others = len(places) - 1
    found = {}
    for player, place in places.items():
        behind = sum(place < other for other in places.values())
        level = sum(place == other for other in places.values()) - 1
        found[player] = (2 * behind + level) * (UNIT // 2 // others)
    return found
