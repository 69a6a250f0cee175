"""How many sit at each table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leagues.sessions.seating.draw import ImpossibleSizes, table_sizes


@pytest.mark.parametrize(
    ("count", "sizes"),
    [
        (0, ()),
        (3, (3,)),
        (5, (5,)),
        (6, (3, 3)),
        (7, (4, 3)),
        (9, (5, 4)),
        (10, (4, 3, 3)),
        (11, (4, 4, 3)),
        (17, (5, 4, 4, 4)),
        (24, (4,) * 6),
        (37, (5, *(4,) * 8)),
    ],
)
def test_tables_of_four_where_it_can_be(count: int, sizes: tuple[int, ...]) -> None:
    assert table_sizes(count, 3, 4, 6) == sizes


def test_of_two_that_are_equally_near_the_fewer_tables() -> None:
    """Not 3, 2, 2 where 3 is best, and not 4, 4, 4 where 5 is."""
    assert table_sizes(7, 2, 3, 4) == (4, 3)
    assert table_sizes(12, 4, 5, 6) == (6, 6)


@pytest.mark.parametrize(
    ("count", "sizes", "facts"),
    [
        (1, (2, 4, 10), {"least": 2}),
        (7, (4, 4, 4), {"fewer": 4, "more": 8}),
        (9, (5, 6, 8), {"fewer": 8, "more": 10}),
    ],
)
def test_what_cannot_be_seated_says_what_could(
    count: int, sizes: tuple[int, int, int], facts: dict[str, int]
) -> None:
    with pytest.raises(ImpossibleSizes) as refusal:
        table_sizes(count, *sizes)
    assert refusal.value.facts == facts


BOUNDS = st.lists(st.integers(2, 10), min_size=3, max_size=3).map(sorted)


@given(st.integers(0, 120), BOUNDS)
def test_tables_are_as_equal_as_can_be_and_within_bounds(count: int, bounds: list[int]) -> None:
    fewest, preferred, most = bounds
    try:
        sizes = table_sizes(count, fewest, preferred, most)
    except ImpossibleSizes as refusal:
        assert count < fewest or not any(
            fewest * tables <= count <= most * tables for tables in range(count)
        )
        for near in {*refusal.facts.values()} - {count}:
            assert sum(table_sizes(near, fewest, preferred, most)) == near
        return
    assert sum(sizes) == count
    assert all(fewest <= size <= most for size in sizes)
    assert list(sizes) == sorted(sizes, reverse=True)
    assert max(sizes, default=0) - min(sizes, default=0) <= 1
