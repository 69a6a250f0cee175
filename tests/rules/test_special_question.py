"""When a player is asked for a special card, and who holds what (S4; RULES.md, Special cards)."""

import pytest

from games.rules.actions import ChooseCard, PassSpecial, PlaySpecial, TakeRow
from games.rules.cards import SpecialKind
from games.rules.engine import apply, legal_actions
from games.rules.errors import ErrorCode, IllegalAction
from games.rules.events import Placed, Revealed, SpecialPlayed
from games.rules.state import Awaited, Decision
from tests.rules.builders import Game, dealer, position, row

ROWS = [row(12), row(37), row(43), row(58)]
FIFTH, SEVEN, INSERT, REPLACE, SHIFT, STOP, MINUS = SpecialKind


def test_a_player_with_a_playable_special_is_asked_before_the_number_is_placed() -> None:
    game = Game(position(ROWS, [(44, 90), (60, 91)], specials=[[FIFTH], []]))

    events = game.reveal(44, 60)

    assert events == (Revealed(((0, 44), (1, 60))),)
    assert game.state.decision == Decision(Awaited.SPECIAL, (0,), 44)


def test_a_player_who_can_play_none_is_not_asked() -> None:
    # 44 is not low, its row is not full, and it is higher than no row's end but the 58
    game = Game(position(ROWS, [(104, 90), (60, 91)], specials=[[MINUS, INSERT], []]))

    game.reveal(104, 60)

    assert game.rows[3] == (58, 60, 104)


def test_a_player_without_specials_is_not_asked() -> None:
    game = Game(position(ROWS, [(44, 90), (60, 91)], specials=[[], []]))

    game.reveal(44, 60)

    assert game.state.round.turn == 2


def test_after_passing_the_number_is_placed_as_usual() -> None:
    game = Game(position(ROWS, [(44, 90), (60, 91)], specials=[[FIFTH], []]))
    game.reveal(44, 60)

    events = game.pass_special()

    assert events == (Placed(0, 44, 2), Placed(1, 60, 3))
    assert game.special_cards.hands == ((FIFTH,), ())


def test_after_passing_with_a_low_card_the_row_is_asked_for_not_the_special_again() -> None:
    game = Game(position(ROWS, [(5, 90), (60, 91)], specials=[[FIFTH], []]))
    game.reveal(5, 60)

    game.pass_special()

    assert game.state.decision == Decision(Awaited.ROW, (0,), 5)


def test_only_one_special_is_played_for_a_number() -> None:
    game = Game(position(ROWS, [(5, 90), (60, 91)], specials=[[STOP, FIFTH], []]))
    game.reveal(5, 60)

    game.do(PlaySpecial(0, STOP, row=1))

    assert game.state.decision == Decision(Awaited.ROW, (0,), 5)


def test_each_player_is_asked_for_their_own_number() -> None:
    game = Game(position(ROWS, [(60, 90), (44, 91)], specials=[[STOP], [STOP]]))
    game.reveal(60, 44)

    asked = [game.state.decision]
    game.pass_special()
    asked.append(game.state.decision)

    assert asked == [
        Decision(Awaited.SPECIAL, (1,), 44),
        Decision(Awaited.SPECIAL, (0,), 60),
    ]


def test_a_kind_held_twice_is_offered_once() -> None:
    game = Game(position(ROWS, [(44, 90), (60, 91)], specials=[[FIFTH, FIFTH], []]))
    game.reveal(44, 60)

    assert legal_actions(game.state, 0) == (PassSpecial(0), PlaySpecial(0, FIFTH))


def test_a_played_special_leaves_the_hand_for_the_discard() -> None:
    game = Game(position(ROWS, [(14, 44, 90), (60, 91)], specials=[[REPLACE, STOP], []]))
    game.reveal(14, 60)

    events = game.do(PlaySpecial(0, REPLACE, card=44))

    assert events[0] == SpecialPlayed(0, REPLACE, 44, None)
    assert game.special_cards.hands == ((STOP,), ())
    assert game.special_cards.discard == (REPLACE,)


def test_the_specials_of_the_others_stay_where_they_are() -> None:
    hands = [(60, 90), (44, 91), (61, 92)]
    game = Game(position(ROWS, hands, specials=[[SEVEN], [FIFTH, MINUS], [STOP]]))
    game.reveal(60, 44, 61)

    game.do(PlaySpecial(1, FIFTH))

    assert game.special_cards.hands == ((SEVEN,), (MINUS,), (STOP,))


def test_a_special_may_be_played_with_the_last_number_of_a_round() -> None:
    game = Game(position(ROWS, [(61,), (60,)], specials=[[FIFTH], []]))
    game.reveal(61, 60)

    game.do(PlaySpecial(0, FIFTH))

    assert game.state.round.number == 2


@pytest.mark.parametrize("kind", [FIFTH, SEVEN, STOP])
def test_a_special_that_acts_on_the_table_is_not_discarded(kind: SpecialKind) -> None:
    game = Game(position(ROWS, [(44, 90), (60, 91)], specials=[[kind], []]))
    game.reveal(44, 60)

    game.do(PlaySpecial(0, kind, row=0 if kind is STOP else None))

    assert game.special_cards.hands == ((), ())
    assert game.special_cards.discard == ()


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (PlaySpecial(0, SHIFT, 12, 1), ErrorCode.SPECIAL_NOT_HELD),
        (PlaySpecial(1, FIFTH), ErrorCode.NOT_AWAITED),
        (PassSpecial(1), ErrorCode.NOT_AWAITED),
        (PlaySpecial(2, FIFTH), ErrorCode.NO_SUCH_SEAT),
        (TakeRow(0, 1), ErrorCode.OTHER_ACTION_AWAITED),
        (ChooseCard(0, 90), ErrorCode.OTHER_ACTION_AWAITED),
        (PlaySpecial(0, FIFTH, row=1), ErrorCode.SPECIAL_TARGET),
        (PlaySpecial(0, FIFTH, card=44), ErrorCode.SPECIAL_TARGET),
        (PlaySpecial(0, INSERT), ErrorCode.SPECIAL_TARGET),
        (PlaySpecial(0, INSERT, card=44, row=3), ErrorCode.SPECIAL_TARGET),
    ],
)
def test_what_is_not_asked_for_is_refused(
    action: PlaySpecial | PassSpecial | TakeRow | ChooseCard, code: ErrorCode
) -> None:
    game = Game(position(ROWS, [(44, 90), (60, 91)], specials=[[FIFTH, INSERT], [FIFTH]]))
    game.reveal(44, 60)

    with pytest.raises(IllegalAction) as refusal:
        apply(game.state, action, dealer())
    assert refusal.value.code is code


def test_specials_are_for_the_moment_of_placing_only() -> None:
    game = Game(position(ROWS, [(44, 90), (60, 91)], specials=[[FIFTH], []]))

    with pytest.raises(IllegalAction) as refusal:
        apply(game.state, PlaySpecial(0, FIFTH), dealer())
    assert refusal.value.code is ErrorCode.OTHER_ACTION_AWAITED
