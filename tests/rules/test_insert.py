"""Insérer (S4): a number goes within a row."""

import pytest

from games.rules.actions import PlaySpecial
from games.rules.cards import SpecialKind
from games.rules.errors import ErrorCode
from games.rules.events import Placed, SpecialPlayed, TakeReason, Took
from games.rules.specials import Moment, refuse_insert
from tests.rules.builders import Game, position, row

INSERT = SpecialKind.INSERT
OTHERS = [row(40), row(50), row(60)]


def insert(game: Game, index: int) -> tuple[object, ...]:
    game.reveal(10, 80)
    return game.do(PlaySpecial(0, INSERT, row=index))


def test_example_a_low_10_goes_between_the_5_and_the_11() -> None:
    game = Game(position([row(5, 11), *OTHERS], [(10, 90), (80, 91)], specials=[[INSERT], []]))

    insert(game, 0)

    assert game.rows[0] == (5, 10, 11)
    assert game.heads == (0, 0)


def test_it_may_go_before_the_first() -> None:
    game = Game(position([row(5, 11), *OTHERS], [(10, 90), (80, 91)], specials=[[INSERT], []]))

    insert(game, 2)

    assert game.rows[2] == (10, 50)


def test_a_row_made_too_long_is_taken_but_for_its_highest() -> None:
    full = row(3, 5, 11, 13, 17)
    game = Game(position([full, *OTHERS], [(10, 90), (80, 91)], specials=[[INSERT], []]))

    events = insert(game, 0)

    assert events[:3] == (
        SpecialPlayed(0, INSERT, None, 0),
        Placed(0, 10, 0),
        Took(0, 0, (3, 5, 10, 11, 13), 12, TakeReason.INSERT),
    )
    assert game.rows[0] == (17,)


def test_a_sixth_number_fits_where_seven_take() -> None:
    five = row(3, 5, 11, 13, 17, seven_takes=True)
    game = Game(position([five, *OTHERS], [(10, 90), (80, 91)], specials=[[INSERT], []]))

    insert(game, 0)

    assert game.state.round.rows[0] == row(3, 5, 10, 11, 13, 17, seven_takes=True)


def test_a_seventh_takes_six_and_the_special_goes_though_the_highest_stays() -> None:
    six = row(3, 5, 11, 13, 17, 18, seven_takes=True)
    game = Game(position([six, *OTHERS], [(10, 90), (80, 91)], specials=[[INSERT], []]))

    insert(game, 0)

    assert game.state.round.rows[0] == row(18)
    assert game.state.round.piles[0] == (3, 5, 10, 11, 13, 17)
    assert game.special_cards.discard == (INSERT, SpecialKind.SEVEN_TAKES)


@pytest.mark.parametrize(
    ("index", "code"),
    [
        (0, ErrorCode.INSERT_AT_END),
        (1, ErrorCode.ROW_BLOCKED),
        (4, ErrorCode.NO_SUCH_ROW),
        (-1, ErrorCode.NO_SUCH_ROW),
        (2, None),
    ],
)
def test_into_an_open_row_but_not_at_its_end(index: int, code: ErrorCode | None) -> None:
    rows = [row(9), row(40, stopped=True), row(50), row(60)]

    assert refuse_insert(Moment(rows, 10, ()), index) is code
