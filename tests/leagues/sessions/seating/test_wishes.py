"""Who wishes to sit together, and who must not."""

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.sessions.seating.draw import DrawInput, Pair, TableSizes, count_meetings, draw

EIGHT = range(1, 9)
PAIRS = list(combinations(EIGHT, 2))


def test_a_wish_is_met_although_they_sit_together_every_time() -> None:
    met = {(2, 5): 40}
    seating = draw(DrawInput(EIGHT, met=met, together=[(5, 2)]), 0)
    assert any({2, 5} <= {*table} for table in seating.tables)
    assert seating.unmet == ()


def test_a_veto_outweighs_every_meeting() -> None:
    """All but 1 and 2 have met so often that only they would be new to each other."""
    met = dict.fromkeys(PAIRS, 50)
    del met[1, 2]
    for seed in range(5):
        seating = draw(DrawInput(EIGHT, TableSizes(4, 4, 4), met, apart=[(2, 1)]), seed)
        assert not any({1, 2} <= {*table} for table in seating.tables)
        assert seating.broken == ()


def test_a_veto_outweighs_a_wish() -> None:
    seating = draw(DrawInput(EIGHT, together=[(1, 2)], apart=[(1, 2)]), 0)
    assert seating.unmet == ((1, 2),)
    assert seating.broken == ()


def test_what_cannot_be_is_told() -> None:
    """Five wish to sit at one table of four; two may not sit together at the only table."""
    wishes = list(combinations((1, 2, 3, 4, 5), 2))
    seating = draw(DrawInput(EIGHT, TableSizes(4, 4, 4), together=wishes), 0)
    assert len(seating.unmet) == 4
    alone = draw(DrawInput((1, 2, 3), apart=[(3, 2)]), 0)
    assert alone.broken == ((2, 3),)


def test_wishes_of_those_who_are_not_here_do_not_count() -> None:
    seating = draw(DrawInput(EIGHT, together=[(1, 77), (3, 3)], apart=[(1, 78)]), 0)
    assert (seating.unmet, seating.broken) == ((), ())


def respected(tables: tuple[tuple[int, ...], ...], apart: set[Pair]) -> bool:
    return not apart & count_meetings(tables).keys()


@settings(max_examples=40)
@given(st.sets(st.sampled_from(PAIRS), max_size=16), st.integers(0, 3))
def test_vetoes_are_respected_whenever_they_can_be(apart: set[Pair], seed: int) -> None:
    can_be = any(
        respected((table, tuple({*EIGHT} - {*table})), apart) for table in combinations(EIGHT, 4)
    )
    seating = draw(DrawInput(EIGHT, TableSizes(4, 4, 4), apart=apart), seed)
    assert respected(seating.tables, apart) is can_be
    assert bool(seating.broken) is not can_be
