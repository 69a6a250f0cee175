"""What may be believed of the others after what they have played."""

import random
from collections.abc import Callable

import numpy as np
import pytest

from games.bots import careful, gap
from games.bots.belief import Belief, believe, deal, no_belief
from games.bots.evaluation import PRIOR
from games.bots.policies import CAREFUL, GAP, RANDOM, learned_policies
from games.rules.actions import Action
from games.rules.engine import apply, new_game, view_for
from games.rules.options import Options
from games.rules.state import Awaited, GameState, View
from tests.rules.builders import dealer


def after_turns(
    turns: int,
    seed: int,
    options: Options,
    players: int = 3,
    choose: Callable[[View], Action] = gap.choose,
) -> GameState:
    """Seat 1 plays by the gap or as told, the others at random."""
    chance = random.Random(seed)
    state, _ = new_game(options, players, dealer(seed))
    while state.round.turn <= turns:
        decision = state.decision
        assert decision is not None
        seat = decision.seats[0]
        view = view_for(state, seat)
        action: Action = choose(view) if seat == 1 else chance.choice(view.actions)
        state, _ = apply(state, action, dealer(seed))
    return state


def believed(view: View) -> Belief:
    policies = learned_policies(len(view.seats), len(view.options.deck(len(view.seats))))
    return believe(view, policies, PRIOR, np.random.PCG64(5))


def test_before_the_first_turn_nothing_is_known() -> None:
    view = view_for(new_game(Options(), 3, dealer())[0], 0)
    found = believed(view)
    assert found.models.tolist() == [list(PRIOR)] * 2
    assert not found.costs.any()


def test_a_gap_player_is_recognised_among_random_ones() -> None:
    """Over twenty deals; one alone may mislead."""
    by_gap = np.zeros(2)
    at_random = np.zeros(2)
    for seed in range(20):
        found = believed(view_for(after_turns(7, seed, Options()), 0))
        by_gap += found.models[:, GAP]
        at_random += found.models[:, RANDOM]
    assert by_gap[0] / 20 > 0.6
    assert by_gap[1] / 20 < 0.1
    assert at_random[1] / 20 > PRIOR[RANDOM] > at_random[0] / 20


@pytest.mark.parametrize(("choose", "is_careful"), [(careful.choose, True), (gap.choose, False)])
def test_a_careful_player_is_told_from_one_who_goes_by_the_gap(
    choose: Callable[[View], Action], is_careful: bool
) -> None:
    """Over twenty deals: they often choose the same card."""
    found = 0.0
    for seed in range(20):
        state = after_turns(7, seed, Options(), choose=choose)
        found += believed(view_for(state, 0)).models[0, CAREFUL] / 20
    if is_careful:
        assert found > 3 * PRIOR[CAREFUL]
    else:
        assert found < PRIOR[CAREFUL] / 3


def test_what_a_gap_player_would_have_played_it_hardly_holds() -> None:
    held = others = 0.0
    for seed in range(20):
        state = after_turns(4, seed, Options())
        found = believed(view_for(state, 0))
        costs = dict(zip(found.unseen.tolist(), found.costs[0, GAP].tolist(), strict=True))
        hand = state.round.hands[1]
        held += sum(costs[card] for card in hand) / len(hand)
        others += sum(costs.values()) / len(costs)
    assert held == 0
    assert others > 0


@pytest.mark.parametrize(
    "options", [Options(), Options(known_cards=True), Options(draft=True)], ids=str
)
def test_dealt_hands_are_of_unseen_numbers_each_held_once(options: Options) -> None:
    view = view_for(after_turns(3, 1, options), 0)
    found = believed(view)
    for first in range(2):
        hands, policies = deal(found, len(view.hand), 50, first, np.random.PCG64(2))
        assert hands.shape == (2, 7, 50)
        assert policies.shape == (2, 50)
        for world in range(50):
            numbers = hands[:, :, world].ravel().tolist()
            assert len(set(numbers)) == 14
            assert set(numbers) <= set(found.unseen.tolist())
            assert not set(numbers) & set(view.hand)


def test_without_a_belief_each_number_is_dealt_as_often() -> None:
    view = view_for(new_game(Options(), 3, dealer())[0], 0)
    found = no_belief(view, (0.5, 0.5))
    hands, policies = deal(found, 10, 8000, 0, np.random.PCG64(3))
    counts = np.bincount(hands.ravel(), minlength=105)[found.unseen] / 8000
    assert counts == pytest.approx(np.full(len(counts), 20 / len(found.unseen)), abs=0.03)
    assert policies.mean(axis=1) == pytest.approx([0.5, 0.5], abs=0.02)


def test_the_same_chance_gives_the_same_belief() -> None:
    view = view_for(after_turns(5, 2, Options()), 0)
    first, second = believed(view), believed(view)
    assert (first.models == second.models).all()
    assert (first.costs == second.costs).all()


def test_while_a_low_card_waits_what_was_revealed_counts_too() -> None:
    for seed in range(50):
        state = after_turns(3, seed, Options())
        while state.decision is not None and state.decision.kind is Awaited.CARD:
            state, _ = apply(state, view_for(state, state.decision.seats[0]).actions[0], dealer())
        if state.decision is not None and state.decision.kind is Awaited.ROW:
            view = view_for(state, state.decision.seats[0])
            assert len(view.turns) == state.round.turn
            found = believed(view)
            assert found.models.sum(axis=1) == pytest.approx([1, 1])
            return
    raise AssertionError("no low card was played")
