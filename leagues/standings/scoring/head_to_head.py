"""Who met whom at how many tables, and who came off better."""

from collections.abc import Iterable
from itertools import permutations
from typing import NamedTuple

from leagues.standings.scoring.tally import GameResult


class Meetings(NamedTuple):
    """Games of one player at the table of another: before them, level with them, behind them."""

    before: int
    level: int
    behind: int

    @property
    def games(self) -> int:
        return self.before + self.level + self.behind


def head_to_head(results: Iterable[GameResult]) -> dict[int, dict[int, Meetings]]:
    """The meetings of every player with everybody they met, both ways round."""
    counts: dict[tuple[int, int], list[int]] = {}
    for result in results:
        for own, other in permutations(result.entries, 2):
            count = counts.setdefault((own.player, other.player), [0, 0, 0])
            count[(own.place >= other.place) + (own.place > other.place)] += 1
    found: dict[int, dict[int, Meetings]] = {}
    for (player, other_player), count in sorted(counts.items()):
        found.setdefault(player, {})[other_player] = Meetings(*count)
    return found
