"""Every worked example on the rules' pages ends as the leaflets say (RULES.md)."""

import pytest

from games.help.examples import EXAMPLES, elimination
from games.rules.state import Cards, Row

ENDS: dict[str, list[Cards]] = {
    "first-turn": [(12, 14, 15), (37,), (43, 44), (58, 61)],
    "second-turn": [(30, 36), (37,), (43, 44), (58, 61)],
    "third-turn": [(30, 36), (3, 9), (43, 44), (58, 61, 68, 83)],
    "trap-42": [(10,), (24,), (17, 28, 40), (45,)],
    "trap-30": [(30,), (33, 35), (40, 44, 47), (62,)],
    "ducks": [(21, 23), (24,), (88,), (7,)],
    "jump": [(10, 13, 15), (20,), (30, 32), (41,)],
    "take-and-jump": [(43,), (78, 80), (104,), (53,)],
    "chain": [(36, 38), (34,), (35,), (90, 92)],
    "even-odd": [(12, 27), (24, 26), (43,), (58,)],
    "even-odd-moves": [(22,), (24,), (43,), (58,)],
    "mountain": [(12,), (37,), (43, 61), (58, 55)],
    "mountain-moves": [(12,), (37, 60), (51,), (70,)],
    "flip": [(12,), (37,), (43, 45, 64, 47), (58,)],
    "flip-tie": [(12,), (37, 45), (43, 54), (58,)],
    "ox-turn": [(30,), (37,), (43, 44, 45), (58,)],
    "ox-council": [(33,), (37,), (43, 44), (58,)],
    "fifth-row": [(40, 46), (51,), (60, 63, 64, 66), (15, 17, 18, 20, 22), (23,)],
    "five-rows": [(40, 46), (51,), (60, 63, 64, 68), (15, 17, 18, 20, 22)],
    "seven-takes": [(3, 5, 11, 13, 17, 20), (40,), (51, 54, 55), (60,)],
    "insert": [(5, 10, 11), (32, 38), (51,), (60, 62)],
    "insert-too-long": [(32, 38), (17,), (51,), (60, 62)],
    "replace": [(3, 4, 8, 14, 17), (7, 10, 15), (51,), (60, 62)],
    "shift": [(16, 18, 19, 22, 24), (10, 13, 17), (51,), (60, 62)],
    "stop": [(12, 13, 14, 16, 17), (4, 10, 22), (51,), (60, 62)],
    "minus-is-plus": [(20,), (40,), (51,), (60, 62)],
    "minus-is-plus-low": [(3,), (40,), (51,), (60, 62)],
}

HEADS = {
    "second-turn": (0, 0, 6, 0),
    "third-turn": (1, 0, 0, 0),
    "trap-42": (0, 10),
    "trap-30": (1, 7),
    "ducks": (0, 11, 3, 0),
    "take-and-jump": (5, 0),
    "chain": (20, 0),
    "even-odd-moves": (6, 1),
    "mountain-moves": (6, 0),
    "five-rows": (2, 0),
    "insert-too-long": (12, 0),
    "minus-is-plus": (0, 0),
    "minus-is-plus-low": (0, 0),
}


def test_no_example_is_forgotten_here() -> None:
    assert ENDS.keys() == EXAMPLES.keys()


@pytest.mark.parametrize("name", ENDS)
def test_it_ends_with_the_rows_of_the_leaflet(name: str) -> None:
    after, _ = EXAMPLES[name].played()
    assert [row.cards for row in after.round.rows] == ENDS[name]


@pytest.mark.parametrize("name", ENDS)
def test_it_costs_what_the_leaflet_says(name: str) -> None:
    example = EXAMPLES[name]
    after, _ = example.played()
    assert after.round.pile_heads == HEADS.get(name, (0,) * len(example.cards))


@pytest.mark.parametrize("name", ENDS)
def test_the_whole_turn_is_shown(name: str) -> None:
    after, _ = EXAMPLES[name].played()
    assert (after.round.turn, after.round.queue) == (2, ())


@pytest.mark.parametrize(("name", "row"), [("jump", 1), ("take-and-jump", 3), ("chain", 1)])
def test_the_cow_ends_in_the_row_of_the_leaflet(name: str, row: int) -> None:
    after, _ = EXAMPLES[name].played()
    assert [lane.cabriole for lane in after.round.rows].index(True) == row


def test_special_cards_that_stay_lie_on_their_rows() -> None:
    seven, _ = EXAMPLES["seven-takes"].played()
    stop, _ = EXAMPLES["stop"].played()
    assert seven.round.rows[0] == Row((3, 5, 11, 13, 17, 20), seven_takes=True)
    assert stop.round.rows[0] == Row((12, 13, 14, 16, 17), stopped=True)


def test_67_is_out_and_66_is_not() -> None:
    after, _ = elimination()
    assert after.totals == (45, 67, 32, 66)
    assert after.eliminated_in == (None, 3, None, None)
