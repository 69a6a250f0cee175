"""The name and the rules of a season, as a person chooses them."""

from collections.abc import Iterator
from dataclasses import asdict
from itertools import chain
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.forms.boundfield import BoundField, BoundWidget
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.forms import OptionsForm
from leagues.models import Season
from leagues.models.rules import RULES, points_by_place
from leagues.people.forms import NameField
from leagues.season_rules import Preset, SeasonRules
from leagues.setup.rules_example import RulesExample, rules_example

PRESET_EXPLAINED: dict[Preset, Promise] = {
    Preset.INDEX: _(
        "First place is worth 100, last place 0, the others equal steps in between; the mean "
        "decides. Fair for tables of any size: the best choice for most clubs."
    ),
    Preset.BEST: _(
        "The same, but only each player’s best games count: for clubs where people cannot "
        "always come."
    ),
    Preset.TOTAL: _(
        "As on the pad in the box: fewest heads per game. Fair only where all tables have the "
        "same number of players."
    ),
    Preset.PLACEMENT: _(
        "Points for each place are added up, as in motor racing: whoever comes often gets more."
    ),
    Preset.WEIGHTS: _(
        "Points for the place, for winning, for coming and for each head; the mean decides."
    ),
}

# The fields that mean something under one preset only.
OF_PRESET = {
    Preset.BEST: ("best_of",),
    Preset.PLACEMENT: ("placement", "bye", "bye_points"),
    Preset.WEIGHTS: ("weight_index", "weight_win", "weight_presence", "weight_heads"),
}
# What a page asks at once; the rest is folded away, by headings.
ASKED = (
    "preset", "fewest", "preferred", "most", "min_games", "drop_percent", "final", "semi_final",
    "second_person",
)  # fmt: skip
OF_SESSIONS = ("best_sessions", "min_sessions", "no_show")
TIE_BREAKS = "tie_breaks"
OTHERS = tuple(
    name
    for name in RULES
    if name not in {*ASKED, *OF_SESSIONS, TIE_BREAKS, *chain(*OF_PRESET.values()), "options"}
)


def _with_limits(column: "models.Field[Any, Any]", **about: Any) -> forms.Field | None:
    """The field of a column; browsers know the limits of a number too."""
    if isinstance(column, models.IntegerField):
        for limit in column.validators:
            if isinstance(limit, MinValueValidator):
                about["min_value"] = limit.limit_value
            elif isinstance(limit, MaxValueValidator):
                about["max_value"] = limit.limit_value
    return column.formfield(**about)


class SeasonNameForm(forms.Form):
    """A season that has been opened: its rules are amended, not edited."""

    season_name = NameField(label=_("Name of the season"), max_length=Season.NAME_LENGTH)


class SeasonForm(forms.ModelForm, OptionsForm, SeasonNameForm):  # type: ignore[type-arg]
    """A season while it is being prepared: its name, and what it agrees on.

    instance: what the form shows at first; a form that was sent leaves its rules there.
    """

    class Meta:
        model = Season
        fields = tuple(name for name in RULES if name != "options")
        formfield_callback = _with_limits
        widgets = dict.fromkeys(("preset", *OTHERS), forms.RadioSelect)

    def __init__(self, data: Any = None, *, instance: Season | None = None) -> None:
        season = instance or Season()
        initial = {"season_name": season.name, **asdict(season.season_rules.options)}
        super().__init__(data, instance=season, initial=initial)

    def clean_placement(self) -> str:
        """The numbers alone."""
        return " ".join(map(str, points_by_place(self.cleaned_data["placement"])))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        self._forget_other_presets(data)
        if not self.errors:
            self.make_options(data, data["most"], "most")
        if not self.errors:
            self.instance.options = data["options"].to_json()
        return data

    def _forget_other_presets(self, data: dict[str, Any]) -> None:
        """Whatever was typed for presets that were not chosen: nobody sees it."""
        for preset, names in OF_PRESET.items():
            if data.get("preset") == preset:
                continue
            for name in names:
                self.errors.pop(name, None)
                data.pop(name, None)

    def rules(self) -> SeasonRules:
        """The rules of a valid form."""
        season: Season = self.instance
        return season.season_rules

    def preset_choices(self) -> Iterator[tuple[BoundWidget, Promise]]:
        """Each way to win, with its explanation."""
        for choice in self["preset"]:
            yield choice, PRESET_EXPLAINED[Preset(str(choice.data["value"]))]

    def example(self) -> RulesExample:
        """What the rules do to three players; where the form is refused, what of them is right."""
        return rules_example(self.rules())

    def of_sessions(self) -> list[BoundField]:
        """What counts whole sessions."""
        return [self[name] for name in OF_SESSIONS]

    def others(self) -> list[BoundField]:
        """What is seldom changed."""
        return [self[name] for name in OTHERS]

    @property
    def has_more(self) -> bool:
        """Whether something that is folded away is not as usual, so that it is shown at once."""
        return self.has_rules or any(
            name in self.errors or str(self[name].value()) != str(self.fields[name].initial)
            for name in (*OF_SESSIONS, TIE_BREAKS, *OTHERS)
        )

    @property
    def has_refused_rules(self) -> bool:
        """Whether something of the rules must be seen to."""
        return bool(self.errors.keys() - SeasonNameForm.base_fields.keys())
