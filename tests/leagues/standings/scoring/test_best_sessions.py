"""Seasons in which only the best sessions count, and places that take sessions."""

from fractions import Fraction

from leagues.season_rules import Preset, SeasonRules
from leagues.standings.scoring.reasons import account_of
from leagues.standings.scoring.table import Kind, ranking_of_session, standings
from tests.leagues.standings.scoring.seasons import game, player, row_of

# Player a: 100 and 0 in session 1, 50 in session 2, 100 in session 3.
GAMES = [
    game(1, 1, a=10, b=20, c=30),
    game(2, 1, a=30, b=20, c=10),
    game(3, 2, a=20, b=10, c=30),
    game(4, 3, a=10, c=20, d=30),
]


def test_the_games_of_the_best_sessions_count_and_of_equal_ones_the_newest() -> None:
    row = row_of("a", standings(GAMES, SeasonRules(best_sessions=2, min_games=0)))
    assert row.tally.dropped == (2, 1)
    assert row.figure == Fraction(150, 2)
    assert (row.tally.games, row.tally.counted, row.tally.sessions) == (4, 2, 3)


def test_a_session_is_worth_its_sum_under_points_for_places() -> None:
    rules = SeasonRules(preset=Preset.PLACEMENT, placement=(6, 4, 3), best_sessions=1)
    row = row_of("a", standings(GAMES, rules))
    # 6 + 3 is more than the 6 of the third session.
    assert row.figure == 9
    assert row.tally.dropped == (3, 4)


def test_the_worst_session_under_the_total_has_the_most_heads_a_game() -> None:
    rules = SeasonRules(preset=Preset.TOTAL, fewest=3, preferred=3, most=3, best_sessions=2)
    row = row_of("a", standings(GAMES, rules))
    assert row.figure == 15
    assert row.tally.dropped == (2, 1)


def test_games_are_dropped_from_the_sessions_that_are_left() -> None:
    row = row_of("a", standings(GAMES, SeasonRules(best_sessions=2, drop_percent=50)))
    assert row.tally.dropped == (2, 1, 3)
    assert row.figure == 100
    best = SeasonRules(preset=Preset.BEST, best_of=1, best_sessions=2)
    assert row_of("a", standings(GAMES, best)).tally.dropped == (2, 1, 3)


def test_more_sessions_than_were_held_drop_nothing() -> None:
    assert row_of("a", standings(GAMES, SeasonRules(best_sessions=9))).tally.dropped == ()


def test_a_place_takes_sessions_however_many_games_were_played() -> None:
    rows = standings(GAMES, SeasonRules(min_sessions=3, min_games=1000))
    kinds = {row.player: row.kind for row in rows}
    assert kinds[player("a")] is kinds[player("c")] is Kind.CLASSED
    assert kinds[player("b")] is kinds[player("d")] is Kind.UNCLASSED


def test_the_ranking_of_a_session_knows_neither_rule() -> None:
    rows = ranking_of_session(GAMES[:2], SeasonRules(best_sessions=1, min_sessions=5))
    assert {row.kind for row in rows} == {Kind.CLASSED}
    assert {row.tally.counted for row in rows} == {2}


def test_the_account_tells_the_sessions_best_first() -> None:
    account = account_of(player("a"), GAMES, SeasonRules(best_sessions=2))
    told = [(each.session, each.games, int(each.worth), each.counts) for each in account.sessions]
    assert told == [
        (3, 1, 100, True),
        (2, 1, 50, True),
        (1, 2, 50, False),
    ]
    assert account_of(player("a"), GAMES, SeasonRules()).sessions == []
