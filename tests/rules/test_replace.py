"""Remplacer (S4): another number of the hand is placed instead."""

from games.rules.actions import PlaySpecial, TakeRow
from games.rules.cards import SpecialKind
from games.rules.engine import view_for
from games.rules.errors import ErrorCode
from games.rules.specials import Moment, refuse_replace
from games.rules.state import Awaited, Decision
from tests.rules.builders import Game, position, row

REPLACE = SpecialKind.REPLACE
ROWS = [row(13, 14, 15, 16, 17), row(10), row(50), row(60)]


def test_example_the_15_goes_after_the_10_instead_of_the_25_that_would_take() -> None:
    rows = [row(3, 4, 5, 6, 17), row(10), row(50), row(60)]
    game = Game(position(rows, [(15, 25), (80, 91)], specials=[[REPLACE], []]))
    game.reveal(25, 80)

    game.do(PlaySpecial(0, REPLACE, card=15))

    assert game.rows == [(3, 4, 5, 6, 17), (10, 15), (50,), (60, 80)]
    assert game.state.round.hands[0] == (25,)


def test_the_order_of_the_other_players_does_not_change() -> None:
    game = Game(position(ROWS, [(20, 55, 90), (51, 91)], specials=[[REPLACE], []]))
    game.reveal(20, 51)

    game.do(PlaySpecial(0, REPLACE, card=55))

    assert game.rows == [(51,), (10,), (50, 55), (60,)]


def test_the_number_placed_instead_may_be_low() -> None:
    game = Game(position(ROWS, [(5, 20), (80, 91)], specials=[[REPLACE], []]))
    game.reveal(20, 80)

    game.do(PlaySpecial(0, REPLACE, card=5))
    assert game.state.decision == Decision(Awaited.ROW, (0,), 5)
    game.do(TakeRow(0, 1))

    assert game.rows[1] == (5,)


def test_the_number_placed_instead_may_take() -> None:
    game = Game(position(ROWS, [(18, 70), (80, 91)], specials=[[REPLACE], []]))
    game.reveal(70, 80)

    game.do(PlaySpecial(0, REPLACE, card=18))

    assert game.rows[0] == (18,)
    assert game.state.round.piles[0] == (13, 14, 15, 16, 17)


def test_everybody_has_seen_the_number_taken_back() -> None:
    game = Game(position(ROWS, [(20, 70, 90), (80, 91)], specials=[[REPLACE], []]))
    game.reveal(20, 80)

    game.do(PlaySpecial(0, REPLACE, card=70))

    assert 20 in view_for(game.state, None).seen
    assert 20 not in view_for(game.state, 1).hand


def test_every_number_taken_back_in_a_round_stays_seen() -> None:
    hands = [(20, 70, 71, 72), (80, 81, 91, 92)]
    game = Game(position(ROWS, hands, specials=[[REPLACE, REPLACE], []]))
    for shown, instead, other in ((20, 70, 80), (71, 72, 81)):
        game.reveal(shown, other)
        game.do(PlaySpecial(0, REPLACE, card=instead))

    assert {20, 71} <= view_for(game.state, None).seen


def test_it_needs_another_number_in_hand() -> None:
    assert refuse_replace(Moment(ROWS, 20, (5,)), 20) is ErrorCode.CARD_NOT_HELD
    assert refuse_replace(Moment(ROWS, 20, (5,)), 6) is ErrorCode.CARD_NOT_HELD
    assert refuse_replace(Moment(ROWS, 20, (5,)), 5) is None


def test_nobody_is_asked_for_it_with_the_last_number() -> None:
    game = Game(position(ROWS, [(70,), (80,)], specials=[[REPLACE], []]))

    game.reveal(70, 80)

    assert game.state.round.number == 2
