"""The draft (S0, variante pro 2; RULES.md, Pro variants)."""

import pytest

from games.rules.actions import PickCard
from games.rules.engine import apply, legal_actions, new_game, view_for
from games.rules.errors import ErrorCode, IllegalAction
from games.rules.events import Picked, RoundStarted, RowsLaid
from games.rules.options import Options
from games.rules.state import Awaited, Decision
from tests.rules.builders import Game, dealer

DRAFT = Options(draft=True)


def start(options: Options, players: int) -> Game:
    return Game(new_game(options, players, dealer())[0])


def pick_lowest_until_dealt(game: Game) -> tuple[object, ...]:
    events: tuple[object, ...] = ()
    while (decision := game.state.decision) and decision.kind is Awaited.PICK:
        events = game.do(PickCard(decision.seats[0], game.state.round.pool[0]))
    return events


def test_all_cards_lie_face_up_and_no_rows_yet() -> None:
    state, events = new_game(DRAFT, 3, dealer())

    assert state.round.pool == tuple(range(1, 105))
    assert state.round.rows == ()
    assert events == (RoundStarted(1, (0, 1, 2), ()),)


def test_without_a_draft_nothing_lies_there_to_pick() -> None:
    assert start(Options(), 3).state.round.pool == ()


def test_known_cards_offer_ten_a_player_and_four() -> None:
    game = start(Options(draft=True, known_cards=True), 3)

    assert game.state.round.pool == tuple(range(1, 35))


def test_seats_pick_in_order_the_same_every_lap() -> None:
    game = start(DRAFT, 3)
    pickers = []

    for card in range(1, 8):
        decision = game.state.decision
        pickers.append(decision.seats)
        game.do(PickCard(decision.seats[0], card))

    assert pickers == [(0,), (1,), (2,), (0,), (1,), (2,), (0,)]


def test_the_first_picker_moves_on_one_player_each_round() -> None:
    drafted = start(DRAFT, 3).state.round

    second = drafted._replace(number=2)
    without_seat_1 = drafted._replace(number=3, seats=(0, 2))
    assert drafted._replace(number=4).picker == 0
    assert (second.picker, without_seat_1.picker) == (1, 0)
    assert without_seat_1._replace(number=2).picker == 2


def test_a_pick_is_public_and_leaves_the_pool() -> None:
    game = start(DRAFT, 2)

    events = game.do(PickCard(0, 55))

    assert events == (Picked(0, 55),)
    assert 55 not in game.state.round.pool
    assert view_for(game.state, 1).picks == ((55,), ())
    assert view_for(game.state, 1).pool == game.state.round.pool
    assert 55 in view_for(game.state, None).seen


def test_only_cards_still_in_the_pool_are_offered() -> None:
    game = start(DRAFT, 2)
    game.do(PickCard(0, 1))

    assert legal_actions(game.state, 0) == ()
    assert legal_actions(game.state, 1) == tuple(PickCard(1, card) for card in range(2, 105))


def test_after_the_last_pick_four_of_the_cards_left_form_the_rows() -> None:
    game = start(DRAFT, 2)

    events = pick_lowest_until_dealt(game)

    firsts = tuple(row.last for row in game.state.round.rows)
    assert events == (Picked(1, 20), RowsLaid(firsts))
    assert len(set(firsts)) == 4
    assert min(firsts) > 20
    assert game.state.round.pool == ()
    assert game.state.round.turn == 1
    assert game.state.round.hands == (tuple(range(1, 20, 2)), tuple(range(2, 21, 2)))
    assert game.state.decision == Decision(Awaited.CARD, (0, 1))


def test_with_known_cards_the_four_cards_left_form_the_rows() -> None:
    game = start(Options(draft=True, known_cards=True), 2)

    pick_lowest_until_dealt(game)

    assert sorted(row.last for row in game.state.round.rows) == [21, 22, 23, 24]


def test_the_cabriole_is_laid_with_the_rows() -> None:
    game = start(Options(draft=True, cabriole=True), 2)
    pick_lowest_until_dealt(game)

    rows = game.state.round.rows
    assert [row.last for row in rows if row.cabriole] == [min(row.last for row in rows)]


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (PickCard(0, 1), ErrorCode.NOT_AWAITED),
        (PickCard(1, 7), ErrorCode.CARD_NOT_IN_POOL),
        (PickCard(1, 105), ErrorCode.CARD_NOT_IN_POOL),
        (PickCard(1, 0), ErrorCode.CARD_NOT_IN_POOL),
    ],
)
def test_a_pick_out_of_turn_or_of_a_card_that_is_gone_is_refused(
    action: PickCard, code: ErrorCode
) -> None:
    game = start(DRAFT, 2)
    game.do(PickCard(0, 7))

    with pytest.raises(IllegalAction) as refusal:
        apply(game.state, action, dealer())
    assert refusal.value.code is code
