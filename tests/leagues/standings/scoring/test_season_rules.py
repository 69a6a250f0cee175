"""What a season may agree on, and how it is kept."""

from typing import Any

import pytest

from games.rules.options import Options, Variant
from leagues.season_rules import (
    FORMAT,
    InvalidSeasonRules,
    Preset,
    RulesProblem,
    SeasonRules,
    Substitutes,
    Weights,
)


def problem(**values: Any) -> tuple[RulesProblem, str]:
    with pytest.raises(InvalidSeasonRules) as refused:
        SeasonRules(**values)
    return refused.value.code, refused.value.field


def problem_of(data: object) -> tuple[RulesProblem, str]:
    with pytest.raises(InvalidSeasonRules) as refused:
        SeasonRules.from_json(data)
    return refused.value.code, refused.value.field


def with_(**values: Any) -> dict[str, Any]:
    return {"format": FORMAT, **values}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("best_of", 0),
        ("best_of", 1001),
        ("placement", ()),
        ("placement", (1,) * 11),
        ("placement", (1001,)),
        ("placement", (5, -1)),
        ("placement", (5, 6)),
        ("min_games", -1),
        ("min_games", 1001),
        ("drop_percent", -1),
        ("drop_percent", 51),
    ],
)
def test_a_value_beyond_its_limits_is_refused(field: str, value: object) -> None:
    assert problem(**{field: value}) == (RulesProblem.VALUE, field)


@pytest.mark.parametrize("field", ["index", "win", "presence", "heads"])
@pytest.mark.parametrize("points", [-1001, 1001])
def test_a_weight_beyond_its_limits_is_refused(field: str, points: int) -> None:
    assert problem(weights=Weights(**{field: points})) == (RulesProblem.VALUE, field)


def test_the_limits_themselves_are_allowed() -> None:
    SeasonRules(best_of=1, placement=(1000,) * 10, min_games=1000, drop_percent=50)
    SeasonRules(best_of=1000, placement=(0,), weights=Weights(-1000, 1000, -1000, 1000))
    SeasonRules(fewest=2, preferred=10, most=10)


@pytest.mark.parametrize(
    "sizes", [(1, 4, 6), (5, 4, 6), (3, 7, 6), (3, 4, 11)], ids="{0[0]}-{0[1]}-{0[2]}".format
)
def test_sizes_of_tables_must_rise_from_2_to_10(sizes: tuple[int, int, int]) -> None:
    fewest, preferred, most = sizes
    assert problem(fewest=fewest, preferred=preferred, most=most) == (
        RulesProblem.TABLE_SIZES,
        "preferred",
    )


def test_special_cards_are_for_eight_at_most() -> None:
    special = Options(variant=Variant.SPECIAL)
    SeasonRules(most=8, options=special)
    assert problem(most=9, options=special) == (RulesProblem.TOO_MANY_PLAYERS, "most")


def test_the_total_needs_tables_of_one_size() -> None:
    SeasonRules(preset=Preset.TOTAL, fewest=4, preferred=4, most=4)
    assert problem(preset=Preset.TOTAL) == (RulesProblem.FIXED_SIZE, "most")


def test_rules_survive_being_kept() -> None:
    rules = SeasonRules(
        preset=Preset.WEIGHTS,
        placement=(3, 1),
        weights=Weights(1, 2, 3, -4),
        drop_percent=20,
        substitutes=Substitutes.ABSENT,
        second_person=True,
        options=Options(draft=True),
    )
    assert SeasonRules.from_json(rules.to_json()) == rules


def test_what_is_left_out_has_its_default() -> None:
    assert SeasonRules.from_json(with_(best_of=7)) == SeasonRules(best_of=7)


@pytest.mark.parametrize("data", [None, [], {}, {"format": 2}])
def test_another_format_is_refused(data: object) -> None:
    assert problem_of(data) == (RulesProblem.FORMAT, "")


@pytest.mark.parametrize("name", ["bonus", 7])
def test_a_rule_nobody_knows_is_refused(name: object) -> None:
    assert problem_of({"format": FORMAT, name: 1}) == (RulesProblem.UNKNOWN, str(name))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("best_of", "7"),
        ("best_of", True),
        ("second_person", 1),
        ("placement", 5),
        ("placement", ["5"]),
        ("weights", [1, 2]),
        ("weights", {"bonus": 1}),
        ("preset", 1),
    ],
)
def test_a_value_of_another_type_is_refused(field: str, value: object) -> None:
    assert problem_of(with_(**{field: value})) == (RulesProblem.TYPE, field)


def test_a_weight_of_another_type_is_refused_by_its_name() -> None:
    assert problem_of(with_(weights={"win": 1.5})) == (RulesProblem.TYPE, "win")


def test_a_word_that_is_no_choice_is_refused() -> None:
    assert problem_of(with_(preset="elo")) == (RulesProblem.VALUE, "preset")


def test_impossible_options_of_the_games_are_refused() -> None:
    assert problem_of(with_(options={"limit": -1})) == (RulesProblem.OPTIONS, "options")
