"""Négatif = Positif (S4): a card of the row taken cancels heads of this round's pile."""

import pytest

from games.rules.actions import KeepSpecials, PlaySpecial
from games.rules.cards import SpecialKind
from games.rules.engine import apply, legal_actions, view_for
from games.rules.errors import ErrorCode, IllegalAction
from games.rules.events import HeadsCancelled, Placed, TakeReason, Took
from games.rules.specials import Moment, refuse_minus_is_plus
from tests.rules.builders import Game, dealer, position, row

MINUS = SpecialKind.MINUS_IS_PLUS
FULL = row(3, 5, 11, 13, 17)
ROWS = [FULL, row(30), row(50), row(60)]


def test_example_1_the_11_cancels_the_other_five_heads() -> None:
    game = Game(position(ROWS, [(20, 90), (80, 91)], specials=[[MINUS], []]))
    game.reveal(20, 80)

    events = game.do(PlaySpecial(0, MINUS, card=11))

    assert events[1:4] == (
        Took(0, 0, (3, 5, 11, 13, 17), 10, TakeReason.SIXTH),
        Placed(0, 20, 0),
        HeadsCancelled(0, 11, 0),
    )
    assert game.heads == (0, 0)
    assert game.rows[0] == (20,)


def test_example_2_a_low_3_cancels_four_heads_taken_before() -> None:
    rows = [row(11, 13), row(30), row(50), row(60)]
    start = position(rows, [(3, 90), (80, 91)], specials=[[MINUS], []], piles=[(10, 1), ()])
    game = Game(start)
    game.reveal(3, 80)

    game.do(PlaySpecial(0, MINUS, card=11, row=0))

    assert game.heads == (0, 0)
    assert game.rows[0] == (3,)


def test_what_exceeds_the_pile_is_lost_and_later_takes_add_to_nothing() -> None:
    rows = [row(11), row(30), row(50), row(60)]
    game = Game(position(rows, [(3, 2, 90), (80, 81, 91)], specials=[[MINUS], []]))
    game.reveal(3, 80)
    game.do(PlaySpecial(0, MINUS, card=11, row=0))
    assert game.heads[0] == 0

    game.reveal(2, 81)
    game.do(legal_actions(game.state, 0)[1])

    assert game.heads[0] == 3


def test_the_chosen_card_leaves_the_pile_for_the_box() -> None:
    game = Game(position(ROWS, [(20, 90), (80, 91)], specials=[[MINUS], []]))
    game.reveal(20, 80)

    game.do(PlaySpecial(0, MINUS, card=5))

    assert game.state.round.piles[0] == (3, 11, 13, 17)
    assert game.state.round.boxed == (5,)
    assert game.heads[0] == 10 - 2 * 2


def test_every_card_put_into_the_box_stays_there_for_the_round() -> None:
    start = position(ROWS, [(20, 2, 90), (80, 81, 91)], specials=[[MINUS, MINUS], []])
    game = Game(start)
    game.reveal(20, 80)
    game.do(PlaySpecial(0, MINUS, card=5))
    game.do(KeepSpecials(0))
    game.reveal(2, 81)

    game.do(PlaySpecial(0, MINUS, card=30, row=1))

    assert game.state.round.boxed == (5, 30)
    assert {5, 30} <= view_for(game.state, None).seen


def test_of_five_rows_the_number_just_played_counts_but_cannot_be_chosen() -> None:
    game = Game(position([*ROWS, row(70)], [(20, 90), (80, 91)], specials=[[MINUS], []]))
    game.reveal(20, 80)
    with pytest.raises(IllegalAction) as refusal:
        apply(game.state, PlaySpecial(0, MINUS, card=20), dealer())
    assert refusal.value.code is ErrorCode.CARD_NOT_IN_ROW_TAKEN

    game.do(PlaySpecial(0, MINUS, card=11))

    assert game.heads[0] == 10 + 3 - 2 * 5


@pytest.mark.parametrize(
    ("number", "card", "index", "code"),
    [
        (31, 30, None, ErrorCode.NO_ROW_IS_TAKEN),
        (20, 30, None, ErrorCode.CARD_NOT_IN_ROW_TAKEN),
        (20, 11, 0, ErrorCode.SPECIAL_TARGET),
        (2, 11, None, ErrorCode.SPECIAL_TARGET),
        (2, 11, 1, ErrorCode.CARD_NOT_IN_ROW_TAKEN),
        (2, 11, 4, ErrorCode.NO_SUCH_ROW),
        (2, 50, 2, ErrorCode.ROW_BLOCKED),
        (2, 11, 0, None),
        (20, 11, None, None),
    ],
)
def test_for_a_card_of_the_row_that_is_taken(
    number: int, card: int, index: int | None, code: ErrorCode | None
) -> None:
    rows = [FULL, row(30), row(50, stopped=True), row(60)]

    assert refuse_minus_is_plus(Moment(rows, number, ()), card, index) is code
