"""The jumping cow (S2; RULES.md, Cabriole)."""

from games.rules.actions import TakeRow
from games.rules.engine import new_game
from games.rules.events import Jumped, Placed, TakeReason, Took
from games.rules.state import Row
from tests.rules.builders import CABRIOLE, Game, dealer, position, row


def cow_row(rows: tuple[Row, ...]) -> list[int]:
    return [index for index, each in enumerate(rows) if each.cabriole]


def test_it_is_laid_beside_the_lowest_first_card() -> None:
    for seed in range(10):
        state, _ = new_game(CABRIOLE, 4, dealer(seed))

        rows = state.round.rows
        assert cow_row(rows) == [rows.index(min(rows, key=lambda row: row.last))]


def test_the_number_to_its_left_counts_for_the_smallest_difference() -> None:
    rows = [row(10, 13, cabriole=True), row(20), row(30), row(40)]
    game = Game(position(rows, [(15, 50), (21, 51)], options=CABRIOLE))

    events = game.reveal(15, 21)

    assert game.rows == [(10, 13, 15), (20, 21), (30,), (40,)]
    assert events[1:] == (Placed(0, 15, 0), Jumped(0, 0, 1), Placed(1, 21, 1), Jumped(1, 1, 0))


def test_example_the_sixth_card_takes_four_numbers_and_the_cow_jumps_to_53() -> None:
    rows = [row(3, 5, 9, 13, cabriole=True), row(78), row(104), row(53)]
    game = Game(position(rows, [(43, 1), (54, 2)], options=CABRIOLE))

    events = game.reveal(43, 54)

    assert events[1:4] == (
        Took(0, 0, (3, 5, 9, 13), 5, TakeReason.SIXTH),
        Placed(0, 43, 0),
        Jumped(0, 0, 3),
    )
    assert game.rows == [(43,), (78,), (104,), (53, 54)]


def test_four_numbers_without_it_are_no_full_row() -> None:
    rows = [row(3, 5, 9, 13), row(78), row(104), row(53, cabriole=True)]
    game = Game(position(rows, [(43, 1), (44, 2)], options=CABRIOLE))

    game.reveal(43, 44)

    assert game.rows[0] == (44,)
    assert game.heads == (0, 6)


def test_it_jumps_after_a_low_card_took_its_row() -> None:
    rows = [row(20, cabriole=True), row(78), row(104), row(53)]
    game = Game(position(rows, [(5, 50), (6, 51)], options=CABRIOLE))
    game.reveal(5, 6)

    events = game.do(TakeRow(0, 0))

    assert events[:3] == (Took(0, 0, (20,), 3, TakeReason.LOW), Placed(0, 5, 0), Jumped(0, 0, 3))


def test_it_stays_where_a_card_goes_to_another_row() -> None:
    rows = [row(20, cabriole=True), row(78), row(104), row(53)]
    game = Game(position(rows, [(5, 50), (54, 51)], options=CABRIOLE))
    game.reveal(5, 54)

    game.do(TakeRow(0, 1))

    assert cow_row(game.state.round.rows) == [0]


def test_landing_on_five_numbers_takes_all_but_the_highest_and_jumps_again() -> None:
    rows = [row(10, cabriole=True), row(30, 31, 32, 33, 34), row(60), row(50)]
    game = Game(position(rows, [(12, 1), (104, 2)], options=CABRIOLE))

    events = game.reveal(12, 104)

    assert events[1:5] == (
        Placed(0, 12, 0),
        Jumped(0, 0, 1),
        Took(0, 1, (30, 31, 32, 33), 10, TakeReason.CABRIOLE),
        Jumped(0, 1, 0),
    )
    assert game.rows[1] == (34,)
    assert game.state.round.piles[0] == (30, 31, 32, 33)
    assert cow_row(game.state.round.rows) == [0]


def test_a_chain_takes_row_after_row() -> None:
    rows = [
        row(36, cabriole=True),
        row(30, 31, 32, 33, 34),
        row(20, 21, 22, 23, 35),
        row(90),
    ]
    game = Game(position(rows, [(38, 1), (104, 2)], options=CABRIOLE))

    events = game.reveal(38, 104)

    assert [type(event) for event in events[1:7]] == [Placed, Jumped, Took, Jumped, Took, Jumped]
    assert [event.row for event in events if isinstance(event, Took)] == [1, 2]
    assert game.rows == [(36, 38), (34,), (35,), (90, 104)]
    assert game.state.round.piles[0] == (30, 31, 32, 33, 20, 21, 22, 23)
    assert cow_row(game.state.round.rows) == [1]


def test_the_cow_itself_is_never_taken() -> None:
    rows = [row(3, 5, 9, 13, cabriole=True), row(78), row(104), row(53)]
    game = Game(position(rows, [(43, 1), (2, 80)], options=CABRIOLE))
    game.reveal(43, 2)
    game.do(TakeRow(1, 0))

    assert len(cow_row(game.state.round.rows)) == 1
