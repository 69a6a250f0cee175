"""Whole seasons drawn one evening after the other: everybody meets everybody."""

from collections import Counter

import pytest

from leagues.sessions.seating.draw import DrawInput, Seating, count_meetings, draw
from tests.support.seasons import draw_season


def meetings(seatings: tuple[Seating, ...]) -> Counter[int]:
    """How many pairs met once, twice, and so on."""
    return Counter(count_meetings(t for seating in seatings for t in seating.tables).values())


@pytest.mark.parametrize("seed", range(5))
def test_of_24_over_five_sessions_hardly_a_pair_meets_twice(seed: int) -> None:
    met = meetings(draw_season(DrawInput(range(24)), 5, seed))
    assert met[2] <= 3
    assert set(met) <= {1, 2}


@pytest.mark.parametrize("seed", range(5))
def test_of_37_over_six_sessions_no_pair_meets_twice(seed: int) -> None:
    assert set(meetings(draw_season(DrawInput(range(37)), 6, seed))) == {1}


def test_meetings_stay_balanced_when_all_have_met() -> None:
    """Eight players at two tables: 12 of 28 pairs meet in each session."""
    seatings = draw_season(DrawInput(range(8)), 14, 3)
    met = count_meetings(table for seating in seatings for table in seating.tables)
    assert len(met) == 28
    assert max(met.values()) - min(met.values()) <= 2


def test_a_season_is_its_sessions_drawn_one_by_one() -> None:
    season = draw_season(DrawInput(range(9), met={(0, 1): 2}), 2, 8)
    first = draw(DrawInput(range(9), met={(0, 1): 2}), 8)
    met = Counter({(0, 1): 2}) + count_meetings(first.tables)
    assert season == (first, draw(DrawInput(range(9), met=met), 9))
