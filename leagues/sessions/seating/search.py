"""The draw of a session: weights for each pair, and a local search that swaps players."""

import random
from collections.abc import Sequence

from leagues.sessions.seating.draw import (
    DrawInput,
    Seating,
    count_repeats,
    pair_of,
    seating_of,
    table_sizes,
)

Weights = list[list[int]]
"""By two indexes; symmetric, 0 on the diagonal. The cost of a seating is the sum over its pairs."""

# One veto outweighs all wishes, one wish all meetings of a long season.
VETO = 10**15
WISH = -(10**12)
MEETING = 1000
MOST_MEETINGS = 99
MOST_BURDEN = 499

Tables = list[list[int]]

TRIES = 10
SWAPS_PER_PLAYER = 200
MEMORY = 10


def draw(wanted: DrawInput, seed: int) -> Seating:
    """Seats for all who wait: as many new meetings, and as few third ones, as are found.

    The same input and seed give the same seating, whatever the order of the players. Raises
    ImpossibleSizes.
    """
    waiting = sorted(set(wanted.players))
    sizes = table_sizes(len(waiting), *wanted.sizes)
    rng = random.Random(seed)  # noqa: S311 (a draw that can be repeated, no secret)
    found = search(weigh(waiting, wanted), sizes, rng)
    drawn = tuple(tuple(waiting[index] for index in table) for table in found)
    return seating_of(wanted, drawn)


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


def weigh(waiting: Sequence[int], wanted: DrawInput) -> Weights:
    """The weights of those who wait for a seat.

    A first meeting costs nothing; the next ones cost 1, 8, 27 ... meetings, so that two pairs meet
    twice before one meets three times. Among equal repeats it hits those who had the fewest.
    """
    met = [[wanted.met.get(pair_of(one, other), 0) for other in waiting] for one in waiting]
    repeats = count_repeats(wanted.met)
    burdens = [min(MOST_BURDEN, repeats[player]) for player in waiting]
    weights = [
        [_repeat(times, burden + other) for times, other in zip(row, burdens, strict=True)]
        for row, burden in zip(met, burdens, strict=True)
    ]
    index = {player: at for at, player in enumerate(waiting)}
    for pairs, weight in ((wanted.together, WISH), (wanted.apart, VETO)):
        for one, other in pairs:
            if one != other and one in index and other in index:
                weights[index[one]][index[other]] = weights[index[other]][index[one]] = weight
    return weights


def _repeat(times: int, burden: int) -> int:
    return MEETING * min(times, MOST_MEETINGS) ** 3 + burden if times else 0
