"""Which of two players stands before the other, criterion by criterion, in the printed order.

First the final, where the season has one. 1. The figure of the season. 2. The share of the table's
heads. 3. Wins per game. 4. The meetings of those who are level so far. Whoever is then still level
shares the place.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from leagues.standings.scoring.presets import UNIT
from leagues.standings.scoring.tally import TallyLine

LEVEL = Fraction(1, 2)


class Criterion(StrEnum):
    """What sets players apart, in the order in which it is asked; the value is stable.

    FINAL: the place in the final of the season, where there was one. FIGURE: as the preset of the
    season measures. SHARE: own heads for each head of an average player of the same tables, fewest
    first. WINS: first places for each game, one shared by m being one m-th. HEAD_TO_HEAD: the mean
    mark at shared tables among those level so far.
    """

    FINAL = "final"
    FIGURE = "figure"
    SHARE = "share"
    WINS = "wins"
    HEAD_TO_HEAD = "head_to_head"


def share(heads: int, expected_heads: int) -> Fraction:
    """Own heads for each head that an average player of the same tables took.

    heads: own heads of all games that count. expected_heads: the sum over those of the table's
    heads divided by its size, in UNITs. Games of different sizes so weigh by their heads alone. 1
    where nobody took any.
    """
    return Fraction(heads * UNIT, expected_heads) if expected_heads else Fraction(1)


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
