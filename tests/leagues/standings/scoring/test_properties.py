"""What holds of every season under any rules."""

from dataclasses import replace
from fractions import Fraction
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from leagues.season_rules import SeasonRules
from leagues.standings.scoring.tally import UNIT, Entry, GameResult
from tests.leagues.standings.scoring.any_season import (
    PLAYERS,
    Adjustments,
    Season,
    adjustments_of_seasons,
    games,
    rules_of_seasons,
    seasons,
)
from tests.leagues.standings.scoring.seasons import standings


@given(seasons(), rules_of_seasons, adjustments_of_seasons, st.randoms(use_true_random=False))
def test_the_order_of_input_changes_nothing(
    season: Season, rules: SeasonRules, adjustments: Adjustments, chance: Random
) -> None:
    mixed = [
        result._replace(entries=tuple(chance.sample(result.entries, len(result.entries))))
        for result in chance.sample(season, len(season))
    ]
    other = chance.sample(adjustments, len(adjustments))
    assert standings(mixed, rules, other) == standings(season, rules, adjustments)


@given(seasons(), rules_of_seasons, adjustments_of_seasons)
def test_after_a_session_only_what_was_by_then_counts(
    season: Season, rules: SeasonRules, adjustments: Adjustments
) -> None:
    for session in range(1, 5):
        played = [result for result in season if result.session <= session]
        given_by_then = [each for each in adjustments if each.session <= session]
        found = standings(season, rules, adjustments, until=session)
        assert found == standings(played, rules, given_by_then)


@given(seasons(), rules_of_seasons, st.permutations(PLAYERS))
def test_other_names_change_the_names_alone(
    season: Season, rules: SeasonRules, names: list[int]
) -> None:
    other = dict(zip(PLAYERS, names, strict=True))
    renamed = [
        result._replace(
            entries=tuple(entry._replace(player=other[entry.player]) for entry in result.entries)
        )
        for result in season
    ]
    before = {
        replace(row, player=other[row.player], decided_by=None) for row in standings(season, rules)
    }
    after = standings(renamed, rules)
    assert {replace(row, decided_by=None) for row in after} == before
    assert [row.decided_by for row in after] == [row.decided_by for row in standings(season, rules)]


@given(games())
def test_the_indices_of_a_table_have_the_mean_50(result: GameResult) -> None:
    rows = standings([result], SeasonRules())
    assert sum(row.figure for row in rows) == 50 * len(rows)
    assert sum(row.tally.win for row in rows) == UNIT
    assert sum(row.share for row in rows) == len(rows)


@given(seasons(), rules_of_seasons)
def test_places_are_as_many_as_stand_better_and_one(season: Season, rules: SeasonRules) -> None:
    classed = [(row.place, row.decided_by) for row in standings(season, rules) if row.place]
    for index, (place, decided_by) in enumerate(classed):
        assert place == 1 + sum(other < place for other, _decided_by in classed)
        assert (decided_by is None) == (index == 0 or classed[index - 1][0] == place)


@given(seasons())
def test_one_more_win_never_lowers_an_index(season: Season) -> None:
    before = {row.player: row.figure for row in standings(season, SeasonRules())}
    win = GameResult(99, 4, 2, 3, 1, (Entry(1, 1, 1, 2), Entry(99, 2, 2, 4)))
    after = {row.player: row.figure for row in standings([*season, win], SeasonRules())}
    assert after[1] >= before.get(1, Fraction(0))
