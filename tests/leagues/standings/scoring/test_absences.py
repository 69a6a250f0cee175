"""What byes are worth and what no-shows cost."""

from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from leagues.season_rules import ByeWorth, Preset, SeasonRules
from leagues.standings.scoring.reasons import account_of
from leagues.standings.scoring.table import ComputedStanding
from leagues.standings.scoring.tally import Absence
from tests.leagues.exports.by_hand import DECIMALS, Absent, Played, Wanted
from tests.leagues.exports.by_hand import standings as by_hand
from tests.leagues.standings.scoring.any_season import (
    PLAYERS,
    Adjustments,
    Season,
    adjustments_of_seasons,
    rules_of_seasons,
    seasons,
)
from tests.leagues.standings.scoring.seasons import game, player, row_of, standings

PARTS = ("index", "win", "presence", "heads")
# Points 10, 6, 4, 3, 2, 1.
POINTS = SeasonRules(preset=Preset.PLACEMENT)
AVERAGE = SeasonRules(preset=Preset.PLACEMENT, bye=ByeWorth.AVERAGE)
FOUR = SeasonRules(preset=Preset.PLACEMENT, bye=ByeWorth.POINTS, bye_points=4)

# Ana has 10 and 4 points, Bob 6 and 6, Cem 4 and 10.
GAMES = [game(1, 1, a=10, b=20, c=30), game(2, 2, c=10, b=20, a=30)]


def bye(who: str, session: int = 1) -> Absence:
    return Absence(player(who), session, is_no_show=False)


def no_show(who: str, session: int = 1) -> Absence:
    return Absence(player(who), session, is_no_show=True)


def found(who: str, rules: SeasonRules, *absences: Absence) -> ComputedStanding:
    return row_of(who, standings(GAMES, rules, absences=absences))


def test_usually_byes_and_no_shows_are_worth_nothing() -> None:
    assert found("b", POINTS, bye("b"), no_show("b")) == found("b", POINTS)


def test_a_bye_adds_a_fixed_number_of_points() -> None:
    row = found("b", FOUR, bye("b"), bye("b", 2))
    assert (str(row.figure), str(row.adjustment), row.byes) == ("20", "8", 2)


def test_a_bye_adds_the_mean_of_the_own_games() -> None:
    assert found("a", AVERAGE, bye("a")).figure == 14 + 7
    assert found("a", AVERAGE, bye("a"), bye("a")).figure == 14 + 2 * 7


def test_the_mean_is_that_of_the_games_that_count() -> None:
    rules = SeasonRules(preset=Preset.PLACEMENT, bye=ByeWorth.AVERAGE, drop_percent=50)
    assert found("a", rules, bye("a")).figure == 10 + 10


def test_a_bye_is_no_game_and_gives_no_place() -> None:
    rules = SeasonRules(preset=Preset.PLACEMENT, bye=ByeWorth.POINTS, bye_points=4, min_games=3)
    row = found("b", rules, bye("b"))
    assert (row.tally.games, row.tally.counted, row.place) == (2, 2, None)
    absent_only = standings(GAMES, FOUR, absences=[bye("d")])
    assert player("d") not in {each.player for each in absent_only}


@pytest.mark.parametrize("preset", [each for each in Preset if each is not Preset.PLACEMENT])
def test_a_mean_is_the_same_with_and_without_byes(preset: Preset) -> None:
    rules = SeasonRules(preset=preset, bye=ByeWorth.POINTS, bye_points=4, fewest=3, most=3)
    assert found("a", rules, bye("a")) == found("a", rules)


def test_a_no_show_takes_points_from_the_figure() -> None:
    row = found("b", SeasonRules(no_show=3), no_show("b"), no_show("b", 2))
    assert (str(row.figure), str(row.adjustment), row.no_shows) == ("44", "-6", 2)


def test_where_fewest_heads_lead_a_no_show_adds_to_them() -> None:
    rules = SeasonRules(preset=Preset.TOTAL, no_show=3)
    assert found("b", rules, no_show("b")).figure == 20 + 3


def test_of_the_best_sessions_only_their_byes_count() -> None:
    rules = SeasonRules(preset=Preset.PLACEMENT, bye=ByeWorth.POINTS, bye_points=4, best_sessions=1)
    # Ana's best session is the first. The third has no game, so it is none of the best.
    assert found("a", rules, bye("a", 1), bye("a", 2), bye("a", 3)).figure == 10 + 4
    penalised = SeasonRules(preset=Preset.PLACEMENT, best_sessions=1, no_show=1)
    assert found("a", penalised, no_show("a", 2)).figure == 10 - 1


def test_what_comes_later_does_not_count_yet() -> None:
    first = standings(GAMES, FOUR, until=1, absences=[bye("b", 1), bye("b", 2)])
    assert row_of("b", first).figure == 6 + 4


def test_whoever_has_too_few_games_because_of_byes_stays_below() -> None:
    rules = SeasonRules(preset=Preset.PLACEMENT, bye=ByeWorth.AVERAGE, min_games=3)
    assert found("a", rules, *(bye("a") for _round in range(5))).place is None


absences_of_seasons = st.lists(
    st.builds(Absence, st.sampled_from(PLAYERS), st.integers(1, 4), st.booleans()), max_size=12
)
worths = st.fixed_dictionaries(
    {
        "bye": st.sampled_from(ByeWorth),
        "bye_points": st.integers(0, 10),
        "no_show": st.integers(0, 3),
    }
)


def with_heads(season: Season) -> Season:
    """A season in which everybody took a head more, so that no share is of nothing."""
    return [
        result._replace(
            heads=result.heads + result.size,
            entries=tuple(entry._replace(heads=entry.heads + 1) for entry in result.entries),
        )
        for result in season
    ]


# Of two games worth the same the older is dropped: that of session 1, though it was made later.
@example(
    season=[game(1, 2, a=0, b=0, c=0), game(2, 1, a=0, b=0)],
    rules=SeasonRules(preset=Preset.BEST, best_of=1, min_games=0),
    worth={},
    adjustments=[],
    absences=[],
)
@given(seasons(), rules_of_seasons, worths, adjustments_of_seasons, absences_of_seasons)
def test_any_season_is_what_it_is_by_hand(
    season: Season,
    rules: SeasonRules,
    worth: dict[str, Any],
    adjustments: Adjustments,
    absences: list[Absence],
) -> None:
    agreed = replace(rules, **worth)
    results = with_heads(season)
    points: dict[str, Fraction] = {}
    for adjustment in adjustments:
        who = name(adjustment.player)
        points[who] = points.get(who, Fraction(0)) + adjustment.points
    wanted = Wanted(
        **{
            rule.name: getattr(agreed, rule.name)
            for rule in fields(Wanted)
            if rule.name != "weights"
        },
        weights={part: getattr(agreed, f"weight_{part}") for part in PARTS},
    )
    played = [
        Played(
            game.session, game.game, {name(e.player): e.heads for e in game.entries}, game.rounds
        )
        for game in sorted(results, key=lambda game: (game.session, game.game))
    ]
    absent = [Absent(each.session, name(each.player), each.is_no_show) for each in absences]
    expected = by_hand(played, wanted, points, absent=absent)
    rows = standings(results, agreed, adjustments, absences=absences)
    assert [(name(row.player), row.place, row.byes, row.no_shows) for row in rows] == [
        (each["player"], each["place"], each["byes"], each["no_shows"]) for each in expected
    ]
    for row, by_name in zip(rows, expected, strict=True):
        assert round(float(row.figure), DECIMALS) == by_name["figure"]
        assert round(float(row.adjustment), DECIMALS) == by_name["adjustment"]
        account = account_of(row.player, results, agreed, adjustments, absences)
        assert (account.figure, account.points) == (row.figure, row.adjustment)


def name(player: int) -> str:
    return f"{player:02}"
