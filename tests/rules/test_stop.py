"""Stop (S4): a blocked row."""

import pytest

from games.rules.actions import PlaySpecial, TakeRow
from games.rules.cards import SpecialKind
from games.rules.engine import apply, legal_actions
from games.rules.errors import ErrorCode, IllegalAction
from games.rules.events import StopsLifted
from games.rules.specials import refuse_stop
from games.rules.state import Awaited, Decision
from tests.rules.builders import Game, dealer, position, row

STOP = SpecialKind.STOP


def test_example_the_22_goes_after_the_10_because_the_row_of_the_17_is_blocked() -> None:
    rows = [row(13, 14, 15, 16, 17), row(10), row(50), row(60)]
    game = Game(position(rows, [(22, 90), (80, 91)], specials=[[STOP], []]))
    game.reveal(22, 80)

    game.do(PlaySpecial(0, STOP, row=0))

    assert game.rows[1] == (10, 22)
    assert game.state.round.rows[0] == row(13, 14, 15, 16, 17, stopped=True)


def test_a_card_below_every_open_end_is_low_and_takes_an_open_row() -> None:
    rows = [row(10, stopped=True), row(30), row(50), row(60)]
    game = Game(position(rows, [(20, 90), (80, 91)], specials=[[], []]))

    game.reveal(20, 80)

    assert game.state.decision == Decision(Awaited.ROW, (0,), 20)
    assert legal_actions(game.state, 0) == (TakeRow(0, 1), TakeRow(0, 2), TakeRow(0, 3))
    with pytest.raises(IllegalAction) as refusal:
        apply(game.state, TakeRow(0, 0), dealer())
    assert refusal.value.code is ErrorCode.ROW_BLOCKED


def test_all_stops_are_discarded_as_soon_as_anyone_takes_a_row() -> None:
    rows = [row(10, stopped=True), row(30, stopped=True), row(50), row(60)]
    game = Game(position(rows, [(20, 90), (80, 91)], specials=[[], []]))
    game.reveal(20, 80)

    events = game.do(TakeRow(0, 2))

    assert StopsLifted((0, 1)) in events
    assert not any(each.stopped for each in game.state.round.rows)
    assert game.special_cards.discard == (STOP, STOP)


def test_they_stay_while_nobody_takes() -> None:
    rows = [row(10, stopped=True), row(30), row(50), row(60)]
    game = Game(position(rows, [(61, 90), (80, 91)], specials=[[], []]))

    game.reveal(61, 80)

    assert game.state.round.rows[0].stopped


def test_it_may_lie_beside_a_seven() -> None:
    rows = [row(10, seven_takes=True), row(30), row(50), row(60)]

    assert refuse_stop(rows, 0) is None


@pytest.mark.parametrize(
    ("stopped", "index", "code"),
    [
        ((0,), 0, ErrorCode.ROW_BLOCKED),
        ((0,), 4, ErrorCode.NO_SUCH_ROW),
        ((0,), 1, None),
        ((0, 1), 2, ErrorCode.TWO_STOPS_ALREADY),
    ],
)
def test_at_most_two_and_not_on_a_blocked_row(
    stopped: tuple[int, ...], index: int, code: ErrorCode | None
) -> None:
    rows = [row(10 * (each + 1), stopped=each in stopped) for each in range(4)]

    assert refuse_stop(rows, index) is code
