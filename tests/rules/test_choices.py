"""A turn until the cards are turned over: who is awaited, and that a choice may change."""

from games.rules.actions import ChooseCard
from games.rules.engine import legal_actions, new_game
from games.rules.options import Options
from games.rules.state import Awaited, Decision
from tests.rules.builders import Game, dealer, position, row

ROWS = [row(12), row(37), row(43), row(58)]


def test_a_new_game_awaits_a_card_of_everybody() -> None:
    state, _ = new_game(Options(), 3, dealer())

    assert state.decision == Decision(Awaited.CARD, (0, 1, 2))


def test_every_card_of_the_hand_may_be_chosen() -> None:
    state = position(ROWS, [(1, 50, 104), (2, 51, 103)])

    assert legal_actions(state, 1) == (ChooseCard(1, 2), ChooseCard(1, 51), ChooseCard(1, 103))


def test_who_has_chosen_is_no_longer_awaited() -> None:
    game = Game(position(ROWS, [(1, 50), (2, 51), (3, 52)]))

    game.do(ChooseCard(1, 51))

    assert game.state.decision == Decision(Awaited.CARD, (0, 2))


def test_a_choice_has_no_event_and_leaves_the_card_in_the_hand() -> None:
    game = Game(position(ROWS, [(1, 50), (2, 51)]))

    assert game.do(ChooseCard(1, 51)) == ()
    assert game.state.round.hands[1] == (2, 51)


def test_a_choice_may_be_changed_until_the_last_one_is_in() -> None:
    game = Game(position(ROWS, [(45, 50), (46, 51)]))
    game.do(ChooseCard(0, 45))
    game.do(ChooseCard(0, 50))

    game.do(ChooseCard(1, 51))

    assert game.rows == [(12,), (37,), (43, 50, 51), (58,)]
    assert game.state.round.hands == ((45,), (46,))


def test_the_next_turn_awaits_everybody_again() -> None:
    game = Game(position(ROWS, [(45, 50), (46, 51)]))

    game.reveal(45, 46)

    assert game.state.round.turn == 2
    assert game.state.decision == Decision(Awaited.CARD, (0, 1))
    assert legal_actions(game.state, 0) == (ChooseCard(0, 50),)


def test_while_a_low_card_waits_for_its_row_nobody_else_is_asked() -> None:
    game = Game(position(ROWS, [(5, 50), (46, 51)]))

    game.reveal(5, 46)

    assert [len(legal_actions(game.state, seat)) for seat in (0, 1)] == [4, 0]


def test_two_low_cards_are_asked_one_after_the_other() -> None:
    game = Game(position(ROWS, [(8, 50), (5, 51)]))

    game.reveal(8, 5)
    assert game.state.decision == Decision(Awaited.ROW, (1,), 5)
    game.do(legal_actions(game.state, 1)[3])

    assert game.rows == [(12,), (37,), (43,), (5, 8)]
