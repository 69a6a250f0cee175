"""The reasons of a place: lines, arithmetic, neighbours."""

from fractions import Fraction

import pytest
from hypothesis import given

from leagues.season_rules import Preset, SeasonRules
from leagues.standings.scoring.comparison import Comparison, account_of, why
from leagues.standings.scoring.game_result import GameResult
from leagues.standings.scoring.table import Adjustment, standings
from leagues.standings.scoring.tiebreaks import Criterion
from tests.leagues.standings.scoring.any_season import (
    adjustments_of_seasons,
    rules_of_seasons,
    seasons,
)
from tests.leagues.standings.scoring.seasons import adjust, game, member, player

A, B, C = map(player, "abc")
SEASON = [
    game(3, 2, rounds=4, a=30, b=20, c=10),
    game(1, 1, rounds=6, a=10, b=10, c=40),
    game(2, 1, rounds=5, a=10, b=20, c=30, d=40),
]


def test_the_lines_are_the_games_in_the_order_of_play() -> None:
    lines = account_of(A, SEASON, SeasonRules()).lines
    assert [(line.game, line.session, line.size, line.place) for line in lines] == [
        (1, 1, 3, 1),
        (2, 1, 4, 1),
        (3, 2, 3, 3),
    ]
    assert [line.rank for line in lines] == [Fraction(3, 2), 1, 3]
    assert [line.worth for line in lines] == [75, 100, 0]
    assert [line.win for line in lines] == [Fraction(1, 2), 1, 0]
    assert [line.expected_heads for line in lines] == [20, 25, 20]
    assert [(line.heads, line.rounds) for line in lines] == [(10, 6), (10, 5), (30, 4)]


def test_a_dropped_game_is_listed_and_not_in_the_sum() -> None:
    account = account_of(A, SEASON, SeasonRules(drop_percent=34))
    assert [line.counts for line in account.lines] == [True, True, False]
    assert account.total == 175
    assert account.divisor == 2
    assert account.figure == Fraction(175, 2)


def test_adjustments_are_listed_and_added() -> None:
    points = [adjust("a", 3, 2), adjust("b", 9), adjust("a", -1, 1)]
    account = account_of(A, SEASON, SeasonRules(), points)
    assert account.adjustments == (adjust("a", -1, 1), adjust("a", 3, 2))
    assert account.figure == Fraction(175, 3) + 2
    assert account_of(A, SEASON, SeasonRules(), points, until=1).adjustments == (adjust("a", -1),)


def test_points_for_places_are_a_sum_and_have_no_divisor() -> None:
    account = account_of(A, SEASON, SeasonRules(preset=Preset.PLACEMENT))
    assert account.total == 22
    assert account.divisor is None
    assert account.figure == 22


def test_heads_are_not_turned_round() -> None:
    rules = SeasonRules(preset=Preset.TOTAL, fewest=3, preferred=3, most=3)
    account = account_of(A, SEASON, rules)
    assert [line.worth for line in account.lines] == [10, 10, 30]
    assert account.total == 50


def test_the_neighbours_come_with_what_decided() -> None:
    games = [game(1, a=10, b=20), game(2, a=30, b=15), game(3, c=1, d=2)]
    reasons = why(B, games, SeasonRules())
    assert reasons.standing.place == 2
    assert reasons.above == Comparison(C, Criterion.FIGURE, Fraction(50), Fraction(100))
    assert reasons.below == Comparison(A, Criterion.SHARE, Fraction(70, 75), Fraction(80, 75))


def test_with_a_level_neighbour_nothing_decided() -> None:
    reasons = why(A, [game(1, a=1, b=1)], SeasonRules())
    assert reasons.below == Comparison(B, None, None, None)


def test_the_first_the_last_and_those_of_another_kind_are_compared_with_nobody() -> None:
    rules = SeasonRules(min_games=2)
    games = [game(1, a=1, b=2), game(2, a=1, b=2), game(3, c=1, d=2)]
    assert why(A, games, rules).above is None
    assert why(B, games, rules).below is None
    assert why(C, games, rules).above is None
    assert why(player("d"), games, rules).below is None


def test_a_member_without_a_game_has_an_empty_account() -> None:
    account = why(C, SEASON[:0], SeasonRules(), roster=[member("c")]).account
    assert account.lines == ()
    assert account.divisor == 0
    assert account.figure == 0


def test_who_is_not_listed_has_no_reasons() -> None:
    with pytest.raises(LookupError):
        why(player("q"), SEASON, SeasonRules())


@given(seasons(), rules_of_seasons, adjustments_of_seasons)
def test_every_account_comes_out_at_the_figure_of_the_standings(
    season: list[GameResult], rules: SeasonRules, adjustments: list[Adjustment]
) -> None:
    for row in standings(season, rules, adjustments):
        account = account_of(row.player, season, rules, adjustments)
        assert account.figure == row.figure
        assert {line.game for line in account.lines if not line.counts} == set(row.dropped)
