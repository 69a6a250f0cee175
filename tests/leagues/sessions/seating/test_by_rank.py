"""Seating by rank, beside its definition worked out slowly: every seating is tried."""

import random
from collections.abc import Iterator, Sequence
from itertools import accumulate, combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.sessions.seating.by_rank import BAND, order_by_rank, seat_by_rank
from leagues.sessions.seating.draw import DrawInput, Pair, TableSizes, count_meetings, table_sizes

FOURS = TableSizes(4, 4, 4)

Tables = tuple[tuple[int, ...], ...]


def test_neighbours_in_the_standings_sit_together() -> None:
    ranked = [7, 3, 9, 1, 5, 2, 8, 4]
    seating = seat_by_rank(DrawInput(range(1, 10), FOURS._replace(most=5)), ranked, 1)
    assert seating.tables == ((7, 3, 9, 1, 5), (2, 8, 4, 6))


def test_who_has_met_changes_places_with_a_near_neighbour() -> None:
    """1 and 2 have met, as have 1 and 3 and 2 and 3: two of them go down, two come up."""
    met = count_meetings([(1, 2, 3, 4)])
    seating = seat_by_rank(DrawInput(range(1, 9), FOURS, met), range(1, 9), 0)
    assert seating.tables == ((1, 2, 5, 6), (3, 4, 7, 8))


def test_nobody_changes_places_over_more_than_the_band() -> None:
    """1 has met 2 to 4, and could sit with others only further down."""
    met = dict.fromkeys([(1, 2), (1, 3), (1, 4)], 1)
    seating = seat_by_rank(DrawInput(range(1, 13), FOURS, met), range(1, 13), 0)
    assert seating.tables == ((1, 5, 6, 7), (2, 3, 4, 8), (9, 10, 11, 12))
    assert BAND == 3


def test_a_veto_is_respected_and_a_wish_met_where_neighbours_allow_it() -> None:
    wanted = DrawInput(range(1, 13), FOURS, together=[(4, 6), (1, 12)], apart=[(2, 3)])
    seating = seat_by_rank(wanted, range(1, 13), 0)
    assert seating.tables == ((1, 2, 4, 6), (3, 5, 7, 8), (9, 10, 11, 12))
    assert (seating.unmet, seating.broken) == (((1, 12),), ())


def test_a_veto_that_cannot_be_respected_is_told() -> None:
    seating = seat_by_rank(DrawInput((1, 2, 3), apart=[(2, 1)]), (3, 2, 1), 0)
    assert (seating.tables, seating.broken) == (((3, 2, 1),), ((1, 2),))


def test_newcomers_come_last_in_an_order_that_the_seed_decides() -> None:
    wanted = DrawInput({11, 12, 13, 14, 15, 1, 2})
    orders = {tuple(order_by_rank(wanted, (2, 99, 1), seed)) for seed in range(20)}
    assert {order[:2] for order in orders} == {(2, 1)}
    assert len(orders) > 5
    mixed = DrawInput([15, 2, 13, 1, 14, 11, 12])
    assert order_by_rank(mixed, (2, 99, 1), 3) == order_by_rank(wanted, (2, 99, 1), 3)


PAIRS = list(combinations(range(1, 9), 2))
SOME_PAIRS = st.sets(st.sampled_from(PAIRS), max_size=8)


@settings(max_examples=50, deadline=None)
@given(
    st.permutations(range(1, 9)),
    st.sampled_from(
        [((2, 2, 2), 8), ((2, 2, 2), 6), ((2, 2, 3), 7), ((3, 3, 4), 7), ((4, 4, 4), 8)]
    ),
    st.dictionaries(st.sampled_from(PAIRS), st.integers(1, 3)),
    SOME_PAIRS,
    SOME_PAIRS,
)
def test_it_is_the_best_of_all_seatings_that_the_definition_allows(
    ranked: list[int],
    tables: tuple[tuple[int, int, int], int],
    met: dict[Pair, int],
    together: set[Pair],
    apart: set[Pair],
) -> None:
    bounds, count = tables
    order = ranked[:count]
    wanted = DrawInput(order, TableSizes(*bounds), met, together, apart)
    assert seat_by_rank(wanted, ranked, 0).tables == by_definition(order, wanted)


def by_definition(order: Sequence[int], wanted: DrawInput) -> Tables:
    """The best of all allowed seatings, by the words of docs/leagues.md."""
    sizes = table_sizes(len(order), *wanted.sizes)
    homes = [table for table, size in enumerate(sizes) for _seat in range(size)]
    allowed = (
        places for places in partitions(range(len(order)), sizes) if is_allowed(places, sizes)
    )

    def judged(places: Tables) -> tuple[int, int, Tables]:
        cost = sum(
            cost_of(order[one], order[other], wanted)
            for table in places
            for one, other in combinations(table, 2)
        )
        moved = sum(homes[place] != at for at, table in enumerate(places) for place in table)
        return cost, moved, places

    best = min(allowed, key=judged)
    return tuple(tuple(order[place] for place in table) for table in best)


def partitions(places: Sequence[int], sizes: Sequence[int]) -> Iterator[Tables]:
    if not sizes:
        yield ()
        return
    for table in combinations(places, sizes[0]):
        left = [place for place in places if place not in table]
        for rest in partitions(left, sizes[1:]):
            yield (table, *rest)


def is_allowed(tables: Tables, sizes: Sequence[int]) -> bool:
    """Whoever is not at home sits at the next table, and both places are near the border."""
    ends = list(accumulate(sizes))
    for at, table in enumerate(tables):
        for place in table:
            home = next(index for index, end in enumerate(ends) if place < end)
            if home == at:
                continue
            if abs(home - at) > 1:
                return False
            border = ends[min(home, at)]
            away = border - place if place < border else place - border + 1
            if away > min(BAND, sizes[home], sizes[at]):
                return False
    return True


def cost_of(one: int, other: int, wanted: DrawInput) -> int:
    """As every draw counts it: a veto, a wish, or meetings and repeats had so far."""
    pair = (min(one, other), max(one, other))
    if pair in wanted.apart:
        return 10**15
    if pair in wanted.together:
        return -(10**12)
    times = wanted.met.get(pair, 0)
    had = sum(
        (times - 1) * (who in known) for known, times in wanted.met.items() for who in (one, other)
    )
    return 1000 * times**3 + had if times else 0


@settings(max_examples=30, deadline=None)
@given(st.sets(st.integers(1, 999), min_size=2, max_size=60), st.integers(0, 99), st.data())
def test_the_order_of_the_players_does_not_matter(
    players: set[int], seed: int, data: st.DataObject
) -> None:
    ranked = data.draw(st.permutations(sorted(players)))[: len(players) // 2]
    mixed = random.Random(seed).sample(sorted(players), len(players))
    sizes = TableSizes(2, 4, 6)
    assert seat_by_rank(DrawInput(mixed, sizes), ranked, seed) == seat_by_rank(
        DrawInput(sorted(players), sizes), ranked, seed
    )
