"""The rules of a season, as a person chooses them."""

from collections.abc import Iterator
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundWidget
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.forms import OptionsForm
from games.rules.options import FEWEST_PLAYERS, MOST_PLAYERS, Options
from leagues.season_rules import (
    MOST_DROPPED_PERCENT,
    MOST_GAMES,
    MOST_POINTS,
    Abandoned,
    Away,
    Bots,
    InvalidSeasonRules,
    Preset,
    RulesProblem,
    SeasonRules,
    Substitutes,
    Weights,
)
from leagues.standings.rule_names import (
    ABANDONED,
    AWAY,
    BOTS,
    PRESET_EXPLAINED,
    PRESET_NAMES,
    SUBSTITUTES,
)

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

USUAL = SeasonRules()

PROBLEMS = {
    RulesProblem.TABLE_SIZES: _("The preferred size lies between the smallest and the largest."),
    RulesProblem.FIXED_SIZE: _(
        "Heads per game is fair only where all tables have the same size: "
        "make smallest and largest equal."
    ),
    RulesProblem.TOO_MANY_PLAYERS: _("These rules cannot be played by that many at one table."),
}

SELDOM = ("substitutes", "bots", "away", "abandoned")

# The fields that mean something under one preset only.
OF_PRESET = {
    Preset.BEST: ("best_of",),
    Preset.PLACEMENT: ("placement",),
    Preset.WEIGHTS: ("weight_index", "weight_win", "weight_presence", "weight_heads"),
}


def _points(
    label: "_StrPromise", usual: int, help_text: "_StrPromise | str" = ""
) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        help_text=help_text,
        min_value=-MOST_POINTS,
        max_value=MOST_POINTS,
        initial=usual,
    )


def _size(label: "_StrPromise", usual: int) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, min_value=FEWEST_PLAYERS, max_value=MOST_PLAYERS, initial=usual
    )


class PlacementField(forms.CharField):
    """Whole numbers with anything between them: the points of the first, second … place."""

    def clean(self, value: Any) -> tuple[int, ...]:
        text = str(super().clean(value))
        words = text.replace(",", " ").replace(";", " ").replace("-", " ").split()
        if not words or not all(word.isdecimal() and len(word) < 5 for word in words):
            raise ValidationError(_("Write whole numbers, such as 10 6 4 3 2 1."))
        points = tuple(map(int, words))
        if max(points) > MOST_POINTS or len(points) > MOST_PLAYERS:
            raise ValidationError(_("At most ten places, and at most 1000 points."))
        if list(points) != sorted(points, reverse=True):
            raise ValidationError(_("A place may not be worth more than the one before it."))
        return points


class SeasonRulesForm(OptionsForm):
    """What a season agrees on; `rules()` of a valid form. Checked again by SeasonRules."""

    preset = forms.ChoiceField(
        label=_("How the season is won"),
        choices=PRESET_NAMES.items(),
        initial=USUAL.preset,
        widget=forms.RadioSelect,
    )
    best_of = forms.IntegerField(
        label=_("How many games count"),
        min_value=1,
        max_value=MOST_GAMES,
        initial=USUAL.best_of,
    )
    placement = PlacementField(
        label=_("Points for first, second, third … place"),
        initial=" ".join(map(str, USUAL.placement)),
        help_text=_(
            "Places beyond the last number are worth nothing; tied players share the points."
        ),
    )
    weight_index = _points(
        _("For first place, in equal steps down to 0 for the last"), USUAL.weights.index
    )
    weight_win = _points(_("For a win"), USUAL.weights.win)
    weight_presence = _points(_("For every game played"), USUAL.weights.presence)
    weight_heads = _points(
        _("For each head"), USUAL.weights.heads, _("Usually below zero, for instance -1.")
    )
    min_games = forms.IntegerField(
        label=_("Games needed for a place"),
        help_text=_(
            "Whoever has played fewer is listed below the others. Left empty, the minimum grows "
            "with the season: more games than a third of the sessions held so far, or none where "
            "points are added up. 0 means no minimum."
        ),
        required=False,
        min_value=0,
        max_value=MOST_GAMES,
        initial=USUAL.min_games,
    )
    drop_percent = forms.IntegerField(
        label=_("Worst games dropped, in percent"),
        help_text=_("With 20, two of ten games are dropped and one of nine. 0 drops none."),
        min_value=0,
        max_value=MOST_DROPPED_PERCENT,
        initial=USUAL.drop_percent,
    )
    fewest = _size(_("Smallest table"), USUAL.fewest)
    preferred = _size(_("Preferred"), USUAL.preferred)
    most = _size(_("Largest table"), USUAL.most)
    second_person = forms.BooleanField(
        label=_("A second person confirms score sheets"),
        help_text=_("Whoever entered a sheet may not confirm it."),
        required=False,
    )
    substitutes = forms.ChoiceField(
        label=_("The result of a substitute counts"),
        choices=SUBSTITUTES.items(),
        initial=USUAL.substitutes,
        widget=forms.RadioSelect,
    )
    bots = forms.ChoiceField(
        label=_("Bots at an online table"),
        choices=BOTS.items(),
        initial=USUAL.bots,
        widget=forms.RadioSelect,
    )
    away = forms.ChoiceField(
        label=_("When the bot plays for somebody who is absent"),
        choices=AWAY.items(),
        initial=USUAL.away,
        widget=forms.RadioSelect,
    )
    abandoned = forms.ChoiceField(
        label=_("When a game is abandoned online or cut short on paper"),
        choices=ABANDONED.items(),
        initial=USUAL.abandoned,
        widget=forms.RadioSelect,
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        self._forget_other_presets(data)
        if not self.errors:
            self.make_options(data, data["most"], "most")
        if not self.errors:
            try:
                data["rules"] = _rules_of(data)
            except InvalidSeasonRules as error:
                self.add_error(error.field, PROBLEMS[error.code])
        return data

    def _forget_other_presets(self, data: dict[str, Any]) -> None:
        """Whatever was typed for presets that were not chosen: nobody sees it."""
        for preset, names in OF_PRESET.items():
            if data.get("preset") == preset:
                continue
            for name in names:
                self.errors.pop(name, None)
                data.pop(name, None)

    @property
    def has_seldom(self) -> bool:
        """Whether something that is seldom changed was, so that it is shown at once."""
        return any(
            name in self.errors or str(self[name].value()) != str(getattr(USUAL, name))
            for name in SELDOM
        )

    def rules(self) -> SeasonRules:
        """The rules of a valid form."""
        rules: SeasonRules = self.cleaned_data["rules"]
        return rules

    def preset_choices(self) -> Iterator[tuple[BoundWidget, Promise]]:
        """Each way to win, with its explanation."""
        for choice in self["preset"]:
            yield choice, PRESET_EXPLAINED[Preset(str(choice.data["value"]))]


def _rules_of(data: dict[str, Any]) -> SeasonRules:
    weights = Weights(
        index=data.get("weight_index", USUAL.weights.index),
        win=data.get("weight_win", USUAL.weights.win),
        presence=data.get("weight_presence", USUAL.weights.presence),
        heads=data.get("weight_heads", USUAL.weights.heads),
    )
    return SeasonRules(
        preset=Preset(data["preset"]),
        best_of=data.get("best_of", USUAL.best_of),
        placement=data.get("placement", USUAL.placement),
        weights=weights,
        min_games=data["min_games"],
        drop_percent=data["drop_percent"],
        substitutes=Substitutes(data["substitutes"]),
        bots=Bots(data["bots"]),
        away=Away(data["away"]),
        abandoned=Abandoned(data["abandoned"]),
        fewest=data["fewest"],
        preferred=data["preferred"],
        most=data["most"],
        second_person=data["second_person"],
        options=data["options"],
    )


def initial_of(rules: SeasonRules) -> dict[str, Any]:
    """What the form shows for these rules."""
    as_they_are = (
        "preset", "best_of", "min_games", "drop_percent", "substitutes", "bots", "away",
        "abandoned", "fewest", "preferred", "most", "second_person",
    )  # fmt: skip
    return {
        **{name: getattr(rules, name) for name in as_they_are},
        **{option.name: getattr(rules.options, option.name) for option in fields(Options)},
        "placement": " ".join(map(str, rules.placement)),
        "weight_index": rules.weights.index,
        "weight_win": rules.weights.win,
        "weight_presence": rules.weights.presence,
        "weight_heads": rules.weights.heads,
    }
