"""The draw of a session: table sizes, who sits out, and a search for tables of new meetings."""

import random
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import NamedTuple

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


class TableSizes(NamedTuple):
    """Players at a table: at least, best, at most (2 <= fewest <= preferred <= most)."""

    fewest: int = 3
    preferred: int = 4
    most: int = 6


DEFAULT_SIZES = TableSizes()


class ImpossibleSizes(ValueError):
    """So many players make no tables of these sizes; `facts` has what a message needs.

    least: how many are needed, where there are too few; else fewer, more: the nearest numbers of
    players that fit.
    """

    def __init__(self, **facts: int) -> None:
        super().__init__(facts)
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
        raise ImpossibleSizes(least=fewest)
    tables = range(-(-count // most), count // fewest + 1)
    if not tables:
        fewer = count // most * most
        more = (count // most + 1) * fewest
        raise ImpossibleSizes(fewer=fewer, more=more)
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


class Rounds(NamedTuple):
    """At how many rounds of a season somebody was here, and in how many of them they sat out.

    out_tonight: of these, those of the present session.
    """

    here: int = 0
    out: int = 0
    out_tonight: int = 0

    @property
    def part_after(self) -> Fraction:
        """The part of their rounds that they would have sat out if they sat out the next one."""
        return Fraction(self.out + 1, self.here + 1)


def choose_byes(
    players: Collection[int], sizes: TableSizes, before: Mapping[int, Rounds], seed: int
) -> tuple[int, ...]:
    """Those who sit out so that the others make tables: as few as can be, ascending.

    before: the rounds of each; none where a player is missing. Who would then have sat out the
    smallest part of their rounds comes first, but nobody twice in a session before all others who
    are here; of equals the seed decides. Raises ImpossibleSizes where there are too few for one
    table.
    """
    waiting = sorted(set(players))
    seated = most_seated(len(waiting), sizes)
    if waiting and not seated:
        raise ImpossibleSizes(least=sizes.fewest)
    random.Random(seed).shuffle(waiting)  # noqa: S311 (a draw that can be repeated, no secret)
    rounds = {player: before.get(player, Rounds()) for player in waiting}
    waiting.sort(key=lambda player: (rounds[player].out_tonight, rounds[player].part_after))
    return tuple(sorted(waiting[: len(waiting) - seated]))


# --- The search ------------------------------------------------------------------------


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
