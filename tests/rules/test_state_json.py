"""A stored state comes back as it was."""

import json

import pytest

from games.rules.actions import TakeRow
from games.rules.cards import SpecialKind
from games.rules.engine import new_game
from games.rules.options import Ending, Options
from games.rules.state import state_from_json, state_to_json
from tests.rules.builders import CABRIOLE, SPECIAL, Game, dealer, position, row


@pytest.mark.parametrize(
    "options",
    [
        Options(),
        Options(draft=True, known_cards=True),
        Options(ending=Ending.ELIMINATION, max_rounds=3),
        CABRIOLE,
        SPECIAL,
    ],
)
def test_a_new_game_survives_storage(options: Options) -> None:
    state, _ = new_game(options, 4, dealer())

    assert state_from_json(json.loads(json.dumps(state_to_json(state)))) == state


def test_a_game_in_the_middle_of_a_turn_survives_storage() -> None:
    rows = [row(12, seven_takes=True), row(37, stopped=True), row(43), row(58)]
    game = Game(position(rows, [(5, 90), (60, 91)]))
    game.reveal(5, 60)

    assert state_from_json(json.loads(json.dumps(state_to_json(game.state)))) == game.state


def test_a_game_that_waits_for_an_exchange_survives_storage() -> None:
    rows = [row(12), row(37), row(43), row(58)]
    game = Game(position(rows, [(5, 90), (60, 91)], specials=[[SpecialKind.STOP], []]))
    game.reveal(5, 60)
    game.pass_special()
    game.do(TakeRow(0, 0))

    assert game.special_cards.exchanger == 0
    assert state_from_json(json.loads(json.dumps(state_to_json(game.state)))) == game.state


def test_a_finished_game_survives_storage() -> None:
    rows = [row(12), row(37), row(43), row(58)]
    game = Game(position(rows, [(60,), (61,)], options=Options(max_rounds=1)))
    game.reveal(60, 61)

    assert game.state.is_over
    assert state_from_json(json.loads(json.dumps(state_to_json(game.state)))) == game.state


@pytest.mark.parametrize("options", [Options(), CABRIOLE, Options(mountain=True)], ids=str)
def test_the_turns_of_a_round_survive_storage(options: Options) -> None:
    game = Game(new_game(options, 2, dealer())[0])
    for _turn in range(3):
        game.reveal(*[hand[-1] for hand in game.state.round.hands])

    assert len(game.state.round.turns) == 3
    assert state_from_json(json.loads(json.dumps(state_to_json(game.state)))) == game.state
