"""The final decides the first places."""

from leagues.season_rules import Preset, SeasonRules
from leagues.standings.scoring.final import cut, final_places, finalists
from leagues.standings.scoring.tally import GameResult
from tests.leagues.standings.scoring.seasons import game, letter, lines, member, placed, standings

THREE = SeasonRules(final=3)
# a 100, b 75, c 50, d 25, e 0.
BEFORE = [game(1, a=1, b=2, c=3, d=4, e=5)]


def places(results: list[GameResult], rules: SeasonRules, before: str = "abcde") -> dict[str, int]:
    found = final_places(placed(*before), results, rules)
    return {letter(who): place for who, place in found.items()}


def after(*final: GameResult, rules: SeasonRules = THREE) -> list[str]:
    found = final_places(placed(*"abcde"), final, rules)
    return lines(standings([*BEFORE, *final], rules, final=found))


def test_the_best_qualify_and_the_next_in_line_for_who_cannot_come() -> None:
    places = {5: 1, 3: 2, 8: 3, 1: 4}
    assert cut(places, 2) == ((5, 3), (), 0)
    assert cut(places, 2, absent={5}) == ((3, 8), (), 0)
    assert cut({5: 1}, 2) == ((5,), (), 0)
    assert cut({}, 2) == cut(places, 0) == ((), (), 0)


def test_who_shares_the_last_place_that_qualifies_is_level_where_they_are_too_many() -> None:
    places = {5: 1, 3: 2, 8: 2, 1: 2, 4: 5}
    assert cut(places, 3) == ((5,), (3, 8, 1), 2)
    assert cut(places, 4) == ((5, 3, 8, 1), (), 0)
    assert cut(places, 3, absent={8}) == ((5, 3, 1), (), 0)
    assert cut(places, 1) == ((5,), (), 0)


def test_of_them_whoever_sits_with_the_finalists_plays_the_final() -> None:
    level = placed("a", "b", "cde")
    games = [game(2, 2, a=30, b=20, e=10), game(3, 2, c=1, d=2, f=3)]
    found = final_places(level, games, THREE)
    assert {letter(who): place for who, place in found.items()} == {"e": 1, "b": 2, "a": 3}
    # Of four who are level three sit together.
    level = placed("abcd")
    found = final_places(level, [game(2, 2, b=3, c=2, d=1), game(3, 2, a=1, e=2, f=3)], THREE)
    assert {letter(who): place for who, place in found.items()} == {"d": 1, "c": 2, "b": 3}


def test_of_tables_with_as_many_of_those_who_are_level_the_first_is_the_final() -> None:
    eight = dict.fromkeys(range(1, 9), 1)
    assert finalists(eight, [[1, 3, 5, 7], [2, 4, 6, 8]], 4) == (1, 3, 5, 7)
    assert finalists(eight, [[2, 4, 6, 8], [1, 3, 5, 7]], 4) == (2, 4, 6, 8)
    # Three are sure, and nine are level at two tables of the final and one beside them.
    places = {1: 1, 2: 2, 3: 3} | dict.fromkeys(range(4, 13), 4)
    tables = [[1, 2, 3, 12], [11, 10, 9, 8], [4, 5, 6, 7]]
    assert {*finalists(places, tables, 8)} == {1, 2, 3, 8, 9, 10, 11, 12}


def test_a_table_of_more_than_play_the_final_is_not_the_final() -> None:
    ten = dict.fromkeys(range(1, 11), 1)
    assert finalists(ten, [[10, 9, 8, 7], [1, 2, 3, 4, 5, 6]], 4) == (7, 8, 9, 10)


def test_finalists_come_first_in_the_order_of_the_final() -> None:
    assert after(game(2, 2, a=30, b=20, c=10)) == [
        "1 c 75 -",
        "2 b 125/2 final",
        "3 a 50 final",
        "4 d 25 final",
        "5 e 0 figure",
    ]


def test_who_is_level_in_the_final_is_placed_by_the_season() -> None:
    assert after(game(2, 2, a=30, b=10, c=10))[:3] == [
        "1 b 75 -",
        "2 c 125/2 figure",
        "3 a 50 final",
    ]


def test_several_games_of_a_final_are_ranked_as_a_session() -> None:
    games = [game(2, 2, a=1, b=2, c=3), game(3, 2, b=1, c=2, a=3), game(4, 2, b=1, a=2, c=3)]
    assert places(games, THREE) == {"b": 1, "a": 2, "c": 3}


def test_the_next_in_line_plays_for_who_does_not_come() -> None:
    assert places([game(2, 2, d=1, c=2, a=3)], THREE) == {"d": 1, "c": 2, "a": 3}


def test_tables_beside_the_final_decide_nothing() -> None:
    games = [game(2, 2, a=3, b=2, c=1), game(3, 2, d=1, e=2, f=3)]
    assert places(games, THREE) == {"c": 1, "b": 2, "a": 3}


def test_who_qualified_and_sat_elsewhere_was_no_finalist() -> None:
    games = [game(2, 2, a=3, b=2), game(3, 2, c=1, d=2, e=3)]
    assert places(games, THREE) == {"b": 1, "a": 2}
    assert places([game(3, 2, c=1, d=2, e=3, f=4, g=5, h=6)], SeasonRules(final=2)) == {}


def test_a_guest_at_the_final_is_an_opponent_but_no_finalist() -> None:
    assert places([game(2, 2, a=4, f=1, b=2, c=3)], THREE) == {"b": 1, "c": 2, "a": 3}


def test_who_has_no_place_before_it_is_no_finalist() -> None:
    assert places([game(2, 2, a=3, b=2, e=1)], THREE, before="ab") == {"b": 1, "a": 2}


def test_a_final_without_results_decides_nothing() -> None:
    assert after() == lines(standings(BEFORE, THREE))


def test_a_finalist_who_withdraws_has_no_place() -> None:
    final = game(2, 2, a=30, b=20, c=10)
    found = final_places(placed(*"abc"), [final], THREE)
    rows = standings([*BEFORE, final], THREE, roster=[member("c", 1, 2)], final=found)
    assert lines(rows) == [
        "1 b 125/2 -",
        "2 a 50 final",
        "3 d 25 final",
        "4 e 0 figure",
        "- c 75 -",
    ]


def test_points_and_heads_decide_the_final_as_the_season() -> None:
    games = [
        game(2, 2, a=9, b=10, c=30),
        game(3, 2, a=9, b=10, c=30),
        game(4, 2, a=60, b=10, c=30),
    ]
    assert places(games, SeasonRules(final=3, preset=Preset.PLACEMENT)) == {"a": 1, "b": 2, "c": 3}
    assert places(games, SeasonRules(final=3, preset=Preset.TOTAL)) == {"b": 1, "a": 2, "c": 3}
