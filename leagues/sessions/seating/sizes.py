"""How many sit at each table."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple


class TableSizes(NamedTuple):
    """Players at a table: at least, best, at most (2 <= fewest <= preferred <= most)."""

    fewest: int = 3
    preferred: int = 4
    most: int = 6


DEFAULT_SIZES = TableSizes()


class SizeCode(StrEnum):
    """Why nobody can be seated. The value is stable."""

    TOO_FEW = "too_few"  # least
    NO_SIZES = "no_sizes"  # fewer, more: the nearest numbers of players that fit


class ImpossibleSizes(ValueError):
    """So many players make no tables of these sizes; `facts` has what a message needs."""

    def __init__(self, code: SizeCode, facts: Mapping[str, int]) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts


def table_sizes(count: int, fewest: int, preferred: int, most: int) -> tuple[int, ...]:
    """The sizes of the tables for so many players, greatest first; () for nobody.

    They differ by one at most. Of the possible numbers of tables the one by which the fewest
    players, farther ones counting more, sit at another than the preferred size; of equals the
    smallest. Raises ImpossibleSizes.
    """
    if count == 0:
        return ()
    if count < fewest:
        raise ImpossibleSizes(SizeCode.TOO_FEW, {"least": fewest})
    tables = range(-(-count // most), count // fewest + 1)
    if not tables:
        fewer = count // most * most
        more = (count // most + 1) * fewest
        raise ImpossibleSizes(SizeCode.NO_SIZES, {"fewer": fewer, "more": more})
    shared = (_share(count, number) for number in tables)
    return min(shared, key=lambda sizes: sum(size * (size - preferred) ** 2 for size in sizes))


def most_seated(count: int, sizes: TableSizes) -> int:
    """How many of so many players can be seated at once; 0 where they make no table."""
    tables = count // sizes.fewest
    return min(count, tables * sizes.most)


def _share(count: int, tables: int) -> tuple[int, ...]:
    """So many players at so many tables, as equally as can be."""
    size, one_more = divmod(count, tables)
    return (size + 1,) * one_more + (size,) * (tables - one_more)
