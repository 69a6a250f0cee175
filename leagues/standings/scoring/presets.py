"""What one game is worth to a player, and what a season makes of the games that count.

Worths are whole numbers of which UNIT make a point, so that sums are exact and need no fractions:
UNIT is divisible by every table size, by every size less one, and by twice those.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

from leagues.season_rules import Preset, SeasonRules
from leagues.standings.scoring.game_result import Entry

UNIT = 5040

Worth = Callable[[int, Entry], int]


def is_fewest_best(preset: Preset) -> bool:
    """Whether the lower of two figures is the better one: heads are counted."""
    return preset is Preset.TOTAL


def is_sum(preset: Preset) -> bool:
    """Whether the figure is the sum of the games that count; otherwise it is their mean."""
    return preset is Preset.PLACEMENT


def worth_by(rules: SeasonRules) -> Worth:
    """The function from (size of the table, entry) to the worth of that game, in UNITs."""
    match rules.preset:
        case Preset.INDEX | Preset.BEST:
            return _index
        case Preset.TOTAL:
            return _heads
        case Preset.PLACEMENT:
            return _points_for_places(rules.placement)
    return _mixture(rules)


def figure(total: int, games: int, preset: Preset) -> Fraction:
    """The figure of a season: of `games` games that count, worth `total` UNITs together."""
    if is_sum(preset):
        return Fraction(total, UNIT)
    return Fraction(total, UNIT * games) if games else Fraction(0)


def _index(size: int, entry: Entry) -> int:
    """100 for the first of a table, 0 for the last: 100 * (n - rank) / (n - 1)."""
    return 50 * (2 * size - entry.twice_rank) * (UNIT // (size - 1))


def _heads(_size: int, entry: Entry) -> int:
    return entry.heads * UNIT


def _points_for_places(points: Sequence[int]) -> Worth:
    """The mean of the points of the places shared; a place beyond the last has none."""

    def worth(_size: int, entry: Entry) -> int:
        first = entry.place - 1
        return sum(points[first : first + entry.sharers]) * (UNIT // entry.sharers)

    return worth


def _mixture(rules: SeasonRules) -> Worth:
    def worth(size: int, entry: Entry) -> int:
        index = rules.weight_index * (2 * size - entry.twice_rank) * (UNIT // 2 // (size - 1))
        win = rules.weight_win if entry.place == 1 else 0
        return index + (win + rules.weight_presence + rules.weight_heads * entry.heads) * UNIT

    return worth
