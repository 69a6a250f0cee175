"""What is said for a card or against it follows from the rows and the numbers not seen."""

import pytest

from games.page.staging import Position
from games.practice.reasons import Kind, Reason, reason_for
from games.rules.engine import view_for
from games.rules.options import Options
from games.rules.state import Row, View

BASE = Options()
ROWS = (Row((12, 14, 15, 21, 26)), Row((37, 40)), Row((41, 42, 43, 44)), Row((58, 61)))


def view_of(hand: tuple[int, ...], options: Options = BASE, *, players: int = 3) -> View:
    others = [(95 + at, 96 + at) for at in range(players - 1)]
    return view_for(Position(ROWS, (hand, *others), options, piles=((64,),)).state(), 0)


@pytest.mark.parametrize(
    ("card", "reason"),
    [
        # Below 26, 40, 44 and 61: the cheapest row is 58 61.
        (3, Reason(Kind.LOW, 3, heads=2)),
        # 1 + 1 + 2 + 1 + 1 heads; 27, 28 and 29 may come first.
        (30, Reason(Kind.FULL, 30, 0, 26, heads=6, between=3, room=0)),
        (45, Reason(Kind.ALONE, 45, 2, 44, room=1)),
        # 62 and 63 in a row that holds three more; the 64 was taken.
        (65, Reason(Kind.ROOM, 65, 3, 61, between=2, room=3)),
        # 46 and 47, less the hand's own 45; one more is the fifth.
        (48, Reason(Kind.FILLS, 48, 2, 44, between=2, room=1)),
    ],
)
def test_the_reason_is_what_the_rows_show(card: int, reason: Reason) -> None:
    assert reason_for(view_of((3, 30, 45, 48, 65)), card) == reason


def test_as_many_cards_come_before_as_there_are_others() -> None:
    # Of 28 unseen numbers between 61 and 90 two others play two, three others three.
    for players, kind in ((3, Kind.ROOM), (4, Kind.FILLS)):
        found = reason_for(view_of((90,), players=players), 90)
        assert found is not None
        assert found.kind is kind


def test_the_cabriole_takes_a_place() -> None:
    rows = (Row((10, 11, 12, 13), cabriole=True), Row((50,)), Row((60,)), Row((70,)))
    state = Position(rows, ((20,), (95,)), Options(cabriole=True)).state()
    found = reason_for(view_for(state, 0), 20)
    assert found is not None
    # 3 + 5 + 1 + 1 heads.
    assert (found.kind, found.heads) == (Kind.FULL, 10)


def test_beside_a_fan_card_nothing_is_said() -> None:
    assert reason_for(view_of((45,), Options(mountain=True)), 45) is None
