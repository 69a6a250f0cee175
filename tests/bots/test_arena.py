"""Simulated games: fair seats, and numbers that add up."""

from itertools import count
from math import sqrt

import pytest

from games.bots.arena import Arena, Lineup, Tally
from games.rules.engine import apply, new_game
from games.rules.options import Ending, Options


def arena(levels: str, games: int, options: Options | None = None) -> Arena:
    """An arena after so many games; its clock ticks once a look."""
    ticks = count()
    played = Arena(
        Lineup(options or Options(), tuple(levels.split()), seed=1), lambda: float(next(ticks))
    )
    for game in range(games):
        played.play(game)
    return played


def test_everybody_sits_everywhere() -> None:
    lineup = Lineup(Options(), ("gap", "random", "random"), seed=1)

    assert [lineup.seated(game) for game in range(4)] == [
        (0, 1, 2),
        (2, 0, 1),
        (1, 2, 0),
        (0, 1, 2),
    ]


def test_the_wins_of_all_levels_are_the_games() -> None:
    tallies = arena("gap random gap", games=12).tallies

    assert sum(sum(tally.wins) for tally in tallies.values()) == pytest.approx(12)
    assert [tally.players for tally in tallies.values()] == [2, 1]
    shares = [tally.win_rate * tally.players for tally in tallies.values()]
    assert sum(shares) == pytest.approx(1)


def test_a_level_against_itself_wins_its_part_exactly() -> None:
    tally = arena("random random", games=5).tallies["random"]

    assert tally.win_rate == pytest.approx(0.5)
    assert tally.win_margin == pytest.approx(0)


def test_the_margin_is_that_of_its_formula() -> None:
    tally = Tally(players=2, wins=[1.0, 0.0, 0.5, 0.5])

    assert tally.win_rate == 0.25
    assert tally.win_margin == pytest.approx(1.96 * sqrt(0.5 / 3) / (2 * sqrt(4)))
    assert Tally(players=2, wins=[1.0]).win_margin is None


def test_heads_are_counted_for_the_rounds_a_player_was_in() -> None:
    options = Options(ending=Ending.ELIMINATION, limit=20)
    lineup = Lineup(options, ("random",) * 4, seed=1)
    state, _ = new_game(options, 4, lineup.dealer(0))
    for action in Arena(lineup, lambda: 0.0).play(0):
        state, _ = apply(state, action, lineup.dealer(0))
    rounds = sum(out or len(state.round_scores) for out in state.eliminated_in)

    tally = arena("random random random random", games=1, options=options).tallies["random"]

    assert (tally.heads, tally.rounds) == (sum(state.totals), rounds)


def test_each_choice_is_timed() -> None:
    tally = arena("gap gap", games=1, options=Options(max_rounds=1)).tallies["gap"]

    assert tally.choices >= 20
    assert tally.ms_per_choice == 1000


def test_the_gap_player_beats_the_random_one() -> None:
    tallies = arena("gap random random random", games=40).tallies

    assert tallies["gap"].win_rate > 0.6
    assert tallies["gap"].heads_per_round < tallies["random"].heads_per_round
