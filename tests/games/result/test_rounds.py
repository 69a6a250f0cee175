"""Who led after each round, how often the lead changed, and where it was decided."""

import pytest

from games.page.result_chart import (
    hardest_round,
    lead_changes,
    leaders_by_round,
    leads_since,
    totals_by_round,
)

# Heads of Ana, Bob and Chloé. Totals: 5 0 9, then 5 12 10, 25 13 10, 25 14 30.
ROUNDS = ((5, 0, 9), (0, 12, 1), (20, 1, 0), (0, 1, 20))
NOBODY_OUT = (None, None, None)


def test_totals_add_up() -> None:
    assert totals_by_round(ROUNDS) == [(5, 0, 9), (5, 12, 10), (25, 13, 10), (25, 14, 30)]


def test_the_lead_goes_to_the_fewest_heads() -> None:
    leaders = leaders_by_round(ROUNDS, NOBODY_OUT)
    assert leaders == [{1}, {0}, {2}, {1}]
    assert lead_changes(leaders) == 3
    assert leads_since(leaders, 1) == 4


def test_who_leads_from_the_first_round_on_leads_since_it() -> None:
    leaders = leaders_by_round(((1, 2), (3, 9), (4, 5)), (None, None))
    assert leads_since(leaders, 0) == 1
    assert lead_changes(leaders) == 0


def test_a_shared_lead_is_no_change_until_its_holder_falls_behind() -> None:
    # Level after the second round; Bob alone after the third.
    leaders = leaders_by_round(((1, 4), (3, 0), (5, 2)), (None, None))
    assert leaders == [{0}, {0, 1}, {1}]
    assert lead_changes(leaders) == 1
    assert leads_since(leaders, 1) == 2


def test_who_is_out_leads_no_more_whatever_the_heads() -> None:
    # Chloé is out in the second round with fewer heads than Ana has at the end.
    leaders = leaders_by_round(((5, 6, 0), (1, 2, 40), (50, 60, 0)), (None, 3, 2))
    assert leaders == [{2}, {0}, {0}]


def test_the_hardest_round_is_the_earliest_of_equal_ones() -> None:
    assert hardest_round(ROUNDS) == (3, 0, 20)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_game_of_one_round_was_led_from_it_on(seat: int) -> None:
    leaders = leaders_by_round(((7, 7),), (None, None))
    assert leads_since(leaders, seat) == 1
