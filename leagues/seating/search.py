"""The draw of an evening."""

import random

from leagues.seating.evening import Evening, Seating
from leagues.seating.meetings import Pair, pair_of, pairs_of
from leagues.seating.sizes import table_sizes
from leagues.seating.swaps import search
from leagues.seating.weights import weigh


def draw(evening: Evening, seed: int) -> Seating:
    """Seats for all who wait: as many new meetings, and as few third ones, as are found.

    The same evening and seed give the same seating, whatever the order of the players. Raises
    ImpossibleSizes.
    """
    waiting = sorted(set(evening.players))
    sizes = table_sizes(len(waiting), *evening.sizes)
    rng = random.Random(seed)  # noqa: S311 (a draw that can be repeated, no secret)
    found = search(weigh(waiting, evening), sizes, rng)
    drawn = tuple(tuple(waiting[index] for index in table) for table in found)
    return _seating(evening, drawn)


def _seating(evening: Evening, tables: tuple[tuple[int, ...], ...]) -> Seating:
    here = set(evening.players)
    seated: list[Pair] = [pair for table in tables for pair in pairs_of(table)]
    wishes = sorted({pair_of(*pair) for pair in evening.together if here.issuperset(pair)})
    vetoes = {pair_of(*pair) for pair in evening.apart}
    return Seating(
        tables=tables,
        unmet=tuple(pair for pair in wishes if pair not in seated and pair[0] != pair[1]),
        broken=tuple(sorted(pair for pair in seated if pair in vetoes)),
    )
