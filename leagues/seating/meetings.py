"""How often each two have sat at one table."""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import combinations

Pair = tuple[int, int]
"""Two players' ids, the smaller one first."""


def pair_of(one: int, other: int) -> Pair:
    """The two as a pair, in whatever order they come."""
    return (one, other) if one < other else (other, one)


def pairs_of(table: Iterable[int]) -> Iterable[Pair]:
    """All pairs of a table."""
    return combinations(sorted(table), 2)


def count_meetings(tables: Iterable[Iterable[int]]) -> Counter[Pair]:
    """How often each pair met at these tables, of one session or of a whole season."""
    return Counter(pair for table in tables for pair in pairs_of(table))


def count_repeats(met: Mapping[Pair, int]) -> Counter[int]:
    """How often each player sat with somebody not for the first time."""
    repeats: Counter[int] = Counter()
    for pair, times in met.items():
        for player in pair:
            repeats[player] += max(0, times - 1)
    return repeats
