"""Who is listed where: minimum of games, members, withdrawals, adjustments, past sessions."""

from fractions import Fraction

from leagues.season_rules import Preset, SeasonRules
from leagues.standings.scoring.table import (
    Kind,
    ranking_of_session,
)
from tests.leagues.standings.scoring.seasons import (
    adjust,
    game,
    lines,
    member,
    row_of,
    standings,
    table,
)

THREE = [
    game(1, 1, a=10, b=20, c=30),
    game(2, 2, a=30, b=20, c=10),
    game(3, 3, d=10, b=20),
]


def test_too_few_games_leave_a_player_without_a_place_below_those_with_one() -> None:
    assert table(THREE, SeasonRules(min_games=2)) == [
        "1 a 50 -",
        "1 c 50 -",
        "3 b 100/3 figure",
        "- d 100 -",
    ]


def test_the_unclassed_are_in_order_too() -> None:
    assert table(THREE, SeasonRules(min_games=4)) == [
        "- d 100 -",
        "- a 50 figure",
        "- c 50 -",
        "- b 100/3 figure",
    ]


def test_a_member_without_a_game_is_listed_last_even_where_fewest_is_best() -> None:
    rules = SeasonRules(preset=Preset.TOTAL, fewest=3, preferred=3, most=3)
    assert table(THREE[:1], rules, roster=[member("e"), member("a")]) == [
        "1 a 10 -",
        "2 b 20 figure",
        "3 c 30 figure",
        "- e 0 -",
    ]


def test_members_without_a_game_are_listed_below_those_with_too_few() -> None:
    rows = table(THREE[:1], SeasonRules(min_games=2), roster=[member("e"), member("f")])
    assert rows == ["- a 100 -", "- b 50 figure", "- c 0 figure", "- e 0 -", "- f 0 -"]


def test_a_place_needs_more_games_than_a_third_of_the_sessions_held() -> None:
    rules = SeasonRules()
    assert [rules.games_needed(held) for held in range(13)] == [
        1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5,
    ]  # fmt: skip


def test_one_visit_and_one_win_are_not_the_first_place_of_three_wins() -> None:
    games = [game(1, 1, a=10, b=20), game(2, 2, a=10, c=20), game(3, 3, a=10, c=20)]
    once = [*games, game(4, 3, e=10, b=20)]
    assert table(once, SeasonRules(min_games=0))[:2] == ["1 a 100 -", "1 e 100 -"]
    assert table(once)[-1] == "- e 100 -"
    assert [row for row in table(once) if row.startswith("1 ")] == ["1 a 100 -"]
    assert "1 e 100 -" in table([game(4, 1, e=10, b=20)])


def test_points_that_are_added_up_need_no_minimum() -> None:
    rules = SeasonRules(preset=Preset.PLACEMENT)
    assert rules.games_needed(12) == 1


def test_a_season_that_was_planned_with_a_number_keeps_it() -> None:
    for number in (0, 5):
        rules = SeasonRules(min_games=number)
        assert {rules.games_needed(held) for held in (1, 30)} == {max(1, number)}


def test_somebody_without_a_game_is_average() -> None:
    row = row_of("e", standings([], SeasonRules(), roster=[member("e")]))
    assert row.kind is Kind.UNCLASSED
    assert row.share == 1
    assert row.wins_per_game == 0


def test_who_withdraws_is_listed_below_and_takes_no_place() -> None:
    assert table(THREE[:1], roster=[member("a", withdrawn=2)]) == [
        "1 b 50 -",
        "2 c 0 figure",
        "- a 100 -",
    ]


def test_a_withdrawal_leaves_the_standings_before_it_alone() -> None:
    roster = [member("a", withdrawn=2)]
    assert table(THREE, roster=roster, until=1)[0] == "1 a 100 -"
    assert table(THREE, roster=roster, until=2)[-1] == "- a 50 -"


def test_a_member_is_not_listed_before_they_joined() -> None:
    roster = [member("e", joined=3)]
    assert len(table(THREE, roster=roster, until=2)) == 3
    assert table(THREE, roster=roster, until=3)[-1] == "- e 0 -"


def test_an_adjustment_is_added_to_the_figure_from_its_session_on() -> None:
    points = [adjust("c", "-12.5", session=2), adjust("c", 1, session=2)]
    assert table(THREE, adjustments=points, until=1)[2] == "3 c 0 figure"
    row = row_of("c", standings(THREE, SeasonRules(), points))
    assert (row.figure, row.adjustment) == (Fraction("38.5"), Fraction("-11.5"))


def test_a_penalty_under_the_total_adds_heads() -> None:
    rules = SeasonRules(preset=Preset.TOTAL, fewest=3, preferred=3, most=3)
    assert table(THREE[:1], rules, [adjust("a", 15)]) == [
        "1 b 20 -",
        "2 a 25 figure",
        "3 c 30 figure",
    ]


def test_an_adjustment_alone_makes_nobody_a_player() -> None:
    assert table(THREE[:1], adjustments=[adjust("e", 5)]) == table(THREE[:1])


def test_as_of_a_session_later_games_have_not_been_played() -> None:
    assert table(THREE, until=2) == table(THREE[:2])


def test_a_session_is_ranked_by_all_of_its_games() -> None:
    rules = SeasonRules(min_games=3, drop_percent=50)
    assert lines(ranking_of_session(THREE[1:2], rules)) == [
        "1 c 100 -",
        "2 b 50 figure",
        "3 a 0 figure",
    ]


def test_a_session_counts_more_games_than_the_best_of_the_season() -> None:
    session = [game(1, 1, a=10, b=20), game(2, 1, b=10, a=20), game(3, 1, b=10, a=20)]
    found = ranking_of_session(session, SeasonRules(preset=Preset.BEST, best_of=1))
    assert [(row.place, row.tally.counted) for row in found] == [(1, 3), (2, 3)]


def test_a_season_without_games_has_no_rows() -> None:
    assert table([]) == []
