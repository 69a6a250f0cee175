"""How often each two have met."""

from leagues.sessions.seating.draw import count_meetings, count_repeats, pair_of


def test_a_pair_is_the_same_from_both_sides() -> None:
    assert pair_of(7, 3) == pair_of(3, 7) == (3, 7)


def test_everybody_at_a_table_meets_everybody_else_once() -> None:
    assert count_meetings([(3, 1, 2), (5, 4)]) == {(1, 2): 1, (1, 3): 1, (2, 3): 1, (4, 5): 1}


def test_meetings_of_several_sessions_add_up() -> None:
    assert count_meetings([(1, 2), (3, 4), (2, 1), (4, 5)])[1, 2] == 2


def test_a_repeat_is_a_meeting_after_the_first() -> None:
    repeats = count_repeats({(1, 2): 3, (1, 3): 2, (2, 3): 1})
    assert (repeats[1], repeats[2], repeats[3], repeats[4]) == (3, 2, 1, 0)
