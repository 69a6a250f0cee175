"""What is said for a card or against it follows from the rows and the numbers not seen."""

import pytest

from games.page.staging import Position
from games.practice.presenter import reasons_in_words
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


@pytest.mark.parametrize(
    ("best", "chosen", "told"),
    [
        # Four others may all come between 61 and the 70, and three make the row full.
        (70, 90, "Both would go to row 4"),
        (2, 3, "Both are below every row"),
        (27, 30, "Both would take row 1"),
    ],
)
def test_what_is_true_of_both_cards_is_no_reason_between_them(
    best: int, chosen: int, told: str
) -> None:
    view = view_of((best, chosen), players=5)
    (sentence,) = reasons_in_words(reason_for(view, best), reason_for(view, chosen), "bulls")
    assert told in sentence
    assert "what the hand keeps" in sentence


def test_what_differs_is_said_of_each() -> None:
    view = view_of((30, 45))
    one, other = reasons_in_words(reason_for(view, 45), reason_for(view, 30), "bulls")
    assert "Nobody can come between the 44 and the 45" in one
    assert other == "The 30 would be one card too many for row 1: 6 bull heads."
    assert reasons_in_words(reason_for(view, 45), reason_for(view, 45), "bulls") == [one]
    assert reasons_in_words(None, None, "bulls") == []
