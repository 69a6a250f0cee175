"""The worked examples of the base game (S0, S1, S3, S4; RULES.md, Base game and Astuces)."""

import pytest

from games.rules.actions import TakeRow
from games.rules.events import Placed, Revealed, TakeReason, Took
from games.rules.state import Awaited, Decision
from tests.rules.builders import Game, position, row


@pytest.fixture
def game() -> Game:
    """The leaflet's four players, before their first turn."""
    hands = [(14, 21, 3, 90), (15, 26, 9, 91), (44, 30, 68, 92), (61, 36, 83, 93)]
    return Game(position([row(12), row(37), row(43), row(58)], hands))


def test_first_turn_numbers_ascend_with_the_smallest_difference(game: Game) -> None:
    events = game.reveal(14, 15, 44, 61)

    assert game.rows == [(12, 14, 15), (37,), (43, 44), (58, 61)]
    assert events == (
        Revealed(((0, 14), (1, 15), (2, 44), (3, 61))),
        Placed(0, 14, 0),
        Placed(1, 15, 0),
        Placed(2, 44, 2),
        Placed(3, 61, 3),
    )


def test_second_turn_a_sixth_card_takes_the_five(game: Game) -> None:
    game.reveal(14, 15, 44, 61)

    events = game.reveal(21, 26, 30, 36)

    assert game.rows == [(30, 36), (37,), (43, 44), (58, 61)]
    assert game.heads == (0, 0, 6, 0)
    assert game.state.round.piles[2] == (12, 14, 15, 21, 26)
    assert events[3:5] == (
        Took(2, 0, (12, 14, 15, 21, 26), 6, TakeReason.SIXTH),
        Placed(2, 30, 0),
    )


def test_third_turn_a_low_card_takes_a_row_of_its_players_choice(game: Game) -> None:
    game.reveal(14, 15, 44, 61)
    game.reveal(21, 26, 30, 36)

    revealed = game.reveal(3, 9, 68, 83)

    assert revealed == (Revealed(((0, 3), (1, 9), (2, 68), (3, 83))),)
    assert game.state.decision == Decision(Awaited.ROW, (0,), 3)

    events = game.do(TakeRow(0, 1))

    assert events[:3] == (
        Took(0, 1, (37,), 1, TakeReason.LOW),
        Placed(0, 3, 1),
        Placed(1, 9, 1),
    )
    assert game.rows == [(30, 36), (3, 9), (43, 44), (58, 61, 68, 83)]
    assert game.heads == (1, 0, 6, 0)


def test_example_of_the_ducks() -> None:
    rows = [row(21), row(24), row(33, 42, 50, 57), row(69, 72, 81)]
    game = Game(position(rows, [(23, 1), (88, 2), (7, 4), (64, 5)]))

    game.reveal(23, 88, 7, 64)
    game.do(TakeRow(2, 3))

    assert game.rows == [(21, 23), (24,), (88,), (7,)]
    assert game.heads == (0, 11, 3, 0)


def test_a_45_meant_for_the_40_is_sixth_after_a_42_placed_before_it() -> None:
    rows = [row(10), row(20), row(40), row(31, 32, 33, 41)]
    game = Game(position(rows, [(45, 1), (42, 2)]))

    game.reveal(45, 42)

    assert game.rows == [(10,), (20,), (40,), (45,)]
    assert game.state.round.piles[0] == (31, 32, 33, 41, 42)


def test_a_62_meant_for_the_61_goes_elsewhere_when_a_low_30_took_that_row() -> None:
    rows = [row(61), row(31), row(40), row(50, 51, 52, 53, 54)]
    game = Game(position(rows, [(62, 1), (30, 2)]))

    game.reveal(62, 30)
    game.do(TakeRow(1, 0))

    assert game.rows == [(30,), (31,), (40,), (62,)]
    assert game.state.round.piles == ((50, 51, 52, 53, 54), (61,))
