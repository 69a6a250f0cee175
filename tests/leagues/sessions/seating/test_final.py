"""A final of the best, and the tables beside it."""

import pytest

from leagues.sessions.seating.draw import DrawInput, ImpossibleSizes, Rounds, TableSizes
from leagues.sessions.seating.final import seat_final

BY_RANK = tuple(range(20, 0, -1))


def test_the_best_of_those_who_are_here_sit_at_one_table() -> None:
    here = {20, 19, 17, 16, 15, 14, *range(1, 9)}
    found = seat_final(DrawInput(here), BY_RANK, 6, 1)
    assert found.final_tables == 1
    assert found.seating.tables[0] == (20, 19, 17, 16, 15, 14)
    assert sorted(p for table in found.seating.tables[1:] for p in table) == list(range(1, 9))


def test_more_finalists_than_a_table_takes_are_seated_by_rank() -> None:
    found = seat_final(DrawInput(range(1, 21)), BY_RANK, 8, 1)
    assert found.final_tables == 2
    assert found.seating.tables[:2] == ((20, 19, 18, 17), (16, 15, 14, 13))


def test_others_who_make_no_tables_sit_out() -> None:
    fours = TableSizes(4, 4, 4)
    before = {player: Rounds(2, player < 5) for player in range(1, 6)}
    found = seat_final(DrawInput(range(1, 10), fours), BY_RANK, 4, 1, before=before)
    assert found.byes == (5,)
    assert sorted(found.seating.tables[1]) == [1, 2, 3, 4]
    assert seat_final(DrawInput(range(1, 8), fours), BY_RANK, 4, 1).byes == (1, 2, 3)


def test_fewer_than_the_final_wants_play_it_all_the_same() -> None:
    found = seat_final(DrawInput((3, 9, 5)), BY_RANK, 6, 1)
    assert found.seating.tables == ((9, 5, 3),)


def test_a_final_that_makes_no_table_is_refused() -> None:
    with pytest.raises(ImpossibleSizes):
        seat_final(DrawInput(range(1, 21)), BY_RANK, 2, 1)


def test_wishes_between_final_and_others_are_told() -> None:
    wanted = DrawInput(range(1, 11), together=[(10, 1)], apart=[(9, 8)])
    seating = seat_final(wanted, BY_RANK, 4, 1).seating
    assert (seating.unmet, seating.broken) == (((1, 10),), ((8, 9),))


def test_a_semi_final_is_seated_in_snake_order_and_the_others_beside_it() -> None:
    wanted = DrawInput(range(1, 21), apart=[(20, 13)])
    found = seat_final(wanted, BY_RANK, 8, 1, in_snake_order=True)
    assert found.final_tables == 2
    assert found.seating.tables[:2] == ((20, 17, 16, 13), (19, 18, 15, 14))
    beside = [player for table in found.seating.tables[2:] for player in table]
    assert sorted(beside) == list(range(1, 13))
    assert found.seating.broken == ((13, 20),)


def test_a_snake_passes_over_full_tables() -> None:
    eleven = seat_final(DrawInput(range(10, 21)), BY_RANK, 11, 1, in_snake_order=True)
    assert eleven.seating.tables == ((20, 15, 14, 10), (19, 16, 13, 11), (18, 17, 12))


def test_so_few_that_they_make_one_table_are_a_semi_final_too() -> None:
    found = seat_final(DrawInput((3, 9, 5)), BY_RANK, 8, 1, in_snake_order=True)
    assert found.seating.tables == ((9, 5, 3),)
