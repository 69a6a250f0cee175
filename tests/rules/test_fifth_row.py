"""5e série (S4): a fifth row, and what its taker takes."""

from games.rules.actions import PlaySpecial, TakeRow
from games.rules.cards import SpecialKind
from games.rules.errors import ErrorCode
from games.rules.events import Placed, RowRemoved, SpecialPlayed, TakeReason, Took
from games.rules.specials import Moment, refuse_fifth_row
from tests.rules.builders import Game, position, row

FIFTH, INSERT = SpecialKind.FIFTH_ROW, SpecialKind.INSERT
FULL = row(17, 18, 19, 20, 22)
FIVE_ROWS = [row(40), row(50), row(60), FULL, row(70)]


def test_example_a_23_that_would_take_the_fourth_row_starts_a_fifth() -> None:
    game = Game(
        position([row(40), row(50), row(60), FULL], [(23, 90), (80, 91)], specials=[[FIFTH], []])
    )
    game.reveal(23, 80)

    events = game.do(PlaySpecial(0, FIFTH))

    assert events[:2] == (SpecialPlayed(0, FIFTH, None, None), Placed(0, 23, 4))
    assert game.rows == [(40,), (50,), (60, 80), (17, 18, 19, 20, 22), (23,)]
    assert game.heads == (0, 0)


def test_a_low_card_may_start_it_too() -> None:
    game = Game(
        position([row(40), row(50), row(60), row(70)], [(3, 90), (80, 91)], specials=[[FIFTH], []])
    )
    game.reveal(3, 80)

    game.do(PlaySpecial(0, FIFTH))

    assert game.rows[4] == (3,)


def test_not_while_there_are_five_rows() -> None:
    assert refuse_fifth_row(Moment(FIVE_ROWS, 23, ())) is ErrorCode.FIVE_ROWS_ALREADY


def test_of_five_rows_the_taker_takes_the_number_just_played_too_and_four_remain() -> None:
    game = Game(position(FIVE_ROWS, [(23, 90), (80, 91)], specials=[[], []]))

    events = game.reveal(23, 80)

    assert events[1:3] == (
        Took(0, 3, (17, 18, 19, 20, 22, 23), 1 + 1 + 1 + 3 + 5 + 1, TakeReason.SIXTH),
        RowRemoved(3),
    )
    assert game.rows == [(40,), (50,), (60,), (70, 80)]
    assert game.special_cards.discard == (FIFTH,)


def test_a_low_card_among_five_rows_is_taken_with_the_row_of_its_choice() -> None:
    game = Game(position(FIVE_ROWS, [(3, 90), (80, 91)], specials=[[], []]))
    game.reveal(3, 80)

    game.do(TakeRow(0, 0))

    assert game.state.round.piles[0] == (40, 3)
    assert game.rows == [(50,), (60,), (17, 18, 19, 20, 22), (70, 80)]


def test_inserting_into_a_full_one_of_five_rows_takes_all_of_it() -> None:
    game = Game(position(FIVE_ROWS, [(21, 90), (80, 91)], specials=[[INSERT], []]))
    game.reveal(21, 80)

    events = game.do(PlaySpecial(0, INSERT, row=3))

    assert Took(0, 3, (17, 18, 19, 20, 21, 22), 12, TakeReason.INSERT) in events
    assert game.rows == [(40,), (50,), (60,), (70, 80)]


def test_after_a_take_of_five_rows_a_new_fifth_row_is_possible() -> None:
    game = Game(position(FIVE_ROWS, [(23, 90), (80, 91)], specials=[[], [FIFTH]]))
    game.reveal(23, 80)

    game.do(PlaySpecial(1, FIFTH))

    assert game.rows[4] == (80,)
