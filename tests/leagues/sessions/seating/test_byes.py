"""Who sits out where so many make no tables."""

import pytest

from leagues.sessions.seating.draw import ImpossibleSizes, TableSizes, choose_byes, most_seated

FOURS = TableSizes(4, 4, 4)


def test_nobody_sits_out_where_all_can_be_seated() -> None:
    assert choose_byes(range(8), FOURS, {1: 5}, 0) == ()
    assert choose_byes((), FOURS, {}, 0) == ()


def test_who_sat_out_least_often_sits_out_first() -> None:
    byes = {1: 1, 2: 1, 3: 0, 5: 2}
    assert choose_byes((1, 2, 3, 4, 5, 6), FOURS, {**byes, 6: 3}, 7) == (3, 4)
    assert choose_byes((1, 2, 5, 6, 7), FOURS, {**byes, 6: 1, 7: 2}, 7)[0] in {1, 2, 6}


def test_of_equals_the_seed_decides_whatever_their_order() -> None:
    chosen = {choose_byes(range(1, 6), FOURS, {}, seed) for seed in range(40)}
    assert len(chosen) == 5
    assert choose_byes((5, 3, 1, 2, 4), FOURS, {}, 9) == choose_byes(range(1, 6), FOURS, {}, 9)


def test_everybody_sat_out_once_before_anybody_does_twice() -> None:
    byes: dict[int, int] = {}
    for session in range(9):
        for player in choose_byes(range(9), FOURS, byes, session):
            byes[player] = byes.get(player, 0) + 1
    assert byes == dict.fromkeys(range(9), 1)


def test_too_few_for_one_table_are_refused() -> None:
    with pytest.raises(ImpossibleSizes):
        choose_byes(range(3), FOURS, {}, 0)


@pytest.mark.parametrize(
    ("count", "sizes", "seated"),
    [
        (0, (3, 4, 6), 0),
        (2, (3, 4, 6), 0),
        (7, (4, 4, 4), 4),
        (9, (5, 6, 8), 8),
        (19, (5, 5, 6), 18),
        (37, (3, 4, 6), 37),
    ],
)
def test_as_many_as_can_be_are_seated(count: int, sizes: tuple[int, int, int], seated: int) -> None:
    assert most_seated(count, TableSizes(*sizes)) == seated
