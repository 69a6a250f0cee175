"""Who sits out where so many make no tables."""

import pytest

from leagues.sessions.seating.draw import (
    ImpossibleSizes,
    Rounds,
    TableSizes,
    choose_byes,
    most_seated,
)

FOURS = TableSizes(4, 4, 4)


def test_nobody_sits_out_where_all_can_be_seated() -> None:
    assert choose_byes(range(8), FOURS, {1: Rounds(5, 5)}, 0) == ()
    assert choose_byes((), FOURS, {}, 0) == ()


def test_of_those_who_were_here_as_often_who_sat_out_least_often_sits_out_first() -> None:
    byes = {1: 1, 2: 1, 3: 0, 4: 0, 5: 2, 6: 3, 7: 2}
    before = {player: Rounds(6, out) for player, out in byes.items()}
    assert choose_byes((1, 2, 3, 4, 5, 6), FOURS, before, 7) == (3, 4)
    assert choose_byes((1, 2, 5, 6, 7), FOURS, before, 7)[0] in {1, 2}


def test_who_would_have_sat_out_the_smallest_part_of_their_rounds_sits_out() -> None:
    """Who is here for the first time would sit out 1 of 1, who sat out 3 of 30 then 4 of 31."""
    before = {1: Rounds(30, 3), 2: Rounds(9, 1), 3: Rounds(4, 0), 5: Rounds(7, 1)}
    # 4/31 = 0.129, 2/10 = 0.2, 1/5 = 0.2, 1/1 and 2/8 = 0.25.
    assert choose_byes((1, 2, 3, 4, 5), FOURS, before, 0) == (1,)
    assert choose_byes((2, 3, 4, 5, 6), FOURS, before, 0)[0] in {2, 3}


def test_nobody_sits_out_twice_in_a_session_before_all_others() -> None:
    before = {1: Rounds(40, 1, 1), **{player: Rounds(4, 2) for player in (2, 3, 4)}}
    assert choose_byes((1, 2, 3, 4, 5), FOURS, before, 0) != (1,)
    tonight = {player: Rounds(9, 3, 1) for player in (2, 3, 4, 5)}
    assert choose_byes((1, 2, 3, 4, 5), FOURS, before | tonight, 0) == (1,)


def test_of_equals_the_seed_decides_whatever_their_order() -> None:
    chosen = {choose_byes(range(1, 6), FOURS, {}, seed) for seed in range(40)}
    assert len(chosen) == 5
    assert choose_byes((5, 3, 1, 2, 4), FOURS, {}, 9) == choose_byes(range(1, 6), FOURS, {}, 9)


def test_everybody_sat_out_once_before_anybody_does_twice() -> None:
    byes = dict.fromkeys(range(9), 0)
    for session in range(9):
        before = {player: Rounds(session, out) for player, out in byes.items()}
        for player in choose_byes(range(9), FOURS, before, session):
            byes[player] += 1
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
