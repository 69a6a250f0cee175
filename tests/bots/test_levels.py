"""Every level plays every variant by the rules, from what its seat may see."""

import random
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.bots import LEVELS, choose, deadline_action
from games.rules.actions import ExchangeSpecial, PlaySpecial
from games.rules.engine import apply, legal_actions, new_game, view_for
from games.rules.options import Ending, Options, Variant
from tests.rules.builders import dealer
from tests.support.project import ROOT

OPTIONS = [
    Options(known_cards=True),
    Options(draft=True, ending=Ending.ELIMINATION),
    Options(cabriole=True),
    Options(even_odd=True),
    Options(mountain=True),
    Options(flip=True, known_cards=True),
    Options(variant=Variant.SPECIAL),
]


@pytest.mark.parametrize("level", LEVELS)
@given(st.sampled_from(OPTIONS), st.integers(2, 8), st.integers(0, 2**32))
@settings(max_examples=12)
def test_every_choice_is_legal(level: str, options: Options, players: int, seed: int) -> None:
    rng = random.Random(seed)
    state, _ = new_game(options, players, dealer(seed))
    while (decision := state.decision) is not None:
        if LEVELS[level].is_slow and state.round.turn > 2:
            break
        seat = decision.seats[0]
        action = choose(view_for(state, seat), level, rng)
        assert action in legal_actions(state, seat)
        state, _ = apply(state, action, dealer(seed))


@given(st.sampled_from(OPTIONS), st.integers(0, 2**32))
@settings(max_examples=12)
def test_the_choice_at_a_deadline_is_legal_and_spends_no_special(
    options: Options, seed: int
) -> None:
    rng = random.Random(seed)
    state, _ = new_game(options, 3, dealer(seed))
    while (decision := state.decision) is not None:
        view = view_for(state, decision.seats[0])
        forced = deadline_action(view)
        assert forced in view.actions
        assert not isinstance(forced, PlaySpecial | ExchangeSpecial)
        state, _ = apply(state, choose(view, "random", rng), dealer(seed))


@pytest.mark.usefixtures("without_a_brake")
def test_the_same_chance_gives_the_same_choice() -> None:
    state, _ = new_game(Options(), 3, dealer())
    view = view_for(state, 1)

    for level in LEVELS:
        first, second = (choose(view, level, random.Random(4)) for _ in range(2))
        assert first == second


def test_the_random_player_tries_everything() -> None:
    state, _ = new_game(Options(), 2, dealer())
    view = view_for(state, 0)
    rng = random.Random(1)

    assert {choose(view, "random", rng) for _ in range(300)} == set(view.actions)


def test_there_is_no_level_of_another_name() -> None:
    state, _ = new_game(Options(), 2, dealer())

    with pytest.raises(KeyError):
        choose(view_for(state, 0), "genius", random.Random(1))


def test_the_ratings_of_the_levels_are_those_of_the_document() -> None:
    """`make bench-bots` writes them there; they are then taken over by hand."""
    document = (ROOT / "docs/bots.md").read_text()
    block = document[document.index("<!-- bench: ratings -->") :].partition("<!-- bench end -->")[0]
    told = dict(re.findall(r"\| (\w+) \| ([\d,]+) \|", block))
    measured = {name: int(told[name].replace(",", "")) for name in LEVELS}
    assert {name: level.rating for name, level in LEVELS.items()} == measured
