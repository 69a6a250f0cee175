"""How the figure of a player comes about: games and arithmetic."""

from fractions import Fraction

from hypothesis import given

from leagues.season_rules import Preset, SeasonRules
from leagues.standings.scoring.reasons import account_of
from leagues.standings.scoring.table import PointAdjustment
from leagues.standings.scoring.tally import UNIT, GameResult, points_of
from tests.leagues.standings.scoring.any_season import (
    adjustments_of_seasons,
    rules_of_seasons,
    seasons,
)
from tests.leagues.standings.scoring.seasons import adjust, game, player, standings

A, C = map(player, "ac")
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
    assert [line.value for line in lines] == [75 * UNIT, 100 * UNIT, 0]
    assert [Fraction(line.win, UNIT) for line in lines] == [Fraction(1, 2), 1, 0]
    assert [line.expected_heads for line in lines] == [20 * UNIT, 25 * UNIT, 20 * UNIT]
    assert [line.heads for line in lines] == [10, 10, 30]


def test_a_dropped_game_is_listed_and_not_in_the_sum() -> None:
    account = account_of(A, SEASON, SeasonRules(drop_percent=34))
    assert [line.game for line in account.lines if line in account.dropped] == [3]
    assert account.tally.value == 175 * UNIT
    assert account.tally.counted == 2
    assert account.figure == Fraction(175, 2)


def test_adjustments_of_others_are_not_added() -> None:
    points = [adjust("a", 3, 2), adjust("b", 9), adjust("a", -1, 1)]
    account = account_of(A, SEASON, SeasonRules(), points)
    assert account.points == 2
    assert account.figure == Fraction(175, 3) + 2


def test_points_for_places_are_a_sum() -> None:
    account = account_of(A, SEASON, SeasonRules(preset=Preset.PLACEMENT))
    assert account.figure == 22


def test_heads_are_not_turned_round() -> None:
    rules = SeasonRules(preset=Preset.TOTAL, fewest=3, preferred=3, most=3)
    account = account_of(A, SEASON, rules)
    worth = [points_of(line.value, Preset.TOTAL) for line in account.lines]
    assert worth == [10, 10, 30]
    assert account.figure == Fraction(50, 3)


def test_a_member_without_a_game_has_an_empty_account() -> None:
    account = account_of(C, SEASON[:0], SeasonRules())
    assert account.lines == []
    assert account.tally.counted == 0
    assert account.figure == 0


@given(seasons(), rules_of_seasons, adjustments_of_seasons)
def test_every_account_comes_out_at_the_figure_of_the_standings(
    season: list[GameResult], rules: SeasonRules, adjustments: list[PointAdjustment]
) -> None:
    for row in standings(season, rules, adjustments):
        account = account_of(row.player, season, rules, adjustments)
        assert account.figure == row.figure
        assert {line.game for line in account.dropped} == set(row.tally.dropped)
