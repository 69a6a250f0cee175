"""What a game is worth, and what a season makes of it, under each preset."""

from leagues.season_rules import Preset, SeasonRules
from tests.leagues.standings.scoring.seasons import game, table


def test_index_gives_100_to_the_first_0_to_the_last_and_even_steps_between() -> None:
    assert table([game(1, a=5, b=10, c=20, d=40, e=80)]) == [
        "1 a 100 -",
        "2 b 75 figure",
        "3 c 50 figure",
        "4 d 25 figure",
        "5 e 0 figure",
    ]


def test_index_of_two_is_all_or_nothing() -> None:
    assert table([game(1, a=5, b=10)]) == ["1 a 100 -", "2 b 0 figure"]


def test_index_of_a_shared_rank_lies_in_the_middle() -> None:
    assert table([game(1, a=5, b=5, c=20, d=40)]) == [
        "1 a 250/3 -",
        "1 b 250/3 -",
        "3 c 100/3 figure",
        "4 d 0 figure",
    ]


def test_index_is_the_mean_over_games_of_mixed_sizes() -> None:
    games = [game(1, a=5, b=10), game(2, a=50, b=10, c=20), game(3, a=20, b=30, c=10, d=70)]
    assert table(games) == [
        "1 c 75 -",  # (50 + 100) / 2
        "2 a 500/9 figure",  # (100 + 0 + 200/3) / 3
        "3 b 400/9 figure",  # (0 + 100 + 100/3) / 3
        "4 d 0 figure",
    ]


def test_a_bot_that_is_ranked_takes_its_place_but_has_no_row() -> None:
    assert table([game(1, z=1, a=5, b=10)]) == ["1 a 50 -", "2 b 0 figure"]


def test_best_looks_at_the_best_games_only() -> None:
    games = [game(1, a=1, b=9), game(2, a=9, b=1), game(3, a=1, b=9), game(4, b=1, c=9)]
    assert table(games, SeasonRules(preset=Preset.BEST, best_of=2)) == [
        "1 a 100 -",
        "2 b 100 head_to_head",
        "3 c 0 figure",
    ]


def test_best_of_fewer_games_than_that_is_the_mean_of_them() -> None:
    games = [game(1, a=1, b=9), game(2, a=9, b=1)]
    assert table(games, SeasonRules(preset=Preset.BEST, best_of=9)) == ["1 a 50 -", "1 b 50 -"]


def test_total_is_heads_for_each_game_fewest_first() -> None:
    games = [game(1, a=10, b=20, c=67), game(2, a=70, b=11, c=6)]
    rules = SeasonRules(preset=Preset.TOTAL, fewest=3, preferred=3, most=3)
    assert table(games, rules) == ["1 b 31/2 -", "2 c 73/2 figure", "3 a 40 figure"]


def test_placement_adds_up_the_points_of_places() -> None:
    games = [game(1, a=1, b=2, c=3), game(2, a=1, c=3), game(3, b=1, c=2)]
    rules = SeasonRules(preset=Preset.PLACEMENT, placement=(5, 3, 1))
    assert table(games, rules) == ["1 a 10 -", "2 b 8 figure", "3 c 7 figure"]


def test_those_who_share_a_place_share_the_points_of_the_places_they_fill() -> None:
    rules = SeasonRules(preset=Preset.PLACEMENT, placement=(5, 3, 1))
    assert table([game(1, a=1, b=1, c=1, d=4)], rules) == [
        "1 a 3 -",
        "1 b 3 -",
        "1 c 3 -",
        "4 d 0 figure",
    ]


def test_who_shares_a_place_with_a_bot_has_half_of_the_points() -> None:
    rules = SeasonRules(preset=Preset.PLACEMENT, placement=(5, 2))
    assert table([game(1, z=1, a=1, b=4)], rules) == ["1 a 7/2 -", "2 b 0 figure"]


def test_weights_mix_index_win_presence_and_heads() -> None:
    rules = SeasonRules(
        preset=Preset.WEIGHTS, weight_index=10, weight_win=4, weight_presence=2, weight_heads=-1
    )
    assert table([game(1, a=3, b=3, c=20), game(2, a=7, b=5)], rules) == [
        "1 b 43/4 -",  # (7.5 + 4 + 2 - 3) + (10 + 4 + 2 - 5), halved
        "2 a 11/4 figure",  # (7.5 + 4 + 2 - 3) + (0 + 0 + 2 - 7), halved
        "3 c -18 figure",
    ]
