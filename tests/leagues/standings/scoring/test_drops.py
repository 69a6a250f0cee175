"""Games that do not count: the worst part of a season, rounded down."""

from fractions import Fraction

import pytest

from leagues.season_rules import Preset, SeasonRules
from leagues.standings.scoring.table import standings
from tests.leagues.standings.scoring.seasons import game, row_of

FIVE = [
    game(1, a=10, b=20, c=30),  # a is first
    game(2, a=30, b=20, c=10),  # last
    game(3, a=20, b=10, c=30),  # second
    game(4, a=30, b=10, c=20),  # last
    game(5, a=10, b=30, c=20),  # first
]


@pytest.mark.parametrize(
    ("percent", "dropped"), [(0, ()), (19, ()), (20, (2,)), (39, (2,)), (40, (2, 4)), (50, (2, 4))]
)
def test_the_worst_games_are_dropped_the_oldest_of_equals_first(
    percent: int, dropped: tuple[int, ...]
) -> None:
    assert row_of("a", standings(FIVE, SeasonRules(drop_percent=percent))).tally.dropped == dropped


def test_the_oldest_is_that_of_the_first_session_whatever_its_number() -> None:
    games = [game(7, 1, a=2, b=1), game(3, 2, a=2, b=1)]
    assert row_of("a", standings(games, SeasonRules(drop_percent=50))).tally.dropped == (7,)


def test_a_dropped_game_counts_neither_in_the_figure_nor_in_share_and_wins() -> None:
    row = row_of("a", standings(FIVE, SeasonRules(drop_percent=40)))
    assert row.figure == Fraction(250, 3)
    assert row.share == Fraction(40, 60)
    assert row.wins_per_game == Fraction(2, 3)
    assert (row.tally.games, row.tally.counted, row.tally.heads, row.tally.rounds) == (
        5,
        3,
        100,
        25,
    )


def test_the_worst_under_the_total_has_the_most_heads() -> None:
    rules = SeasonRules(preset=Preset.TOTAL, drop_percent=20, fewest=3, preferred=3, most=3)
    row = row_of("b", standings(FIVE, rules))
    assert row.tally.dropped == (5,)
    assert row.figure == 15


def test_best_drops_whatever_is_beyond_the_best() -> None:
    row = row_of("a", standings(FIVE, SeasonRules(preset=Preset.BEST, best_of=2)))
    assert row.figure == 100
    assert row.tally.dropped == (2, 4, 3)


def test_best_never_counts_what_the_drop_takes() -> None:
    rules = SeasonRules(preset=Preset.BEST, best_of=4, drop_percent=40)
    row = row_of("a", standings(FIVE, rules))
    assert (row.tally.counted, row.tally.dropped) == (3, (2, 4))
