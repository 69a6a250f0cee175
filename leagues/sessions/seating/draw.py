"""What a draw starts from, and what it comes to."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from leagues.sessions.seating.sizes import DEFAULT_SIZES, TableSizes

Pair = tuple[int, int]
"""Two players' ids, the smaller one first."""


@dataclass(frozen=True, slots=True)
class DrawInput:
    """Who is to be seated, and what is known of them; players by id.

    players: everybody who waits for a seat. sizes: of the tables to be drawn. met: how often each
    pair sat at one table before. together, apart: pairs that wish to sit at one table, or must not;
    in either order.
    """

    players: Collection[int]
    sizes: TableSizes = DEFAULT_SIZES
    met: Mapping[Pair, int] = field(default_factory=dict)
    together: Collection[Pair] = ()
    apart: Collection[Pair] = ()


class Seating(NamedTuple):
    """Who sits where. tables: by size.

    unmet: wishes of people who are drawn and sit apart. broken: vetoes that no seating was found to
    respect.
    """

    tables: tuple[tuple[int, ...], ...]
    unmet: tuple[Pair, ...]
    broken: tuple[Pair, ...]


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


def seating_of(wanted: DrawInput, tables: tuple[tuple[int, ...], ...]) -> Seating:
    """These tables, with the wishes and vetoes of `wanted` that they do not respect."""
    here = {player for table in tables for player in table}
    seated: set[Pair] = {pair for table in tables for pair in pairs_of(table)}
    wishes = sorted({pair_of(*pair) for pair in wanted.together if here.issuperset(pair)})
    vetoes = {pair_of(*pair) for pair in wanted.apart}
    return Seating(
        tables=tables,
        unmet=tuple(pair for pair in wishes if pair not in seated and pair[0] != pair[1]),
        broken=tuple(sorted(seated & vetoes)),
    )
