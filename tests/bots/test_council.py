"""Bots against the ox: what they say in a council is legal, and helps."""

import random

import pytest

from games.bots.council import council_of, foresee
from games.bots.levels import choose
from games.rules.actions import Agree, Decline, Propose, Ready
from games.rules.cards import OxKind
from games.rules.engine import apply, legal_actions, new_game, view_for
from games.rules.options import Options, Variant
from tests.rules.builders import dealer, row
from tests.rules.ox_builders import ROWS, against

FULL = (row(12, 14, 15, 21, 26), *ROWS[1:])


@pytest.mark.parametrize("players", [2, 4, 6])
def test_every_word_is_legal(players: int) -> None:
    for seed in range(3):
        state, _ = new_game(Options(variant=Variant.OX), players, dealer(seed))
        while (decision := state.decision) is not None:
            seat = decision.seats[0]
            action = choose(view_for(state, seat), "gap", random.Random(seed))
            assert action in legal_actions(state, seat)
            state, _ = apply(state, action, dealer(seed))


def test_only_what_a_player_holds_is_offered_for_replace() -> None:
    game = against(ROWS, [(14, 1, 90), (44, 2, 3)], (15, 3), OxKind.REPLACE)
    game.reveal(14, 44)
    _now, offers = foresee(council_of(view_for(game.state, 0)))
    assert {proposal.card for proposal, _outcome in offers} == {1, 90}


def test_a_bot_proposes_what_lowers_the_teams_heads_less_the_oxs() -> None:
    game = against(FULL, [(30, 1), (44, 2)], (33, 3), OxKind.SEVEN_TAKES)
    game.reveal(30, 44)
    # 30 would take 6, which count twice; with seven in the row the ox takes 9.
    proposal = choose(view_for(game.state, 0), "gap", random.Random(1))
    assert proposal == Propose(0, OxKind.SEVEN_TAKES, row=0)
    game.do(proposal)
    assert choose(view_for(game.state, 1), "gap", random.Random(1)) == Agree(1)


def test_it_declines_what_does_not_help_and_is_ready_when_nothing_does() -> None:
    game = against(ROWS, [(14, 1), (44, 2)], (15, 3), OxKind.STOP)
    game.reveal(14, 44)
    assert choose(view_for(game.state, 0), "gap", random.Random(1)) == Ready(0)
    game.do(Propose(0, OxKind.STOP, row=3))
    assert choose(view_for(game.state, 1), "gap", random.Random(1)) == Decline(1)
