"""Each tie-break in turn, on seasons in which nothing before it decides."""

from fractions import Fraction

from leagues.season_rules import SeasonRules, TieBreak
from leagues.standings.scoring.table import standings
from leagues.standings.scoring.tally import UNIT, GameResult
from tests.leagues.standings.scoring.seasons import game, row_of, table


def test_level_figures_are_told_apart_by_the_share_of_the_heads() -> None:
    games = [game(1, a=10, b=20), game(2, a=30, b=15)]
    assert table(games) == ["1 b 50 -", "2 a 50 share"]


def test_the_share_does_not_reward_small_tables() -> None:
    """Both won once with half of what an average player took; c among more and with more."""
    games = [game(1, a=10, b=30), game(2, c=20, d=40, e=40, f=60)]
    rows = standings(games, SeasonRules())
    assert row_of("a", rows).share == row_of("c", rows).share == Fraction(1, 2)


def test_the_share_weighs_games_by_their_heads() -> None:
    rows = standings([game(1, a=10, b=30), game(2, a=5, b=3, c=1)], SeasonRules())
    assert row_of("a", rows).share == Fraction(15, 20 + 3)


def test_a_season_without_a_single_head_is_an_average_one() -> None:
    rows = standings([game(1, a=0, b=0)], SeasonRules())
    assert [row.place for row in rows] == [1, 1]
    assert [row.share for row in rows] == [1, 1]


def test_level_shares_are_told_apart_by_wins() -> None:
    """a is first and last, b twice in the middle, with the same heads at alike tables."""
    games = [
        game(1, a=10, c=20, d=30),
        game(2, a=30, c=10, d=20),
        game(3, b=20, e=10, f=30),
        game(4, b=20, e=10, f=30),
    ]
    assert table(games) == [
        "1 e 100 -",
        "2 c 75 figure",
        "3 a 50 figure",
        "4 b 50 wins",
        "5 d 25 figure",
        "6 f 0 figure",
    ]


def test_a_shared_first_place_is_a_part_of_a_win() -> None:
    rows = standings([game(1, a=1, b=1, c=1, d=9), game(2, a=1, b=9)], SeasonRules())
    assert Fraction(row_of("a", rows).tally.win, UNIT) == Fraction(4, 3)
    assert row_of("a", rows).wins_per_game == Fraction(2, 3)


SHARE, WINS, MEETINGS = TieBreak


def order(games: list[GameResult], *tie_breaks: TieBreak) -> list[str]:
    return table(games, SeasonRules(tie_breaks=tie_breaks))


def test_a_season_chooses_in_which_order_ties_are_broken() -> None:
    """a has won once and b never, b has the smaller share, and they have not met."""
    games = [
        game(1, a=10, c=20, d=30),
        game(2, a=30, c=10, d=20),
        game(3, b=19, e=10, f=31),
        game(4, b=20, e=10, f=30),
    ]
    b_first = ["3 b 50 figure", "4 a 50 share"]
    a_first = ["3 a 50 figure", "4 b 50 wins"]
    shared = ["3 a 50 figure", "3 b 50 -"]
    assert order(games, SHARE, WINS, MEETINGS)[2:4] == b_first
    assert order(games, WINS, SHARE, MEETINGS)[2:4] == a_first
    assert order(games, MEETINGS, WINS, SHARE)[2:4] == a_first
    assert order(games, MEETINGS, SHARE)[2:4] == b_first
    assert order(games, WINS)[2:4] == a_first
    assert order(games, MEETINGS)[2:4] == order(games)[2:4] == shared


def test_the_meetings_may_decide_before_the_share() -> None:
    """a was before b at their table; both have won once, and b has the smaller share."""
    games = [game(1, a=10, b=20), game(2, a=30, c=3), game(3, b=5, d=40)]
    first, last = "1 c 100 -", "4 d 0 figure"
    by_share = [first, "2 b 50 figure", "3 a 50 share", last]
    by_meetings = [first, "2 a 50 figure", "3 b 50 head_to_head", last]
    assert order(games, SHARE, WINS, MEETINGS) == by_share
    assert order(games, MEETINGS, SHARE, WINS) == by_meetings
    assert order(games, WINS, MEETINGS, SHARE) == by_meetings
    assert order(games, WINS, SHARE) == by_share


def test_who_is_level_after_the_meetings_is_asked_on() -> None:
    """Each of a, b and c was first, second and last at their three tables, with other heads."""
    games = [game(1, a=1, b=20, c=30), game(2, b=2, c=21, a=30), game(3, c=3, a=22, b=30)]
    assert order(games, MEETINGS, WINS, SHARE) == [
        "1 b 50 -",
        "2 a 50 share",
        "3 c 50 share",
    ]
