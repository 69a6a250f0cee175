"""The exchange of specials after a take (S4; RULES.md, Exchange)."""

from collections.abc import Sequence

import pytest

from games.rules.actions import ExchangeSpecial, KeepSpecials, PlaySpecial, TakeRow
from games.rules.cards import SpecialKind
from games.rules.engine import apply, legal_actions
from games.rules.errors import ErrorCode, IllegalAction
from games.rules.events import Exchanged, PileRebuilt
from games.rules.state import Awaited, Decision
from tests.rules.builders import Game, dealer, position, row

FIFTH, SEVEN, INSERT, REPLACE, SHIFT, STOP, MINUS = SpecialKind
ROWS = [row(13, 14, 15, 16, 17), row(30), row(50), row(60)]
EXCHANGE = Decision(Awaited.EXCHANGE, (0,))


def taken(
    held: list[SpecialKind],
    special_pile: Sequence[SpecialKind] = (STOP,),
    discard: Sequence[SpecialKind] = (),
) -> Game:
    """Seat 0 has passed over its specials and taken the first row with an 18."""
    start = position(
        ROWS,
        [(18, 90), (80, 91)],
        specials=[held, []],
        special_pile=special_pile,
        discard=discard,
    )
    game = Game(start)
    game.reveal(18, 80)
    game.pass_special()
    return game


def test_who_took_a_row_is_asked_before_the_next_number_is_placed() -> None:
    game = taken([FIFTH, STOP, STOP])

    assert game.state.decision == EXCHANGE
    assert game.rows == [(18,), (30,), (50,), (60,)]
    assert legal_actions(game.state, 0) == (
        KeepSpecials(0),
        ExchangeSpecial(0, FIFTH),
        ExchangeSpecial(0, STOP),
    )


def test_a_special_is_given_for_the_top_of_the_pile() -> None:
    game = taken([FIFTH, STOP], special_pile=[SHIFT, INSERT])

    events = game.do(ExchangeSpecial(0, FIFTH))

    assert events[0] == Exchanged(0, FIFTH)
    assert game.special_cards.hands[0] == (SHIFT, STOP)
    assert game.special_cards.pile == (INSERT,)
    assert game.special_cards.discard == (FIFTH,)
    assert game.rows[3] == (60, 80)


def test_the_specials_of_the_others_stay_where_they_are() -> None:
    start = position(
        ROWS,
        [(90, 91), (18, 80), (5, 70)],
        specials=[[FIFTH], [STOP], [INSERT]],
        special_pile=[SHIFT],
    )
    game = Game(start)
    game.reveal(91, 18, 70)
    game.pass_special()

    game.do(ExchangeSpecial(1, STOP))

    assert game.special_cards.hands == ((FIFTH,), (SHIFT,), (INSERT,))


def test_who_keeps_them_plays_on_with_the_same() -> None:
    game = taken([FIFTH, STOP])

    game.do(KeepSpecials(0))

    assert game.special_cards.hands[0] == (FIFTH, STOP)
    assert game.state.round.turn == 2


def test_without_a_special_left_nobody_is_asked() -> None:
    game = Game(position(ROWS, [(18, 90), (80, 91)], specials=[[MINUS], []]))
    game.reveal(18, 80)

    game.do(PlaySpecial(0, MINUS, card=17))

    assert game.state.decision == Decision(Awaited.CARD, (0, 1))


def test_an_empty_pile_is_rebuilt_of_the_discard_with_the_card_just_given() -> None:
    game = taken([FIFTH], special_pile=[], discard=[SHIFT, INSERT])

    events = game.do(ExchangeSpecial(0, FIFTH))

    order = dealer().reshuffle(1, 1, (FIFTH, INSERT, SHIFT))
    assert events[1] == PileRebuilt(3)
    assert game.special_cards.hands[0] == order[:1]
    assert game.special_cards.pile == order[1:]
    assert game.special_cards.discard == ()
    assert game.special_cards.reshuffles == 1


def test_what_the_take_freed_is_in_the_discard_by_then() -> None:
    rows = [row(3, seven_takes=True), row(30, stopped=True), row(50), row(60)]
    game = Game(position(rows, [(2, 90), (80, 91)], specials=[[FIFTH], []]))
    game.reveal(2, 80)
    game.pass_special()

    game.do(TakeRow(0, 0))

    assert game.special_cards.discard == (SEVEN, STOP)
    assert game.state.decision == EXCHANGE


def test_a_shift_that_took_and_an_own_number_that_took_allow_two() -> None:
    rows = [row(13, 14, 15, 16, 17), row(25, 26, 27, 28, 29), row(5, 50), row(60)]
    start = position(
        rows, [(30, 90), (80, 91)], specials=[[SHIFT, STOP], []], special_pile=[FIFTH, INSERT]
    )
    game = Game(start)
    game.reveal(30, 80)
    game.do(PlaySpecial(0, SHIFT, card=5, row=0))
    assert game.rows[:2] == [(17,), (30,)]

    game.do(ExchangeSpecial(0, STOP))
    assert game.state.decision == EXCHANGE
    game.do(ExchangeSpecial(0, FIFTH))

    assert game.special_cards.hands[0] == (INSERT,)
    assert game.state.round.turn == 2


def test_keeping_ends_both() -> None:
    rows = [row(13, 14, 15, 16, 17), row(25, 26, 27, 28, 29), row(5, 50), row(60)]
    game = Game(position(rows, [(30, 90), (80, 91)], specials=[[SHIFT, STOP], []]))
    game.reveal(30, 80)
    game.do(PlaySpecial(0, SHIFT, card=5, row=0))

    game.do(KeepSpecials(0))

    assert game.state.round.turn == 2


def test_after_the_last_take_of_the_turn_the_next_card_is_awaited() -> None:
    rows = [row(12), row(30), row(50), row(60, 61, 62, 63, 64)]
    game = Game(position(rows, [(104, 90), (13, 91)], specials=[[STOP], []]))
    game.reveal(104, 13)
    game.pass_special()

    game.do(ExchangeSpecial(0, STOP))

    assert game.state.decision == Decision(Awaited.CARD, (0, 1))


@pytest.mark.parametrize("answer", [ExchangeSpecial(0, STOP), KeepSpecials(0)])
def test_it_is_allowed_after_the_last_take_of_the_round(
    answer: ExchangeSpecial | KeepSpecials,
) -> None:
    rows = [row(12), row(30), row(50), row(60, 61, 62, 63, 64)]
    game = Game(position(rows, [(104,), (13,)], specials=[[STOP], []]))
    game.reveal(104, 13)
    game.pass_special()

    assert game.state.round.number == 1
    game.do(answer)
    assert game.state.round.number == 2


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (ExchangeSpecial(0, SHIFT), ErrorCode.SPECIAL_NOT_HELD),
        (ExchangeSpecial(1, FIFTH), ErrorCode.NOT_AWAITED),
        (KeepSpecials(1), ErrorCode.NOT_AWAITED),
        (TakeRow(0, 0), ErrorCode.OTHER_ACTION_AWAITED),
    ],
)
def test_what_cannot_be_exchanged_is_refused(
    action: ExchangeSpecial | KeepSpecials | TakeRow, code: ErrorCode
) -> None:
    game = taken([FIFTH])

    with pytest.raises(IllegalAction) as refusal:
        apply(game.state, action, dealer())
    assert refusal.value.code is code
