"""Illegal play is refused with a code of its own and changes nothing."""

from copy import copy

import pytest

from games.rules.actions import (
    Action,
    ChooseCard,
    ExchangeSpecial,
    KeepSpecials,
    PassSpecial,
    PickCard,
    PlaySpecial,
    TakeRow,
)
from games.rules.cards import SpecialKind
from games.rules.engine import apply, legal_actions, new_game, view_for
from games.rules.errors import ErrorCode, IllegalAction, InvalidOptions, InvalidRecord
from games.rules.options import Options
from games.rules.state import Awaited, GameState
from tests.rules.builders import Game, dealer, position, row

ROWS = [row(12), row(37), row(43), row(58)]
FIFTH, STOP = SpecialKind.FIFTH_ROW, SpecialKind.STOP


def code_of(state: GameState, action: Action) -> object:
    with pytest.raises(IllegalAction) as refusal:
        apply(state, action, dealer())
    return refusal.value.code


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (ChooseCard(0, 51), ErrorCode.CARD_NOT_HELD),
        (ChooseCard(0, 999), ErrorCode.CARD_NOT_HELD),
        (ChooseCard(0, -1), ErrorCode.CARD_NOT_HELD),
        (ChooseCard(2, 51), ErrorCode.NO_SUCH_SEAT),
        (ChooseCard(-1, 51), ErrorCode.NO_SUCH_SEAT),
        (TakeRow(0, 0), ErrorCode.OTHER_ACTION_AWAITED),
        (PickCard(0, 50), ErrorCode.OTHER_ACTION_AWAITED),
        (PlaySpecial(0, FIFTH), ErrorCode.OTHER_ACTION_AWAITED),
        (PassSpecial(0), ErrorCode.OTHER_ACTION_AWAITED),
        (ExchangeSpecial(0, FIFTH), ErrorCode.OTHER_ACTION_AWAITED),
        (KeepSpecials(0), ErrorCode.OTHER_ACTION_AWAITED),
    ],
)
def test_while_cards_are_chosen(action: Action, code: ErrorCode) -> None:
    assert code_of(position(ROWS, [(5, 50), (46, 51)]), action) is code


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (TakeRow(1, 0), ErrorCode.NOT_AWAITED),
        (TakeRow(0, 4), ErrorCode.NO_SUCH_ROW),
        (TakeRow(0, -1), ErrorCode.NO_SUCH_ROW),
        (ChooseCard(0, 50), ErrorCode.OTHER_ACTION_AWAITED),
    ],
)
def test_while_a_low_card_waits(action: Action, code: ErrorCode) -> None:
    game = Game(position(ROWS, [(5, 50), (46, 51)]))
    game.reveal(5, 46)

    assert code_of(game.state, action) is code


def test_after_the_end() -> None:
    game = Game(position(ROWS, [(60,), (61,)], options=Options(max_rounds=1)))
    game.reveal(60, 61)

    assert code_of(game.state, ChooseCard(0, 60)) is ErrorCode.GAME_OVER
    assert legal_actions(game.state, 0) == ()


def test_a_seat_that_is_not_there_has_nothing_to_do_and_nothing_to_see() -> None:
    state = position(ROWS, [(5, 50), (46, 51)])

    for seat in (-1, 2):
        assert legal_actions(state, seat) == ()
        with pytest.raises(IllegalAction) as refusal:
            view_for(state, seat)
        assert refusal.value.code is ErrorCode.NO_SUCH_SEAT
        assert refusal.value.params == {"seat": seat}


def test_a_game_of_one_or_eleven_is_not_started() -> None:
    for players in (1, 11):
        with pytest.raises(InvalidOptions) as refusal:
            new_game(Options(), players, dealer())
        assert refusal.value.code is ErrorCode.PLAYER_COUNT


@pytest.mark.parametrize(
    ("action", "params"),
    [
        (ChooseCard(0, 51), {"card": 51}),
        (ChooseCard(2, 51), {"seat": 2}),
        (TakeRow(0, 0), {"awaited": Awaited.CARD}),
    ],
)
def test_what_is_refused_while_cards_are_chosen_is_named(
    action: Action, params: dict[str, object]
) -> None:
    with pytest.raises(IllegalAction) as refusal:
        apply(position(ROWS, [(5, 50), (46, 51)]), action, dealer())
    assert refusal.value.params == params


@pytest.mark.parametrize(
    ("action", "params"),
    [
        (TakeRow(1, 0), {"seat": 1}),
        (TakeRow(0, 4), {"row": 4}),
        (ChooseCard(0, 50), {"awaited": Awaited.ROW}),
    ],
)
def test_what_is_refused_while_a_low_card_waits_is_named(
    action: Action, params: dict[str, object]
) -> None:
    game = Game(position(ROWS, [(5, 50), (46, 51)]))
    game.reveal(5, 46)

    with pytest.raises(IllegalAction) as refusal:
        apply(game.state, action, dealer())
    assert refusal.value.params == params


@pytest.mark.parametrize(
    ("action", "params"),
    [
        (PlaySpecial(0, FIFTH, card=12, row=1), {"special": FIFTH, "card": 12, "row": 1}),
        (PlaySpecial(0, STOP, row=1), {"special": STOP}),
    ],
)
def test_a_refused_special_is_named_with_its_targets(
    action: Action, params: dict[str, object]
) -> None:
    game = Game(position(ROWS, [(44, 50), (46, 51)], specials=[[FIFTH], []]))
    game.reveal(44, 46)

    with pytest.raises(IllegalAction) as refusal:
        apply(game.state, action, dealer())
    assert refusal.value.params == params


def test_a_refused_pick_is_named() -> None:
    state, _ = new_game(Options(draft=True, known_cards=True), 2, dealer())

    with pytest.raises(IllegalAction) as refusal:
        apply(state, PickCard(0, 25), dealer())
    assert refusal.value.params == {"card": 25}


def test_an_error_is_the_same_when_copied() -> None:
    error = copy(InvalidRecord(ErrorCode.BAD_ACTION, round=1, turn=2, where="take"))

    assert (error.code, error.round, error.turn) == (ErrorCode.BAD_ACTION, 1, 2)
    assert error.params == {"where": "take"}


def test_an_error_says_its_code_and_what_it_is_about() -> None:
    assert str(IllegalAction(ErrorCode.GAME_OVER)) == "game_over"
    assert str(IllegalAction(ErrorCode.NO_SUCH_ROW, row=7)) == "no_such_row (row=7)"
    assert str(IllegalAction(ErrorCode.SPECIAL_TARGET, card=1, row=None)) == (
        "special_target (card=1, row=None)"
    )
