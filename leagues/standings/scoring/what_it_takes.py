"""What a player needs in the next game to reach a place, whatever the others do: exact.

Everybody who comes plays one game; who sits with whom is open, the sizes of the tables are known.
Every outcome of a table counts, shared places too; only the player in question is assumed to share
theirs with nobody. Players are compared by their figures alone: whoever may be level in the end is
counted against the player where something is sure, and not where it is possible.
"""

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise
from math import ceil, floor
from typing import NamedTuple

from leagues.season_rules import SUMMED, Preset, SeasonRules
from leagues.standings.scoring.tally import UNIT, Entry, Worth, worth_by

MOST_CASES = 600
"""Cases that are looked at for one result of one player: more take too long."""
MOST_STEPS = 60_000
"""Outcomes of tables that are looked at for all results of all players."""

# What the places of a table, or of those beside the player, are worth.
Outcome = tuple[int, ...]


class TooManyCases(Exception):
    """There are more cases than can be gone through."""


class Contender(NamedTuple):
    """Somebody who may have a place.

    value: of the games so far, in UNITs. points: adjustments, those for byes only where a bye has
    a fixed worth. sessions: in how many they have played once that game is over; it matters where a
    place takes sessions. byes: how many are worth the mean of the games.
    """

    player: int
    value: int
    games: int
    comes: bool
    points: Fraction = Fraction(0)
    sessions: int = 0
    byes: int = 0


class OwnResult(NamedTuple):
    """An own result: the place at a table of a size."""

    size: int
    place: int


class Range(NamedTuple):
    """The places somebody can have after a result: the best possible, and the one that is sure."""

    best: int
    sure: int


def can_be_told(rules: SeasonRules) -> bool:
    """Whether one game more follows simply from the sums so far."""
    return rules.preset in {Preset.INDEX, Preset.PLACEMENT} and not rules.has_drops


def ranges_of_all(
    contenders: Sequence[Contender], sizes: Sequence[int], rules: SeasonRules, needed: int
) -> dict[int, dict[OwnResult | None, Range]]:
    """The places that each contender can have after each result of theirs, by player.

    sizes: of the tables for all who come. needed: games for a place by then; who has fewer, or too
    few sessions, is left out. Who comes has a result for each place at each size of table; who does
    not has None only. Raises TooManyCases.
    """
    steps = sum(size * len(outcomes(size, rules)) for size in set(sizes))
    if steps * len(contenders) > MOST_STEPS:
        raise TooManyCases
    placed = [
        each
        for each in contenders
        if each.games + each.comes >= needed and each.sessions >= rules.min_sessions
    ]
    return {
        own.player: _ranges(own, [each for each in placed if each != own], sizes, rules)
        for own in placed
    }


def _ranges(
    own: Contender, others: Sequence[Contender], sizes: Sequence[int], rules: SeasonRules
) -> dict[OwnResult | None, Range]:
    if not own.comes:
        tables = [outcomes(size, rules) for size in sizes]
        return {None: _range(_figure(own, None, rules), others, tables, rules)}
    worth = worth_by(rules)
    found: dict[OwnResult | None, Range] = {}
    for size in sorted(set(sizes)):
        elsewhere = [outcomes(each, rules) for each in sizes]
        elsewhere.remove(outcomes(size, rules))
        for place in range(1, size + 1):
            figure = _figure(own, worth(size, Entry(0, 0, place, 2 * place)), rules)
            tables = [_beside(size, place, rules.preset, rules.placement), *elsewhere]
            found[OwnResult(size, place)] = _range(figure, others, tables, rules)
    return found


def _figure(contender: Contender, value: int | None, rules: SeasonRules) -> Fraction:
    """The figure of a contender, in UNITs, after one game more of this value, or none."""
    divisor = _divisor(contender, contender.games + (value is not None), rules)
    return (contender.value + (value or 0)) / divisor + contender.points * UNIT


def _divisor(contender: Contender, games: int, rules: SeasonRules) -> Fraction:
    """The games for a mean; for a sum 1, or less where each bye adds the mean once more."""
    games = max(1, games)
    return Fraction(games, games + contender.byes if rules.preset is SUMMED else 1)


def _range(
    figure: Fraction,
    others: Sequence[Contender],
    tables: Sequence[Collection[Outcome]],
    rules: SeasonRules,
) -> Range:
    """best: one more than cannot help passing the figure; sure: one more than can reach it."""
    before = reach = 0
    # The value from which on another reaches the figure, and that up to which they do not pass it.
    from_on: list[int] = []
    up_to: list[int] = []
    for other in others:
        if other.comes:
            divisor = _divisor(other, other.games + 1, rules)
            missing = (figure - other.points * UNIT) * divisor - other.value
            from_on.append(ceil(missing))
            up_to.append(-floor(missing))
        else:
            without = _figure(other, None, rules)
            before += without > figure
            reach += without >= figure
    least = [{tuple(-value for value in outcome) for outcome in table} for table in tables]
    passing = len(up_to) - _most_served(least, up_to)
    return Range(best=1 + before + passing, sure=1 + reach + _most_served(tables, from_on))


def _most_served(tables: Sequence[Collection[Outcome]], wanted: Sequence[int]) -> int:
    """How many can have at least what they want in one of the cases, each value given once.

    As many can as there are wants below a threshold and values from it on, for the threshold where
    these are the fewest (Hall, König). So of an outcome only the number of values from each
    threshold on matters, and a case in which all of these are smaller than in another does not.
    """
    values = sorted({value for table in tables for outcome in table for value in outcome})
    if not values:
        return 0
    content = sum(want <= values[0] for want in wanted)
    # What somebody wants is in truth the least value that will do.
    contested = [
        values[bisect_left(values, want)] for want in wanted if values[0] < want <= values[-1]
    ]
    thresholds = sorted(set(contested))
    below = [sum(want < each for want in contested) for each in thresholds]
    cases = {(0,) * len(thresholds)}
    for table in tables:
        counts = _undominated(
            {tuple(sum(v >= each for v in outcome) for each in thresholds) for outcome in table}
        )
        cases = _undominated(
            {tuple(map(int.__add__, case, count)) for case in cases for count in counts}
        )
    served = (min(map(int.__add__, below, case), default=0) for case in cases)
    return content + min(len(contested), max(served))


def _undominated(cases: set[tuple[int, ...]]) -> set[tuple[int, ...]]:
    """The cases but those that another is at least as great as in everything."""
    if len(cases) > MOST_CASES:
        raise TooManyCases
    kept: list[tuple[int, ...]] = []
    for case in sorted(cases, key=sum, reverse=True):
        if not any(all(map(int.__ge__, other, case)) for other in kept):
            kept.append(case)
    return set(kept)


def outcomes(size: int, rules: SeasonRules) -> tuple[Outcome, ...]:
    """What the places of a table can be worth, for each way in which some of them are shared."""
    return _outcomes(size, rules.preset, rules.placement)


@cache
def _outcomes(size: int, preset: Preset, placement: tuple[int, ...]) -> tuple[Outcome, ...]:
    worth = worth_by(SeasonRules(preset=preset, placement=placement))
    return tuple(sorted({_worth_of(shared, worth, size) for shared in _shared(size)}))


@cache
def _beside(
    size: int, place: int, preset: Preset, placement: tuple[int, ...]
) -> tuple[Outcome, ...]:
    """What the others at a table can have where one alone has this place."""
    worth = worth_by(SeasonRules(preset=preset, placement=placement))
    found: set[Outcome] = set()
    for shared in _shared(size):
        if (place, 1) in shared:
            values = _worth_of(shared, worth, size)
            found.add(values[: place - 1] + values[place:])
    return tuple(sorted(found))


def _shared(size: int) -> Iterator[list[tuple[int, int]]]:
    """Each way to share places at a table: places that are held, and by how many."""
    between = range(1, size)
    for count in range(size):
        for cuts in combinations(between, count):
            yield [(low + 1, high - low) for low, high in pairwise((0, *cuts, size))]


def _worth_of(shared: Sequence[tuple[int, int]], worth: Worth, size: int) -> tuple[int, ...]:
    """The worth of each place of a table, the first place first."""
    return tuple(
        worth(size, Entry(0, 0, place, 2 * place + held - 1))
        for place, held in shared
        for _player in range(held)
    )


class Need(NamedTuple):
    """What it takes to reach a place or a better one.

    sure: by size of table, the worst place at it that is enough whatever happens elsewhere; no
    sizes where none is. possible: the worst place with which it can still happen.
    """

    sure: Mapping[int, int]
    possible: Mapping[int, int]


def need_for(target: int, found: Mapping[OwnResult | None, Range]) -> Need:
    """What it takes by the ranges of somebody who comes; a better result never is a worse one."""
    sure: dict[int, int] = {}
    possible: dict[int, int] = {}
    for finish, places in found.items():
        if finish is None:
            continue
        if places.sure <= target:
            sure[finish.size] = max(sure.get(finish.size, 0), finish.place)
        if places.best <= target:
            possible[finish.size] = max(possible.get(finish.size, 0), finish.place)
    return Need(sure, possible)
