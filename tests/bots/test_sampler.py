"""How the sampler decides: the same in the same position, and the best so far when time is up."""

import random
from collections.abc import Iterator
from itertools import count

import pytest

from bench.bots import choose_for
from games.bots import sampler
from games.bots.arena import Arena, Lineup
from games.bots.evaluation import is_weighed
from games.rules.actions import ChooseCard, TakeRow
from games.rules.engine import apply, new_game, view_for
from games.rules.options import Options
from tests.rules.builders import Game, dealer, position, row


def never() -> float:
    """A clock that stands still."""
    return 0.0


def choose(view: object, seed: int = 1) -> object:
    return sampler.choose(view, random.Random(seed), never)  # type: ignore[arg-type]


def test_it_does_not_take_a_row_of_many_heads() -> None:
    rows = [row(11, 22, 33, 44, 55), row(60), row(70), row(80)]
    state = position(rows, [(56, 57, 61), (58, 62, 90), (59, 72, 91)])
    assert choose(view_for(state, 0)) == ChooseCard(0, 61)


def test_it_takes_the_row_that_costs_least_over_the_round() -> None:
    game = Game(position([row(12), row(37, 55), row(43), row(58, 60)], [(5,), (99,)]))
    game.reveal(5, 99)
    taken = choose(view_for(game.state, 0))
    assert isinstance(taken, TakeRow)
    assert taken.row in (0, 2)


def test_with_one_card_there_is_nothing_to_think_about() -> None:
    view = view_for(position([row(12), row(37), row(43), row(58)], [(5,), (99,)]), 0)
    assert not is_weighed(view)
    assert choose(view) == ChooseCard(0, 5)


@pytest.mark.parametrize("players", [2, 4, 10])
def test_the_same_chance_gives_the_same_answer_at_every_stage(players: int) -> None:
    view = view_for(new_game(Options(), players, dealer())[0], 1)
    first, second = (list(sampler.stages(view, random.Random(5))) for _ in range(2))
    assert first == second
    assert 1 <= len(first) <= sampler.EFFORT.stages
    assert choose(view, 5) == first[-1]


def test_when_the_time_is_over_it_answers_with_the_best_so_far() -> None:
    view = view_for(new_game(Options(), 4, dealer())[0], 1)
    # Each look at the clock is 15 ms later: the first stage ends after 15, two would take 30.
    ticks: Iterator[int] = count()
    found = sampler.choose(view, random.Random(5), lambda: next(ticks) * 0.015)
    assert found == next(sampler.stages(view, random.Random(5)))
    assert next(ticks) == 2


def test_variants_it_does_not_know_are_played_as_by_the_careful_player() -> None:
    view = view_for(new_game(Options(flip=True), 4, dealer())[0], 1)
    assert not is_weighed(view)
    assert choose(view, 1) == choose(view, 2)


@pytest.mark.parametrize("players", [2, 4, 6, 10])
def test_no_card_is_given_up_after_a_handful_of_worlds(players: int) -> None:
    view = view_for(new_game(Options(), players, dealer())[0], 1)
    assert sampler.EFFORT.worlds(view, len(view.actions)) >= 25


def test_who_has_played_what_before_changes_nothing() -> None:
    """That is the master's: the sampler counts only which numbers are out."""
    state = new_game(Options(), 4, dealer())[0]
    while (decision := state.decision) is not None and state.round.turn < 4:
        seat = decision.seats[0]
        state, _ = apply(state, view_for(state, seat).actions[-1], dealer())
    view = view_for(state, 0)
    others = {1: 2, 2: 3, 3: 1}
    turns = tuple(
        turn._replace(cards=tuple((others.get(seat, seat), card) for seat, card in turn.cards))
        for turn in view.turns
    )
    assert turns != view.turns
    assert list(sampler.stages(view._replace(turns=turns), random.Random(5))) == list(
        sampler.stages(view, random.Random(5))
    )


@pytest.mark.usefixtures("without_a_brake")
def test_it_takes_fewer_heads_than_plain_monte_carlo() -> None:
    """A hundred random worlds for each card; one beside three, on every seat."""
    lineup = Lineup(Options(max_rounds=1), ("sampler", "mcrand", "mcrand", "mcrand"), seed=1)
    arena = Arena(lineup, never, choose_for)
    for number in range(16):
        arena.play(number)
    heads = {level: tally.heads_per_round for level, tally in arena.tallies.items()}
    # Over many deals some three heads a round.
    assert heads["sampler"] < heads["mcrand"] - 1
