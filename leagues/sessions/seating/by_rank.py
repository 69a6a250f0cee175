"""Seating by rank: the first of the standings at the first table, the next at the second."""

import random
from collections.abc import Iterator, Sequence
from itertools import accumulate, combinations
from typing import NamedTuple

from leagues.sessions.seating.draw import (
    DrawInput,
    Seating,
    Weights,
    seating_of,
    table_sizes,
    weigh,
)

BAND = 3
"""From how many places on either side of a border players may change tables."""


class _Exchange(NamedTuple):
    """Who changes tables across a border, as places in the order from 0; as many down as up."""

    down: tuple[int, ...]
    up: tuple[int, ...]


class _Best(NamedTuple):
    """The best tables from the first down to a border; the smaller is the better one."""

    cost: int
    moved: int
    tables: tuple[tuple[int, ...], ...]


_NOBODY = _Exchange((), ())


def order_by_rank(wanted: DrawInput, ranked: Sequence[int], seed: int) -> list[int]:
    """Those who wait for a seat: in the order of the standings, then newcomers as the seed has it.

    ranked: players in the order of the standings, best first, also such as are not here.
    """
    waiting = set(wanted.players)
    known = [player for player in dict.fromkeys(ranked) if player in waiting]
    newcomers = sorted(waiting.difference(known))
    random.Random(seed).shuffle(newcomers)  # noqa: S311 (a draw that can be repeated, no secret)
    return known + newcomers


def seat_by_rank(wanted: DrawInput, ranked: Sequence[int], seed: int) -> Seating:
    """Seats for all who wait, each at a table of players near them in the standings.

    The players stand in the order of `order_by_rank`. The first table, of the size that
    `table_sizes` names first, is the home of the first of them, the second of the next, and so on.
    Between two tables that follow each other is a border. At each border as many players may go
    down as come up, all from the BAND places next to it and from these two tables; nobody crosses
    two. Of all these seatings the one is taken

    1. whose pairs cost the least as in every draw: vetoes before wishes before meetings;
    2. of these, in which the fewest players leave their home;
    3. of these, whose tables come first when their places are compared one by one.

    Exact, not a search: the same input and seed give the same seating. Raises ImpossibleSizes.
    """
    order = order_by_rank(wanted, ranked, seed)
    sizes = table_sizes(len(order), *wanted.sizes)
    places = _best_tables(sizes, weigh(order, wanted))
    return seating_of(wanted, tuple(tuple(order[place] for place in table) for table in places))


def _best_tables(sizes: Sequence[int], weights: Weights) -> tuple[tuple[int, ...], ...]:
    """The tables of places, from the first to the last.

    What happens below a border depends on what was exchanged across it alone: one best seating is
    kept for each exchange.
    """
    ends = list(accumulate(sizes))
    best = {_NOBODY: _Best(0, 0, ())}
    for table, (size, end) in enumerate(zip(sizes, ends, strict=True)):
        home = range(end - size, end)
        below = sizes[table + 1] if table + 1 < len(sizes) else 0
        found: dict[_Exchange, _Best] = {}
        for after in _exchanges(end, min(BAND, size, below)):
            found[after] = min(
                _with_table(so_far, _seated(home, before, after), len(after.up), weights)
                for before, so_far in best.items()
                if not set(before.up) & set(after.down)
            )
        best = found
    return best[_NOBODY].tables


def _exchanges(end: int, reach: int) -> Iterator[_Exchange]:
    """All exchanges across the border before place `end`, from `reach` places on either side."""
    for count in range(reach + 1):
        for down in combinations(range(end - reach, end), count):
            for up in combinations(range(end, end + reach), count):
                yield _Exchange(down, up)


def _seated(home: range, before: _Exchange, after: _Exchange) -> tuple[int, ...]:
    """The places of a table, ascending, after the exchanges across the borders before and after."""
    away = {*before.up, *after.down}
    return (*before.down, *(place for place in home if place not in away), *after.up)


def _with_table(so_far: _Best, table: tuple[int, ...], up: int, weights: Weights) -> _Best:
    cost = sum(weights[one][other] for one, other in combinations(table, 2))
    return _Best(so_far.cost + cost, so_far.moved + 2 * up, (*so_far.tables, table))
