"""7 qui prend (S4): a row that holds six numbers."""

import pytest

from games.rules.actions import PlaySpecial, TakeRow
from games.rules.cards import SpecialKind
from games.rules.errors import ErrorCode
from games.rules.events import Placed, SpecialPlayed, TakeReason, Took
from games.rules.specials import Moment, refuse_seven_takes
from games.rules.state import Row
from tests.rules.builders import Game, position, row

SEVEN = SpecialKind.SEVEN_TAKES
OTHERS = [row(40), row(50), row(60)]


def test_example_the_20_lies_sixth_and_takes_nothing() -> None:
    game = Game(
        position([row(3, 5, 11, 13, 17), *OTHERS], [(20, 90), (80, 91)], specials=[[SEVEN], []])
    )
    game.reveal(20, 80)

    events = game.do(PlaySpecial(0, SEVEN))

    assert events == (SpecialPlayed(0, SEVEN, None, None), Placed(0, 20, 0), Placed(1, 80, 3))
    assert game.state.round.rows[0] == row(3, 5, 11, 13, 17, 20, seven_takes=True)
    assert game.heads == (0, 0)
    assert game.state.round.turn == 2


def test_the_seventh_number_takes_six_and_the_special_is_discarded() -> None:
    full = row(3, 5, 11, 13, 17, 20, seven_takes=True)
    game = Game(position([full, *OTHERS], [(21, 90), (80, 91)], specials=[[], []]))

    events = game.reveal(21, 80)

    assert events[1] == Took(0, 0, (3, 5, 11, 13, 17, 20), 13, TakeReason.SEVENTH)
    assert game.state.round.rows[0] == row(21)
    assert game.special_cards.discard == (SEVEN,)


def test_it_may_be_played_on_a_row_with_fewer_than_five() -> None:
    game = Game(position([row(3), *OTHERS], [(20, 90), (80, 91)], specials=[[SEVEN], []]))
    game.reveal(20, 80)

    game.do(PlaySpecial(0, SEVEN))

    assert game.state.round.rows[0] == row(3, 20, seven_takes=True)


def test_a_sixth_number_joins_a_row_that_has_one() -> None:
    five = row(3, 5, 11, 13, 17, seven_takes=True)
    game = Game(position([five, *OTHERS], [(20, 90), (80, 91)], specials=[[], []]))

    game.reveal(20, 80)

    assert game.state.round.rows[0] == row(3, 5, 11, 13, 17, 20, seven_takes=True)


def test_it_is_discarded_when_a_low_card_takes_its_row() -> None:
    game = Game(
        position([row(3, seven_takes=True), *OTHERS], [(2, 90), (80, 91)], specials=[[], []])
    )
    game.reveal(2, 80)

    game.do(TakeRow(0, 0))

    assert game.state.round.rows[0] == row(2)
    assert game.special_cards.discard == (SEVEN,)


@pytest.mark.parametrize(
    ("first", "number", "code"),
    [
        (row(3, seven_takes=True), 20, ErrorCode.SEVEN_TAKES_ALREADY),
        (row(30), 20, ErrorCode.LOW_CARD_JOINS_NO_ROW),
    ],
)
def test_not_for_a_low_card_nor_twice_on_a_row(first: Row, number: int, code: ErrorCode) -> None:
    assert refuse_seven_takes(Moment([first, *OTHERS], number, ())) is code
