"""Which of two players stands before the other, criterion by criterion, in the printed order.

1. The figure of the season. 2. The share of the table's heads. 3. Wins per game. 4. The meetings
of those who are level so far. Whoever is then still level shares the place.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from enum import StrEnum
from fractions import Fraction

from leagues.scoring.presets import UNIT
from leagues.scoring.tally import Line

LEVEL = Fraction(1, 2)


class Criterion(StrEnum):
    """What sets players apart, in the order in which it is asked; the value is stable.

    FIGURE: as the preset of the season measures. SHARE: own heads for each head of an average
    player of the same tables, fewest first. WINS: first places for each game, one shared by m being
    one m-th. HEAD_TO_HEAD: the mean mark at shared tables among those level so far.
    """

    FIGURE = "figure"
    SHARE = "share"
    WINS = "wins"
    HEAD_TO_HEAD = "head_to_head"


def share(heads: int, due: int) -> Fraction:
    """Own heads for each head that an average player of the same tables took.

    heads: own heads of all games that count. due: the sum over those of the table's heads divided
    by its size, in UNITs. Games of different sizes so weigh by their heads alone. 1 where nobody
    took any.
    """
    return Fraction(heads * UNIT, due) if due else Fraction(1)


def marks(lines_of: Mapping[int, Sequence[Line]]) -> dict[int, Fraction]:
    """The mark of each player of a tied group in their meetings, 0..1, most first.

    At every game of two or more of the group, a player's mark is the part of the others of the
    group there whom they were before, level ones counting half. The mark of the season is the mean
    over these games, dropped ones included; who met nobody of the group is level, 1/2.
    """
    tables: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for player, lines in lines_of.items():
        for line in lines:
            tables[line.game].append((player, line.place))
    total = dict.fromkeys(lines_of, 0)
    games = dict.fromkeys(lines_of, 0)
    for table in tables.values():
        others = len(table) - 1
        if not others:
            continue
        for player, place in table:
            behind = sum(place < other for _player, other in table)
            level = sum(place == other for _player, other in table) - 1
            total[player] += (2 * behind + level) * (UNIT // 2 // others)
            games[player] += 1
    return {
        player: Fraction(total[player], UNIT * games[player]) if games[player] else LEVEL
        for player in lines_of
    }
