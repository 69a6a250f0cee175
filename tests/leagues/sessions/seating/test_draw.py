"""What holds of every draw."""

import random
from collections.abc import Mapping

from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.sessions.seating.draw import (
    DrawInput,
    Pair,
    Seating,
    TableSizes,
    count_meetings,
    draw,
    pairs_of,
    table_sizes,
)

GOLDEN = ((6, 9, 3, 11), (4, 8, 10, 1), (2, 5, 7))
PLAYERS = st.sets(st.integers(1, 999), min_size=3, max_size=20)


@settings(max_examples=40)
@given(PLAYERS, st.integers(), st.data())
def test_everybody_sits_once_and_tables_have_their_sizes(
    players: set[int], seed: int, data: st.DataObject
) -> None:
    once = st.lists(st.sampled_from(sorted(players)), max_size=6)
    met = count_meetings(data.draw(st.lists(once, max_size=4)))
    seating = draw(DrawInput(players, met=met), seed)
    seated = [player for table in seating.tables for player in table]
    assert sorted(seated) == sorted(players)
    assert tuple(map(len, seating.tables)) == table_sizes(len(players), 3, 4, 6)


@settings(max_examples=40)
@given(PLAYERS, st.integers(0, 9))
def test_the_order_of_the_players_does_not_matter(players: set[int], seed: int) -> None:
    mixed = random.Random(seed).sample(sorted(players), len(players))
    assert draw(DrawInput(mixed), 5) == draw(DrawInput(sorted(players)), 5)


def test_the_same_seed_gives_the_same_seating_on_every_machine() -> None:
    wanted = DrawInput(range(1, 12), met=count_meetings([(1, 2, 3, 4), (5, 6, 7, 8)]))
    assert draw(wanted, 2024).tables == GOLDEN
    assert draw(wanted, 2025).tables != GOLDEN


def times_met(seating: Seating, met: Mapping[Pair, int]) -> set[int]:
    """How often those had met before who meet again."""
    return {met[pair] for table in seating.tables for pair in pairs_of(table) if met.get(pair)}


def test_people_who_met_do_not_meet_again_while_others_have_not() -> None:
    met = count_meetings([(1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16)])
    assert times_met(draw(DrawInput(range(1, 17), met=met), 1), met) == set()


def test_a_second_meeting_of_several_comes_before_a_third_of_one() -> None:
    """1 and 2 met twice, all others once: who must meet again, are the others."""
    met = count_meetings([(1, 2, 3, 4, 5, 6), (1, 2)])
    for seed in range(5):
        seating = draw(DrawInput(range(1, 7), TableSizes(3, 3, 3), met), seed)
        assert times_met(seating, met) == {1}


def test_who_has_had_repeats_is_spared_the_next() -> None:
    """Somebody must sit with 1 again; 2 met others twice already, 3 never did."""
    met = {(1, 2): 1, (1, 3): 1, (1, 4): 1, (2, 5): 2}
    for seed in range(5):
        tables = draw(DrawInput((1, 2, 3, 4), TableSizes(2, 2, 2), met), seed).tables
        assert not any({1, 2} <= {*table} for table in tables)
