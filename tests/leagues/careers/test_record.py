"""What games come to, by hand."""

from fractions import Fraction

import pytest

from leagues.standings.careers.record import (
    IndexPoint,
    PlayedGame,
    Run,
    best,
    extremes,
    index_points,
    run,
    totals,
    worst,
)
from leagues.standings.scoring.head_to_head import Rival


def game(place: int, size: int, heads: int = 10, **fields: int) -> PlayedGame:
    """A game of session 1 of season 1, without ties; 20 heads for each at the table."""
    more = {
        "season": 1,
        "session": 1,
        "table": 1,
        "rounds": 0,
        "table_heads": 20 * size,
        "twice_rank": 2 * place,
    } | fields
    session_id = more.setdefault("session_id", 100 * more["season"] + more["session"])
    assert session_id
    return PlayedGame(is_online=False, size=size, heads=heads, place=place, **more)


@pytest.mark.parametrize(
    ("place", "twice_rank", "size", "index", "win", "is_last"),
    [
        (1, 2, 4, Fraction(100), Fraction(1), False),
        (2, 4, 4, Fraction(200, 3), Fraction(0), False),
        (4, 8, 4, Fraction(0), Fraction(0), True),
        # Two share the first of four places: rank 1.5.
        (1, 3, 4, Fraction(250, 3), Fraction(1, 2), False),
        # Two share the last of four: rank 3.5.
        (3, 7, 4, Fraction(50, 3), Fraction(0), True),
        # All are level.
        (1, 4, 3, Fraction(50), Fraction(1, 3), True),
        (2, 4, 2, Fraction(0), Fraction(0), True),
    ],
)
def test_a_game_is_worth_its_place(
    place: int, twice_rank: int, size: int, index: Fraction, win: Fraction, is_last: bool
) -> None:
    played = game(place, size, twice_rank=twice_rank)
    assert (played.index, totals([played]).wins, played.is_last) == (index, win, is_last)


def test_sums_are_those_of_all_games() -> None:
    """Indexes 100, 50, 0; average heads 100/3, 40 and 25; rounds are told by two games."""
    games = [
        game(1, 3, 10, table_heads=100, rounds=5),
        game(2, 3, 40, table_heads=120, rounds=5),
        game(2, 2, 30, table_heads=50),
    ]
    sums = totals(games)
    assert sums.index == 50
    assert sums.wins == 1
    assert sums.last == 1
    assert sums.share == Fraction(80) / (Fraction(100, 3) + 40 + 25)
    assert sums.heads_per_round == 5


def test_heads_per_round_are_unknown_where_no_sheet_tells_rounds() -> None:
    assert totals([game(1, 3)]).heads_per_round is None


def test_a_share_without_any_heads_is_that_of_an_average_player() -> None:
    assert totals([game(1, 2, 0, table_heads=0)]).share == 1


def test_the_index_over_time_is_told_session_by_session_and_begins_anew_each_season() -> None:
    games = [
        game(1, 3, session=1),
        game(3, 3, session=1),
        game(1, 2, session=3),
        game(2, 2, season=2, session=1),
    ]
    assert index_points(games) == [
        IndexPoint(1, 1, Fraction(50), Fraction(50)),
        IndexPoint(1, 3, Fraction(200, 3), Fraction(200, 3)),
        IndexPoint(2, 1, Fraction(0), Fraction(50)),
    ]


def test_the_best_game_is_a_win_at_the_largest_table_with_fewest_heads() -> None:
    games = [game(1, 3, 0), game(1, 5, 9, table=2), game(1, 5, 8, table=3), game(2, 10, 0)]
    assert best(games).table == 3
    assert best([game(1, 3, table=1), game(1, 3, table=2)]).table == 2


def test_the_worst_game_is_a_last_place_at_the_largest_table_with_most_heads() -> None:
    games = [game(3, 3, 60), game(5, 5, 80, table=2), game(5, 5, 70, table=3), game(9, 10, 99)]
    assert worst(games).table == 2


@pytest.mark.parametrize(
    ("hits", "found"),
    [("", Run(0, 0)), ("1101", Run(2, 1)), ("0110", Run(2, 0)), ("111", Run(3, 3))],
)
def test_series_are_counted_over_the_whole_and_at_the_end(hits: str, found: Run) -> None:
    assert run(hit == "1" for hit in hits) == found


def test_best_and_worst_balance_need_enough_meetings() -> None:
    rivals = [
        Rival(1, before=2, level=0, behind=0),
        Rival(2, before=3, level=0, behind=1),
        Rival(3, before=6, level=0, behind=2),
        Rival(4, before=1, level=1, behind=2),
        Rival(5, before=1, level=1, behind=1),
    ]
    ahead, behind = extremes(rivals, 3)
    # Two are as far behind; of these the third was met more often.
    assert (ahead.player, behind.player) == (3, 4)
    assert extremes([Rival(5, 1, 1, 1)], 3) == (None, None)
    assert extremes([], 3) == (None, None)
