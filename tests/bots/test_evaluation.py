"""What each action costs in many worlds: paired, repeatable, and right where it can be counted."""

import random
from statistics import fmean, stdev

import numpy as np

from games.bots.arena import Arena, Lineup
from games.bots.evaluation import is_weighed, weigh
from games.bots.levels import choose
from games.rules.actions import Action
from games.rules.engine import apply, new_game, view_for
from games.rules.options import Options
from games.rules.state import View
from tests.rules.builders import Game, dealer, position, row
from tests.support.worlds import heads_by_world


def test_a_card_that_takes_a_full_row_costs_more_than_one_that_does_not() -> None:
    rows = [row(11, 22, 33, 44, 55), row(60), row(70), row(80)]
    view = view_for(position(rows, [(56, 100), (90, 91)]), 0)
    heads = heads_by_world(view, list(view.actions), 500, np.random.PCG64(1))
    assert heads.shape == (2, 500)
    # 56 takes the full row of 5 + 5 + 5 + 5 + 7 heads, but where the other one did before.
    assert heads[0].max() >= 27
    assert heads[0].mean() > heads[1].mean()


def test_the_same_chance_gives_the_same_worlds() -> None:
    view = view_for(new_game(Options(), 4, dealer())[0], 1)
    first, second = (
        heads_by_world(view, list(view.actions), 50, np.random.PCG64(3)) for _ in range(2)
    )
    assert (first == second).all()


def test_each_row_that_a_low_card_may_take_costs_at_least_its_heads() -> None:
    game = Game(position([row(12), row(37, 55), row(43), row(58, 60)], [(5, 90), (99, 91)]))
    game.reveal(5, 99)
    view = view_for(game.state, 0)
    assert is_weighed(view)
    heads = heads_by_world(view, list(view.actions), 200, np.random.PCG64(2))
    assert heads.min(axis=1).tolist() == [1, 8, 1, 4]


def test_the_error_that_is_told_is_how_much_other_chance_changes() -> None:
    """Also where what is believed of the others is uncertain, as after plays of no model."""

    def now_and_then_at_random(view: View, level: str, rng: random.Random) -> Action:
        return choose(view, "random" if rng.random() > 0.85 else level, rng)

    lineup = Lineup(Options(max_rounds=1), ("gap", "careful", "careful", "gap"), 7)
    log = Arena(lineup, lambda: 0.0, now_and_then_at_random).play(0)
    state, _ = new_game(lineup.options, 4, lineup.dealer(0))
    for action in log:
        if state.round.turn == 8:
            break
        state, _ = apply(state, action, lineup.dealer(0))
    view = view_for(state, 0)
    found = [weigh(view, list(view.actions), 2_000, np.random.PCG64(seed)) for seed in range(20)]
    for at in range(len(view.actions)):
        spread = stdev(weighed[at].heads for weighed in found)
        told = fmean(weighed[at].error for weighed in found)
        # That of twenty is off by a sixth itself: here by three of these.
        assert spread < 1.5 * told
