"""Whoever adds a rule is told what is missing: its column, its words, its place on the page.

That it has a line in docs/leagues.md, tests/leagues/exports/test_the_documents.py sees to.
"""

from dataclasses import fields
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils.translation import override

from games.rules.options import Options
from leagues.models import Season
from leagues.models.rules import RuleColumns
from leagues.season_rules import (
    Abandoned,
    Away,
    Bots,
    ByeWorth,
    Preset,
    SeasonRules,
    Substitutes,
    TieBreak,
)
from leagues.setup.season_form import SeasonForm
from leagues.standings.rules_in_words import rules_in_words
from tests.leagues.browsing import url
from tests.support.clients import signed_in
from tests.support.leagues import make_season

# Under which other rules one means something, and another choice than the usual one.
TRIED: dict[str, tuple[dict[str, Any], Any]] = {
    "preset": ({}, Preset.PLACEMENT),
    "best_of": ({"preset": Preset.BEST}, 2),
    "placement": ({"preset": Preset.PLACEMENT}, (3, 1)),
    "weight_index": ({"preset": Preset.WEIGHTS}, -1000),
    "weight_win": ({"preset": Preset.WEIGHTS}, 1000),
    "weight_presence": ({"preset": Preset.WEIGHTS}, 3),
    "weight_heads": ({"preset": Preset.WEIGHTS}, -4),
    "min_games": ({}, 1000),
    "drop_percent": ({}, 50),
    "final": ({}, 6),
    "semi_final": ({"final": 4}, 8),
    "best_sessions": ({}, 6),
    "min_sessions": ({}, 4),
    "bye": ({"preset": Preset.PLACEMENT}, ByeWorth.AVERAGE),
    "bye_points": ({"preset": Preset.PLACEMENT, "bye": ByeWorth.POINTS}, 4),
    "no_show": ({}, 5),
    "substitutes": ({}, Substitutes.ABSENT),
    "bots": ({}, Bots.LEFT_OUT),
    "away": ({}, Away.COUNTS),
    "abandoned": ({}, Abandoned.AS_IT_STOOD),
    "tie_breaks": ({}, (TieBreak.HEAD_TO_HEAD, TieBreak.SHARE)),
    "fewest": ({}, 2),
    "preferred": ({}, 5),
    "most": ({}, 10),
    "second_person": ({}, True),
    "options": ({}, Options(draft=True)),
}
COLUMNS = {column.name: column for column in RuleColumns._meta.fields}


def said(rules: SeasonRules) -> str:
    """What the page of the rules tells."""
    season = Season()
    season.season_rules = rules
    return str(rules_in_words(season))


def words_of(rule: str) -> list[str]:
    """What the form says of a rule, and of its choices."""
    column = COLUMNS[rule]
    choices: Any = column.choices or ()
    words = [column.verbose_name, column.help_text, *(label for _value, label in choices)]
    return [str(each) for each in words if each]


def test_every_rule_is_tried_and_is_a_column() -> None:
    assert [field.name for field in fields(SeasonRules)] == [*TRIED]
    assert COLUMNS.keys() == TRIED.keys()


def test_the_usual_rules_are_those_of_a_new_row() -> None:
    assert Season().season_rules == SeasonRules()


@pytest.mark.django_db
@pytest.mark.parametrize("rule", TRIED)
def test_a_rule_is_kept(rule: str) -> None:
    around, other = TRIED[rule]
    season = make_season(**around, **{rule: other})
    kept = Season.objects.get(pk=season.pk).season_rules
    assert kept == SeasonRules(**around, **{rule: other})
    assert type(getattr(kept, rule)) is type(other)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("rule", TRIED)
def test_a_rule_is_told(rule: str, language: str) -> None:
    around, other = TRIED[rule]
    with override(language):
        assert said(SeasonRules(**around, **{rule: other})) != said(SeasonRules(**around))


@pytest.mark.parametrize("rule", TRIED)
def test_the_words_of_a_rule_are_french_too(rule: str) -> None:
    with override("en"):
        english = words_of(rule)
    with override("fr"):
        assert not {*english} & {*words_of(rule)}


@pytest.mark.django_db
def test_every_rule_can_be_chosen_on_the_page(spring: Season) -> None:
    owner = spring.league.roles.get().player
    html = signed_in(owner).get(url("season_edit", spring)).content.decode()
    missing = [name for name in SeasonForm.base_fields if f'name="{name}"' not in html]
    assert missing == []
    assert {*TRIED} - {"options"} <= {*SeasonForm.base_fields}


@pytest.mark.django_db
def test_rules_that_exclude_each_other_are_refused_by_the_database(season: Season) -> None:
    for rules in ({"preset": Preset.TOTAL}, {"fewest": 5}, {"preferred": 7}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Season.objects.filter(pk=season.pk).update(**rules)


def offered(rules: SeasonRules) -> str:
    """The fields of a form that nothing was sent to."""
    season = Season()
    season.season_rules = rules
    return SeasonForm(instance=season).rules_html()


@pytest.mark.parametrize("rule", TRIED)
def test_what_is_kept_of_a_form_for_some_rules_is_not_shown_for_others(rule: str) -> None:
    around, other = TRIED[rule]
    before = offered(SeasonRules(**around))
    assert offered(SeasonRules(**around, **{rule: other})) != before
    assert offered(SeasonRules(**around)) == before
    with override("fr"):
        assert offered(SeasonRules(**around)) != before


def test_what_is_kept_of_a_form_is_not_shown_for_one_that_begins_with_other_values() -> None:
    before = offered(SeasonRules())
    other = SeasonForm(instance=Season(), initial={"best_of": 7}).rules_html()
    assert other.count('name="best_of" value="7"') == 1
    assert SeasonForm(instance=Season(), prefix="second").rules_html() != before
    assert offered(SeasonRules()) == before


def test_a_form_that_was_sent_shows_what_was_sent() -> None:
    kept = offered(SeasonRules())
    assert SeasonForm({"best_of": "eleven"}).rules_html().count('value="eleven"') == 1
    assert offered(SeasonRules()) == kept
