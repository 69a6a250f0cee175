"""Glisser (S4): a number on the table moves before one's own is placed."""

import pytest

from games.rules.actions import PlaySpecial, TakeRow
from games.rules.cards import SpecialKind
from games.rules.errors import ErrorCode
from games.rules.events import Placed, RowRemoved, Shifted, StopsLifted, TakeReason, Took
from games.rules.specials import refuse_shift
from games.rules.state import Awaited, Decision, Row
from tests.rules.builders import Game, position, row

SHIFT = SpecialKind.SHIFT


def shift(rows: list[Row], number: int, card: int, to_row: int) -> tuple[Game, tuple[object, ...]]:
    game = Game(position(rows, [(number, 103), (104, 102)], specials=[[SHIFT], []]))
    game.reveal(number, 104)
    return game, game.do(PlaySpecial(0, SHIFT, card, to_row))


def test_example_the_13_moves_between_10_and_17_and_the_24_follows_the_22() -> None:
    rows = [row(13, 19, 20, 21, 22), row(10, 17), row(50), row(60)]

    game, events = shift(rows, 24, 13, 1)

    assert game.rows == [(19, 20, 21, 22, 24), (10, 13, 17), (50,), (60, 104)]
    assert events[1:3] == (Shifted(0, 13, 0, 1), Placed(0, 24, 0))
    assert game.heads == (0, 0)


@pytest.mark.parametrize(("card", "moved"), [(5, (5, 10, 17)), (19, (10, 17, 19))])
def test_it_may_come_to_lie_first_or_last(card: int, moved: tuple[int, ...]) -> None:
    game, _ = shift([row(5, 19, 20), row(10, 17), row(50), row(60)], 51, card, 1)

    assert game.rows[1] == moved


def test_a_row_made_too_long_is_taken_but_for_its_highest() -> None:
    rows = [row(13, 40), row(10, 14, 15, 16, 17), row(50), row(60)]

    game, events = shift(rows, 51, 13, 1)

    assert events[1:4] == (
        Shifted(0, 13, 0, 1),
        Took(0, 1, (10, 13, 14, 15, 16), 8, TakeReason.SHIFT),
        Placed(0, 51, 2),
    )
    assert game.rows == [(40,), (17,), (50, 51), (60, 104)]


def test_the_moved_number_stays_when_it_is_the_highest() -> None:
    game, _ = shift([row(13, 40), row(10, 14, 15, 16, 17), row(50), row(60)], 51, 40, 1)

    assert game.rows == [(13,), (40,), (50, 51), (60, 104)]


def test_a_row_where_seven_take_may_give_and_get() -> None:
    rows = [
        row(3, 5, 11, 13, 17, 20, seven_takes=True),
        row(25, 26, 27, 28, 29, seven_takes=True),
        row(50),
        row(60),
    ]

    game, _ = shift(rows, 51, 20, 1)

    assert game.state.round.rows[0] == row(3, 5, 11, 13, 17, seven_takes=True)
    assert game.state.round.rows[1] == row(20, 25, 26, 27, 28, 29, seven_takes=True)


def test_the_own_number_must_start_a_row_emptied_by_the_move() -> None:
    rows = [row(13, seven_takes=True), row(10, 17), row(50), row(60)]

    game, events = shift(rows, 51, 13, 1)

    assert events[1:3] == (Shifted(0, 13, 0, 1), Placed(0, 51, 0))
    assert game.state.round.rows[0] == row(51, seven_takes=True)
    assert game.heads == (0, 0)


def test_a_take_by_the_moved_card_comes_before_the_emptied_row_is_started() -> None:
    rows = [row(13), row(10, 14, 15, 16, 17), row(50), row(60)]

    game, events = shift(rows, 51, 13, 1)

    assert [type(event) for event in events[1:4]] == [Shifted, Took, Placed]
    assert game.rows == [(51,), (17,), (50,), (60, 104)]


def test_of_four_rows_none_moves_up_when_the_emptied_one_comes_after_the_one_taken() -> None:
    game, _ = shift([row(10, 14, 15, 16, 17), row(50), row(13), row(60)], 51, 13, 0)

    assert game.rows == [(17,), (50,), (51,), (60, 104)]


@pytest.mark.parametrize(
    ("lone", "full", "rows_after"),
    [
        (4, 1, [(20,), (30,), (40,), (51, 104)]),
        (0, 1, [(51, 104), (30,), (40,), (50,)]),
    ],
)
def test_of_five_rows_the_whole_row_with_the_moved_card_is_taken_and_the_rows_move_up(
    lone: int, full: int, rows_after: list[tuple[int, ...]]
) -> None:
    rows = [row(20), row(10, 14, 15, 16, 17), row(30), row(40), row(50)]
    card = rows[lone].last

    game, events = shift(rows, 51, card, full)

    taken = tuple(sorted((10, 14, 15, 16, 17, card)))
    assert game.state.round.piles[0] == taken
    assert RowRemoved(full) in events
    assert game.rows == rows_after


def test_of_five_rows_the_own_number_is_still_to_be_placed() -> None:
    rows = [row(20, 21), row(10, 14, 15, 16, 17), row(30), row(40), row(50)]

    game, _ = shift(rows, 51, 20, 1)

    assert game.rows == [(21,), (30,), (40,), (50, 51, 104)]
    assert game.state.round.piles[0] == (10, 14, 15, 16, 17, 20)


def test_a_take_by_the_moved_card_lifts_the_stops_before_the_own_number_is_placed() -> None:
    rows = [row(13, 20), row(10, 14, 15, 16, 17), row(50, stopped=True), row(30)]

    game, events = shift(rows, 51, 13, 1)

    assert StopsLifted((2,)) in events
    assert game.rows[2] == (50, 51, 104)


def test_the_own_number_may_be_low_after_the_move() -> None:
    game, _ = shift([row(13, 20), row(30), row(50), row(60)], 19, 13, 1)

    assert game.state.decision == Decision(Awaited.ROW, (0,), 19)
    game.do(TakeRow(0, 2))
    assert game.rows == [(20,), (13, 30), (19,), (60, 104)]


@pytest.mark.parametrize(
    ("card", "to_row", "code"),
    [
        (14, 1, ErrorCode.CARD_NOT_ON_TABLE),
        (13, 0, ErrorCode.CARD_IN_THAT_ROW),
        (13, 2, ErrorCode.ROW_BLOCKED),
        (50, 0, ErrorCode.ROW_BLOCKED),
        (13, 4, ErrorCode.NO_SUCH_ROW),
        (13, -1, ErrorCode.NO_SUCH_ROW),
        (13, 1, None),
    ],
)
def test_from_an_open_row_to_another_open_row(
    card: int, to_row: int, code: ErrorCode | None
) -> None:
    rows = [row(13, 20), row(10, 17), row(50, stopped=True), row(60)]

    assert refuse_shift(rows, card, to_row) is code
