"""Whatever the method and whoever comes: every draw of a season is legal."""

from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.sessions.seating.by_rank import seat_by_rank
from leagues.sessions.seating.draw import (
    DrawInput,
    Rounds,
    Seating,
    TableSizes,
    choose_byes,
    count_meetings,
    draw,
    most_seated,
)
from leagues.sessions.seating.final import seat_final

SIZES = st.lists(st.integers(2, 10), min_size=3, max_size=3).map(sorted)
EVENING = st.tuples(
    st.sets(st.integers(1, 16), min_size=10),
    st.sampled_from(("meetings", "rank", "final")),
    st.integers(0, 99),
)


def seated(seating: Seating) -> list[int]:
    return [player for table in seating.tables for player in table]


def drawn(wanted: DrawInput, ranked: list[int], method: str, seed: int) -> Seating:
    return seat_by_rank(wanted, ranked, seed) if method == "rank" else draw(wanted, seed)


@settings(max_examples=10, deadline=None)
@given(SIZES, st.lists(EVENING, min_size=1, max_size=4), st.permutations(range(1, 13)))
def test_every_draw_of_a_season_is_legal_and_byes_are_spread(
    bounds: list[int], evenings: list[tuple[set[int], str, int]], ranked: list[int]
) -> None:
    sizes = TableSizes(*bounds)
    met: Counter[tuple[int, int]] = Counter()
    before: dict[int, Rounds] = {player: Rounds() for player in range(1, 17)}
    for here, method, seed in evenings:
        out = choose_byes(here, sizes, before, seed)
        wanted = DrawInput(here.difference(out), sizes, met)
        if method == "final":
            wanted = DrawInput(here, sizes, met)
            finalists = max(sizes.fewest, min(sizes.most, 6))
            found = seat_final(wanted, ranked, finalists, seed, before)
            seating, out = found.seating, found.byes
            left = len(here) - finalists
            assert len(out) == left - most_seated(left, sizes)
            assert found == seat_final(wanted, ranked, finalists, seed, before)
            eligible = here.difference(seating.tables[0])
        else:
            seating = drawn(wanted, ranked, method, seed)
            assert len(out) == len(here) - most_seated(len(here), sizes)
            assert seating == drawn(wanted, ranked, method, seed)
            eligible = here
        assert sorted([*seated(seating), *out]) == sorted(here)
        assert all(sizes.fewest <= len(table) <= sizes.most for table in seating.tables)
        most = max((before[player].part_after for player in out), default=0)
        assert all(before[player].part_after >= most for player in eligible.difference(out))
        met += count_meetings(seating.tables)
        for player in here:
            were_here, were_out, _tonight = before[player]
            before[player] = Rounds(were_here + 1, were_out + (player in out))
