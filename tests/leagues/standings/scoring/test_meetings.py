"""Head-to-head among those whom figure, share and wins leave level."""

from fractions import Fraction

from leagues.season_rules import SeasonRules
from leagues.standings.scoring.table import standings
from leagues.standings.scoring.tally import GameResult
from tests.leagues.standings.scoring.seasons import game, row_of, table


def apart(number: int, who: str, heads: int) -> GameResult:
    """A table of strangers at which somebody takes 10, 20 or 30 heads, so is 1st, 2nd or 3rd."""
    strangers = sorted({10, 20, 30} - {heads})
    names = (chr(ord("f") + 2 * number - 2), chr(ord("f") + 2 * number - 1))
    return game(number, **{who: heads, **dict(zip(names, strangers, strict=True))})


def the_first(count: int, rows: list[str]) -> list[str]:
    """Rows of the first letters, strangers aside."""
    return [row for row in rows if row.split()[1] < "abcdef"[count]]


def test_who_was_before_the_other_at_their_table_stands_first() -> None:
    games = [game(9, a=20, b=10, c=30), apart(1, "a", 10), apart(2, "b", 20)]
    assert the_first(2, table(games))[0].endswith("b 75 figure")
    assert the_first(2, table(games))[1].endswith("a 75 head_to_head")


def test_players_level_in_everything_share_the_place_and_the_next_is_skipped() -> None:
    games = [game(1, a=10, b=20, c=30), game(2, a=20, b=10, c=30)]
    assert table(games) == ["1 a 75 -", "1 b 75 -", "3 c 0 figure"]


def test_players_who_never_met_share_the_place() -> None:
    games = [game(1, a=10, c=20), game(2, b=10, d=20)]
    assert table(games) == ["1 a 100 -", "1 b 100 -", "3 c 0 figure", "3 d 0 -"]


def test_at_a_table_of_three_of_them_the_middle_one_was_before_half() -> None:
    games = [
        game(9, a=10, b=20, c=30),
        *(apart(1, "a", 20), apart(2, "a", 30)),
        *(apart(3, "b", 10), apart(4, "b", 30)),
        *(apart(5, "c", 10), apart(6, "c", 20)),
    ]
    rows = standings(games, SeasonRules())
    assert [row_of(who, rows).head_to_head for who in "abc"] == [1, Fraction(1, 2), 0]
    places = [row_of(who, rows).place for who in "abc"]
    assert places == sorted(set(map(int, filter(None, places))))


def test_level_at_their_table_counts_half() -> None:
    games = [
        game(1, a=10, b=10, c=40),
        *(game(2, c=10, f=10, g=40), game(3, a=40, h=10, i=10), game(4, b=40, j=10, k=10)),
    ]
    rows = standings(games, SeasonRules())
    assert [row_of(who, rows).head_to_head for who in "abc"] == [
        Fraction(3, 4),
        Fraction(3, 4),
        Fraction(0),
    ]


def test_a_circle_of_wins_leaves_all_level() -> None:
    games = [game(1, a=1, b=2), game(2, b=1, c=2), game(3, c=1, a=2)]
    assert table(games) == ["1 a 50 -", "1 b 50 -", "1 c 50 -"]


def test_who_met_none_of_the_others_stands_between_them() -> None:
    games = [
        *(game(1, a=10, b=20), game(2, a=20, d=10), game(3, b=10, e=20)),
        *(game(4, c=10, f=20), game(5, c=20, g=10)),
    ]
    rows = standings(games, SeasonRules())
    marks = [row_of(who, rows).head_to_head for who in "acb"]
    assert marks == [1, Fraction(1, 2), 0]


def test_a_player_whom_nobody_is_level_with_has_no_mark() -> None:
    rows = standings([game(1, a=1, b=2)], SeasonRules())
    assert [row.head_to_head for row in rows] == [None, None]
