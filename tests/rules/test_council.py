"""The council of the team against the ox (S2; RULES.md, All against the ox)."""

import pytest

from games.rules.actions import (
    Agree,
    Decline,
    Propose,
    Ready,
)
from games.rules.cards import OxKind
from games.rules.engine import view_for
from games.rules.errors import ErrorCode, IllegalAction
from games.rules.events import (
    Declined,
    Placed,
    Proposed,
    Shifted,
    StopsLifted,
    TakeReason,
    TeamPlayed,
    Took,
)
from games.rules.state import Cards
from tests.rules.builders import row
from tests.rules.ox_builders import ROWS, against, agree_all, beast


def test_before_the_placing_all_see_the_numbers_and_talk() -> None:
    game = against(ROWS, [(14, 1), (44, 2)], (15, 3), OxKind.STOP)
    game.reveal(14, 44)

    assert game.rows == [(12,), (37,), (43,), (58,)]
    assert game.state.round.queue == ((0, 14), (2, 15), (1, 44))
    assert tuple(game.state.round.decision) == ("council", (0, 1), None)

    game.do(Ready(1))
    assert game.state.round.decision.seats == (0,)
    game.do(Ready(0))
    assert game.rows == [(12, 14, 15), (37,), (43, 44), (58,)]


def test_without_a_special_card_there_is_nothing_to_talk_about() -> None:
    game = against(ROWS, [(14, 1)], (15, 3))

    game.reveal(14)

    assert game.state.round.turn == 2


def test_a_card_is_played_when_all_agree_and_the_next_one_is_turned_up() -> None:
    kinds = (OxKind.STOP, OxKind.SORT)
    game = against(ROWS, [(14, 1), (44, 2), (59, 4)], (15, 3), *kinds, supply=(OxKind.LAST,))
    game.reveal(14, 44, 59)
    game.do(Ready(2))
    stop = Propose(0, OxKind.STOP, row=0)

    assert game.do(stop) == (Proposed(0, OxKind.STOP, None, 0, ()),)
    assert game.do(Agree(1)) == ()
    assert not game.state.round.rows[0].stopped
    assert game.do(Agree(2)) == (TeamPlayed(0, OxKind.STOP, None, 0, ()),)

    assert game.state.round.rows[0].stopped
    assert (beast(game).open, beast(game).supply) == ((OxKind.SORT, OxKind.LAST), ())
    # Whoever was ready sees other rows now.
    assert game.state.round.decision.seats == (0, 1, 2)


def test_what_one_declines_is_not_done_nor_proposed_again() -> None:
    game = against(ROWS, [(14, 1), (44, 2)], (15, 3), OxKind.STOP)
    game.reveal(14, 44)
    game.do(Propose(0, OxKind.STOP, row=0))

    assert game.do(Decline(1)) == (Declined(1),)

    with pytest.raises(IllegalAction) as refused:
        game.do(Propose(1, OxKind.STOP, row=0))
    assert refused.value.code is ErrorCode.PROPOSAL_DECLINED
    game.do(Propose(1, OxKind.STOP, row=1))


def test_one_thing_is_proposed_at_a_time() -> None:
    game = against(ROWS, [(14, 1), (44, 2)], (15, 3), OxKind.STOP)
    game.reveal(14, 44)
    game.do(Propose(0, OxKind.STOP, row=0))

    for action in (Propose(1, OxKind.STOP, row=1), Ready(1)):
        with pytest.raises(IllegalAction) as refused:
            game.do(action)
        assert refused.value.code is ErrorCode.PROPOSAL_OPEN


@pytest.mark.parametrize("action", [Agree(0), Decline(0)])
def test_there_is_nothing_to_answer_while_nothing_is_proposed(action: Agree | Decline) -> None:
    game = against(ROWS, [(14, 1), (44, 2)], (15, 3), OxKind.STOP)
    game.reveal(14, 44)

    with pytest.raises(IllegalAction) as refused:
        game.do(action)
    assert refused.value.code is ErrorCode.NO_PROPOSAL


def test_seven_takes_lets_a_row_hold_six() -> None:
    rows = (row(12, 14, 15, 21, 26), row(37), row(43), row(58))
    game = against(rows, [(30, 1), (44, 2)], (45, 3), OxKind.SEVEN_TAKES)
    game.reveal(30, 44)
    agree_all(game, Propose(1, OxKind.SEVEN_TAKES, row=0))

    assert game.rows[0] == (12, 14, 15, 21, 26, 30)
    assert game.state.round.rows[0].seven_takes


def test_a_stopped_row_is_open_again_once_another_is_taken() -> None:
    rows = (row(12, 14, 15, 21, 26), row(28), row(43), row(58))
    game = against(rows, [(30, 1), (44, 2)], (45, 3), OxKind.STOP)
    game.reveal(30, 44)

    events = agree_all(game, Propose(0, OxKind.STOP, row=1))

    # 30 cannot follow 28; it takes the first row, and the second is free.
    assert StopsLifted((1,)) in events
    assert game.rows == [(30,), (28,), (43, 44, 45), (58,)]
    assert game.heads == (6, 0)


def test_replace_changes_a_number_and_not_the_order() -> None:
    game = against(ROWS, [(14, 90), (44, 2)], (15, 3), OxKind.REPLACE, OxKind.STOP)
    game.reveal(14, 44)
    agree_all(game, Propose(0, OxKind.REPLACE, card=90))

    assert game.state.round.queue == ((0, 90), (2, 15), (1, 44))
    assert game.state.round.hands[0] == (14,)
    assert 14 in view_for(game.state, None).seen


def test_insert_puts_a_players_number_within_a_row_and_the_team_takes_what_is_too_much() -> None:
    rows = (row(12), row(30, 32, 34, 36, 38), row(43), row(58))
    game = against(rows, [(33, 1), (44, 2)], (45, 3), OxKind.INSERT)
    game.reveal(33, 44)

    events = agree_all(game, Propose(1, OxKind.INSERT, card=33, row=1))

    assert events[2:4] == (
        Placed(0, 33, 1),
        Took(0, 1, (30, 32, 33, 34, 36), 3 + 1 + 5 + 1 + 1, TakeReason.INSERT),
    )
    assert game.rows == [(12,), (38,), (43, 44, 45), (58,)]


def test_shift_moves_a_number_and_the_next_one_starts_a_row_that_was_emptied() -> None:
    game = against(ROWS, [(14, 1), (44, 2)], (15, 3), OxKind.SHIFT)
    game.reveal(14, 44)

    events = agree_all(game, Propose(0, OxKind.SHIFT, card=58, row=0))

    assert events[2] == Shifted(0, 58, 3, 0)
    assert game.rows == [(12, 58), (37,), (43, 44), (14, 15)]


def test_shift_that_makes_a_row_too_long_costs_the_team() -> None:
    rows = (row(12), row(30, 32, 34, 36, 38), row(31, 43), row(58))
    game = against(rows, [(44, 1), (59, 2)], (45, 3), OxKind.SHIFT)
    game.reveal(44, 59)

    agree_all(game, Propose(1, OxKind.SHIFT, card=31, row=1))

    assert game.rows[1] == (38,)
    assert game.heads == (0, 3 + 1 + 1 + 1 + 1)


@pytest.mark.parametrize(
    ("proposal", "order"),
    [
        (Propose(0, OxKind.FIRST, card=44), (44, 14, 15)),
        (Propose(0, OxKind.LAST, card=14), (15, 44, 14)),
        (Propose(1, OxKind.SORT, order=(15, 44, 14)), (15, 44, 14)),
    ],
)
def test_the_team_changes_the_order_of_placing(proposal: Propose, order: Cards) -> None:
    game = against(ROWS, [(14, 1), (44, 2)], (15, 3), proposal.kind, OxKind.STOP)
    game.reveal(14, 44)

    agree_all(game, proposal)

    assert tuple(card for _seat, card in game.state.round.queue) == order


@pytest.mark.parametrize(
    ("proposal", "code"),
    [
        (Propose(0, OxKind.SHIFT, card=12, row=1), ErrorCode.SPECIAL_NOT_HELD),
        (Propose(0, OxKind.STOP, row=4), ErrorCode.NO_SUCH_ROW),
        (Propose(0, OxKind.STOP, card=14, row=1), ErrorCode.SPECIAL_TARGET),
        (Propose(0, OxKind.REPLACE, card=2), ErrorCode.CARD_NOT_HELD),
        (Propose(0, OxKind.INSERT, card=15, row=1), ErrorCode.SPECIAL_TARGET),
        (Propose(0, OxKind.INSERT, card=44, row=2), ErrorCode.INSERT_AT_END),
        (Propose(0, OxKind.FIRST, card=15), ErrorCode.SPECIAL_TARGET),
        (Propose(0, OxKind.SORT, order=(14, 15)), ErrorCode.SPECIAL_TARGET),
        (Propose(0, OxKind.SORT, order=(14, 15, 15)), ErrorCode.SPECIAL_TARGET),
        (Propose(0, OxKind.SEVEN_TAKES, row=0), ErrorCode.SEVEN_TAKES_ALREADY),
    ],
)
def test_what_cannot_be_proposed_is_refused_with_its_reason(
    proposal: Propose, code: ErrorCode
) -> None:
    rows = (row(12, seven_takes=True), *ROWS[1:])
    kinds = [kind for kind in OxKind if kind is not OxKind.SHIFT]
    game = against(rows, [(14, 1), (44, 2)], (15, 3), *kinds)
    game.reveal(14, 44)

    with pytest.raises(IllegalAction) as refused:
        game.do(proposal)

    assert refused.value.code is code


def test_at_most_two_stops_lie_on_the_table() -> None:
    rows = (row(12, stopped=True), row(37, stopped=True), row(43), row(58))
    game = against(rows, [(44, 1), (59, 2)], (60, 3), OxKind.STOP)
    game.reveal(44, 59)

    with pytest.raises(IllegalAction) as refused:
        game.do(Propose(0, OxKind.STOP, row=2))
    assert refused.value.code is ErrorCode.TWO_STOPS_ALREADY
