"""Ratings of bots follow from the games that they won."""

from math import log10

import pytest

from bench.strength import Pairing, ratings


def test_who_wins_at_parity_is_as_strong() -> None:
    found = ratings({Pairing("new", "gap", 4): (100, 400)}, "gap")
    assert found == {"gap": 1000, "new": pytest.approx(1000, abs=1)}


def test_ten_to_one_between_two_is_four_hundred_points() -> None:
    found = ratings({Pairing("new", "gap", 2): (10_000, 11_000)}, "gap")
    assert found["new"] == pytest.approx(1400, abs=2)


def test_at_a_table_of_four_half_of_the_games_is_three_to_one() -> None:
    found = ratings({Pairing("new", "gap", 4): (5_000, 10_000)}, "gap")
    assert found["new"] == pytest.approx(1000 + 400 * log10(3), abs=2)


def test_results_against_several_are_weighed_together() -> None:
    wins = {
        Pairing("b", "gap", 2): (2_000, 3_000),
        Pairing("c", "b", 2): (2_000, 3_000),
        Pairing("c", "gap", 2): (2_400, 3_000),
    }
    found = ratings(wins, "gap")
    step = 400 * log10(2)
    assert found["b"] == pytest.approx(1000 + step, abs=3)
    assert found["c"] == pytest.approx(1000 + 2 * step, abs=3)


def test_who_never_won_has_a_rating_too() -> None:
    found = ratings({Pairing("random", "gap", 4): (0, 100)}, "gap")
    assert 0 < found["random"] < 700
