"""How the master decides: by belief, with the end of the game in view, and the same every time."""

import random
from collections.abc import Iterator
from itertools import count

import numpy as np
import pytest

from games.bots import master
from games.bots.evaluation import is_weighed
from games.bots.master import HEADS_OF_A_WIN, PARTS
from games.rules.actions import Action, ChooseCard, TakeRow
from games.rules.engine import new_game, view_for
from games.rules.options import Ending, Options
from games.rules.state import View
from tests.rules.builders import Game, dealer, position, row

ROWS = [row(12), row(37), row(43), row(58)]


def choose(view: View, seed: int = 1) -> Action:
    return master.choose(view, random.Random(seed), lambda: 0.0)


def test_it_does_not_take_a_row_of_many_heads() -> None:
    rows = [row(11, 22, 33, 44, 55), row(60), row(70), row(80)]
    state = position(rows, [(56, 57, 61), (58, 62, 90), (59, 72, 91)])
    assert choose(view_for(state, 0)) == ChooseCard(0, 61)


def test_it_takes_a_row_of_few_heads_with_a_low_card() -> None:
    game = Game(position([row(12), row(37, 55), row(43), row(58, 60)], [(5,), (99,)]))
    game.reveal(5, 99)
    taken = choose(view_for(game.state, 0))
    assert isinstance(taken, TakeRow)
    assert taken.row in (0, 2)


@pytest.mark.parametrize("players", [2, 4, 10])
def test_the_same_chance_gives_the_same_answer_at_every_stage(players: int) -> None:
    view = view_for(new_game(Options(), players, dealer())[0], 1)
    first, second = (list(master.stages(view, random.Random(5))) for _ in range(2))
    assert first == second
    assert 1 <= len(first) <= master.EFFORT.stages
    assert choose(view, 5) == first[-1]


@pytest.mark.parametrize("players", [2, 4, 6, 10])
def test_no_card_is_given_up_after_a_handful_of_worlds(players: int) -> None:
    view = view_for(new_game(Options(), players, dealer())[0], 1)
    # With 20 at a table of ten the choices of a round cost half a head more.
    assert master.EFFORT.worlds(view, len(view.actions)) >= 50


def test_when_the_time_is_over_it_answers_with_the_best_so_far() -> None:
    view = view_for(new_game(Options(), 4, dealer())[0], 1)
    # Each look at the clock is 80 ms later: two stages would take 160.
    ticks: Iterator[int] = count()
    found = master.choose(view, random.Random(5), lambda: next(ticks) * 0.080)
    assert found == next(master.stages(view, random.Random(5)))


def test_variants_it_does_not_know_are_played_as_by_the_careful_player() -> None:
    view = view_for(new_game(Options(flip=True), 4, dealer())[0], 1)
    assert not is_weighed(view)
    assert choose(view, 1) == choose(view, 2)


# --- What a world costs ---------------------------------------------------------------------


def costs(options: Options, before: list[int], taken: list[int]) -> float:
    """Heads that one world costs seat 0, after the totals and the heads of this round."""
    state = position(ROWS, [(14,)] * len(before), options=options)
    view = view_for(state, 0)._replace(totals=tuple(before))
    heads = np.array(taken, np.int16)[:, None, None]
    return float(master.costs_of(view, heads, 0)[0, 0]) / PARTS


def test_heads_are_what_counts_as_long_as_the_game_goes_on() -> None:
    assert costs(Options(), [20, 30], [7, 0]) == 7
    assert costs(Options(), [0, 0], [0, 12]) == 0


def test_in_the_last_round_whoever_wins_pays_nothing_more() -> None:
    assert costs(Options(), [40, 60], [7, 10]) == 7
    assert costs(Options(), [60, 40], [7, 10]) == 7 + HEADS_OF_A_WIN


def test_a_shared_win_is_half_of_one() -> None:
    assert costs(Options(), [60, 60], [10, 10]) == 10 + HEADS_OF_A_WIN / 2


def test_the_last_of_so_many_rounds_ends_the_game_below_the_limit() -> None:
    assert costs(Options(max_rounds=1), [3, 5], [0, 0]) == 0
    assert costs(Options(max_rounds=1), [5, 3], [0, 0]) == HEADS_OF_A_WIN


def test_whoever_is_eliminated_has_lost_and_the_others_play_on() -> None:
    options = Options(ending=Ending.ELIMINATION)
    assert costs(options, [60, 20, 20], [10, 0, 0]) == 10 + HEADS_OF_A_WIN
    # The two who are left are equal.
    assert costs(options, [20, 60, 20], [0, 10, 0]) == HEADS_OF_A_WIN / 2
    assert costs(options, [20, 60, 60], [0, 10, 10]) == 0
    # All pass: the lowest total among them wins.
    assert costs(options, [60, 61, 62], [8, 8, 8]) == 8
    # After the last round the lowest total of those who are left wins.
    assert costs(Options(ending=Ending.ELIMINATION, max_rounds=1), [20, 60, 21], [0, 10, 0]) == 0
