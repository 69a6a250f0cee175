"""Local search: two players at two tables change places as long as it pays."""

import random
from collections.abc import Sequence

from leagues.seating.weights import Weights

Tables = list[list[int]]

TRIES = 10
SWAPS_PER_PLAYER = 200
MEMORY = 10


def search(weights: Weights, sizes: Sequence[int], rng: random.Random) -> Tables:
    """Tables of these sizes with the lowest cost found; who sits there by index into the weights.

    The best of ten tries from places dealt at random; ends early when no seating could cost less.
    The number of swaps tried is fixed, and only `rng.random()` and whole numbers decide: the same
    arguments give the same tables on every machine.
    """
    best: Tables = []
    lowest: int | None = None
    floor = _floor(weights)
    for _try in range(TRIES):
        tables = _deal(len(weights), sizes, rng)
        cost = _improve(tables, weights, floor, rng)
        if lowest is None or cost < lowest:
            best, lowest = tables, cost
        if lowest == floor:
            break
    return best


def cost_of(tables: Tables, weights: Weights) -> int:
    """The sum of the weights over all pairs of all tables."""
    return sum(weights[one][other] for table in tables for one in table for other in table) // 2


def _floor(weights: Weights) -> int:
    """What no seating costs less than: every wish met, nobody again."""
    return sum(min(0, weight) for row in weights for weight in row) // 2


def _deal(count: int, sizes: Sequence[int], rng: random.Random) -> Tables:
    """Everybody at a table, each place as likely as the other."""
    left = list(range(count))
    return [[left.pop(int(rng.random() * len(left))) for _ in range(size)] for size in sizes]


def _improve(tables: Tables, weights: Weights, floor: int, rng: random.Random) -> int:
    """Swap places in `tables` and leave the best seating met there; its cost.

    Late acceptance (Burke and Bykov): a swap is made unless it costs more than what the seating
    cost ten swaps ago. That walks over the wide plains of equal cost that seatings have.
    """
    cost = cost_of(tables, weights)
    lowest, best = cost, [list(table) for table in tables]
    memory = [cost] * MEMORY
    swaps = SWAPS_PER_PLAYER * len(weights) if len(tables) > 1 else 0
    for swap in range(swaps):
        if lowest == floor:
            break
        here, there = _two_of(tables, rng)
        at, to = int(rng.random() * len(here)), int(rng.random() * len(there))
        changed = cost + _difference(here, there, here[at], there[to], weights)
        if changed <= cost or changed <= memory[swap % MEMORY]:
            here[at], there[to] = there[to], here[at]
            cost = changed
            if cost < lowest:
                lowest, best = cost, [list(table) for table in tables]
        memory[swap % MEMORY] = cost
    tables[:] = best
    return lowest


def _two_of(tables: Tables, rng: random.Random) -> tuple[list[int], list[int]]:
    """Two different tables."""
    one = int(rng.random() * len(tables))
    other = int(rng.random() * (len(tables) - 1))
    return tables[one], tables[other + (other >= one)]


def _difference(here: list[int], there: list[int], one: int, other: int, weights: Weights) -> int:
    """What it costs more when `one`, who sits here, and `other`, who sits there, change places."""
    of_one, of_other = weights[one], weights[other]
    difference = -2 * of_one[other]
    for player in here:
        difference += of_other[player] - of_one[player]
    for player in there:
        difference += of_one[player] - of_other[player]
    return difference
