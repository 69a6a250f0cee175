"""A final of the best: who plays it, and where the others sit."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from leagues.sessions.seating.by_rank import order_by_rank, seat_by_rank
from leagues.sessions.seating.draw import (
    DrawInput,
    ImpossibleSizes,
    Rounds,
    Seating,
    choose_byes,
    draw,
    seating_of,
    table_sizes,
)


class FinalSeating(NamedTuple):
    """A final and the tables beside it.

    seating: the tables of the final first. final_tables: how many these are. byes: who sits out
    although the others are seated, since they make no tables.
    """

    seating: Seating
    final_tables: int
    byes: tuple[int, ...]


def seat_final(
    wanted: DrawInput,
    ranked: Sequence[int],
    finalists: int,
    seed: int,
    before: Mapping[int, Rounds] | None = None,
    *,
    in_snake_order: bool = False,
) -> FinalSeating:
    """The final of the best so many who are here, and tables for the others.

    The best are the first of `order_by_rank`; all who are here where they are fewer. They sit at
    one table where its size is allowed, otherwise at several by rank, the best at the first; in
    snake order at tables of the usual sizes, whatever the wishes. The others are drawn; of those
    who make no tables `choose_byes` says who sits out, all where they are too few. Wishes between
    the two parts are unmet. Raises ImpossibleSizes where the finalists make no table.
    """
    order = order_by_rank(wanted, ranked, seed)
    best, rest = order[:finalists], order[finalists:]
    tables: tuple[tuple[int, ...], ...]
    if in_snake_order:
        tables = _snake(best, table_sizes(len(best), *wanted.sizes))
    elif wanted.sizes.fewest <= len(best) <= wanted.sizes.most:
        tables = (tuple(best),)
    else:
        tables = seat_by_rank(replace(wanted, players=best), order, seed).tables
    try:
        out = choose_byes(rest, wanted.sizes, before or {}, seed)
    except ImpossibleSizes:
        out = tuple(sorted(rest))
    beside = draw(replace(wanted, players=set(rest).difference(out)), seed).tables
    return FinalSeating(seating_of(wanted, (*tables, *beside)), len(tables), out)


def _snake(order: Sequence[int], sizes: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Players from the first table to the last, back to the first, and again; none at a full one.

    sizes: of the tables, greatest first; together as many as there are players.
    """
    tables: list[list[int]] = [[] for _size in sizes]
    left = iter(order)
    for line in range(max(sizes, default=0)):
        free = [table for table, size in zip(tables, sizes, strict=True) if line < size]
        for table in reversed(free) if line % 2 else free:
            table.append(next(left))
    return tuple(map(tuple, tables))
