"""The public history of a round: who played what, on which rows."""

from games.rules.actions import ChooseCard, TakeRow
from games.rules.engine import view_for
from games.rules.options import Options
from games.rules.state import Turn
from tests.rules.builders import Game, position, row

ROWS = [row(12), row(37), row(43), row(58)]


def test_a_turn_is_told_with_the_rows_before_it() -> None:
    game = Game(position(ROWS, [(14, 90, 91), (44, 92, 93)]))
    assert view_for(game.state, 0).turns == ()
    game.reveal(14, 44)
    game.reveal(90, 92)

    after = (row(12, 14), row(37), row(43, 44), row(58))
    assert view_for(game.state, 0).turns == (
        Turn(tuple(ROWS), ((0, 14), (1, 44))),
        Turn(after, ((0, 90), (1, 92))),
    )


def test_nobody_sees_a_choice_before_it_is_revealed() -> None:
    game = Game(position(ROWS, [(14, 90), (44, 92)]))
    game.do(ChooseCard(0, 14))

    assert view_for(game.state, 1).turns == ()


def test_while_a_low_card_waits_its_turn_is_told() -> None:
    game = Game(position(ROWS, [(5, 90), (44, 92)]))
    game.reveal(5, 44)

    assert view_for(game.state, 1).turns == (Turn(tuple(ROWS), ((0, 5), (1, 44))),)
    game.do(TakeRow(0, 0))
    assert len(game.state.round.turns) == 1


def test_a_new_round_begins_without_turns() -> None:
    game = Game(position(ROWS, [(60,), (61,)], options=Options(max_rounds=2)))
    game.reveal(60, 61)

    assert game.state.round.number == 2
    assert game.state.round.turns == ()
