"""The rules of a season as typed."""

import pytest

from games.rules.options import Options, Variant
from leagues.models import Season
from leagues.season_rules import Bots, Preset, SeasonRules
from leagues.setup.season_form import SeasonForm
from tests.leagues.setup.forms import sent

# Whether rules go together is for the database to say too.
pytestmark = pytest.mark.django_db


def form(**changed: object) -> SeasonForm:
    return SeasonForm(sent(season_name="Autumn", **changed))


def test_what_the_page_offers_at_first_are_the_usual_rules() -> None:
    filled = form()
    assert filled.is_valid(), filled.errors
    assert filled.rules() == SeasonRules()


def test_every_rule_reaches_the_season() -> None:
    rules = SeasonRules(
        preset=Preset.WEIGHTS,
        weight_index=50,
        weight_win=10,
        weight_presence=2,
        weight_heads=-1,
        min_games=4,
        drop_percent=25,
        bots=Bots.LEFT_OUT,
        fewest=4,
        preferred=4,
        most=8,
        second_person=True,
        options=Options(variant=Variant.SPECIAL),
    )
    season = Season()
    season.season_rules = rules
    shown = SeasonForm(instance=season)
    filled = form(**{name: shown[name].value() for name in shown.fields if name != "season_name"})
    assert filled.is_valid(), filled.errors
    assert filled.rules() == rules


@pytest.mark.parametrize("text", ["10 6 4 3", "10, 6, 4, 3", "10;6;4;3", " 10-6-4-3 "])
def test_points_for_places_are_typed_as_people_write_them(text: str) -> None:
    filled = form(preset="placement", placement=text)
    assert filled.is_valid(), filled.errors
    assert filled.rules().placement == (10, 6, 4, 3)


@pytest.mark.parametrize("text", ["", "ten six", "3 4", "1001", "1 " * 11, "²", "10 6.5", "-"])
def test_points_for_places_that_cannot_be_are_refused(text: str) -> None:
    assert list(form(preset="placement", placement=text).errors) == ["placement"]


def test_what_another_preset_asks_is_left_alone() -> None:
    filled = form(preset="index", placement="nonsense", best_of="many", weight_win="")
    assert filled.is_valid(), filled.errors
    assert filled.rules() == SeasonRules()


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"fewest": 5, "preferred": 4}, "preferred"),
        ({"preferred": 7}, "preferred"),
        ({"fewest": 1}, "fewest"),
        ({"most": 11}, "most"),
        ({"preset": "total"}, "most"),
        ({"variant": "special", "most": 9}, "most"),
        ({"variant": "special", "draft": "on"}, "draft"),
        ({"preset": "best", "best_of": 0}, "best_of"),
        ({"preset": "best", "best_of": 1001}, "best_of"),
        ({"preset": "weights", "weight_index": ""}, "weight_index"),
        ({"preset": "weights", "weight_win": 1001}, "weight_win"),
        ({"preset": "weights", "weight_presence": 1.5}, "weight_presence"),
        ({"preset": "weights", "weight_heads": -1001}, "weight_heads"),
        ({"drop_percent": -1}, "drop_percent"),
        ({"drop_percent": 51}, "drop_percent"),
        ({"min_games": -1}, "min_games"),
        ({"min_games": 1001}, "min_games"),
        ({"limit": -1}, "limit"),
        ({"preset": "nonsense"}, "preset"),
        ({"bots": ""}, "bots"),
        ({"preset": "placement", "bye": "points", "bye_points": 11}, "bye_points"),
        ({"preset": "placement", "bye": "all"}, "bye"),
        ({"no_show": -1}, "no_show"),
    ],
)
def test_what_cannot_be_is_said_at_its_field(changed: dict[str, object], field: str) -> None:
    assert list(form(**changed).errors) == [field]


@pytest.mark.parametrize(
    "changed",
    [
        {"preset": "best", "best_of": 1, "min_games": 1000, "drop_percent": 50},
        {"preset": "placement", "placement": "1000 " * 10},
        {"preset": "placement", "bye": "points", "bye_points": 10, "no_show": 1000},
        {"preset": "index", "bye": "points", "bye_points": 1000},
        {"preset": "weights", "weight_index": -1000, "weight_win": 1000},
        {"preset": "total", "fewest": 2, "preferred": 2, "most": 2},
        {"fewest": 2, "preferred": 10, "most": 10},
        {"variant": "special", "most": 8},
    ],
)
def test_the_limits_themselves_are_allowed(changed: dict[str, object]) -> None:
    filled = form(**changed)
    assert filled.is_valid(), filled.errors


def test_browsers_know_the_limits_of_numbers() -> None:
    assert 'min="0" max="50"' in str(form()["drop_percent"])


def test_an_empty_minimum_grows_with_the_season() -> None:
    filled = form(min_games="")
    assert filled.is_valid(), filled.errors
    assert filled.rules().has_growing_minimum
    typed = form(min_games="0")
    assert typed.is_valid(), typed.errors
    assert typed.rules().min_games == 0


def test_each_way_to_win_is_explained() -> None:
    explained = [str(words) for _choice, words in form().preset_choices()]
    assert len(set(explained)) == len(Preset)
