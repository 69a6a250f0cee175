"""The rules of a season as columns: what may be chosen, and in which words."""

from __future__ import annotations

from dataclasses import fields
from enum import StrEnum
from itertools import permutations
from typing import TYPE_CHECKING, Any, ClassVar

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from games.rules.options import FEWEST_PLAYERS, MOST_PLAYERS, Options
from leagues.season_rules import (
    MOST_DROPPED_PERCENT,
    MOST_FINALISTS,
    MOST_GAMES,
    MOST_POINTS,
    MOST_SEMI_FINALISTS,
    MOST_SESSIONS,
    Abandoned,
    Away,
    Bots,
    ByeWorth,
    Preset,
    SeasonRules,
    Substitutes,
    TieBreak,
)

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

USUAL = SeasonRules()
TIE_BREAK_NAMES = {
    TieBreak.SHARE: _("share of heads"),
    TieBreak.WINS: _("wins per game"),
    TieBreak.HEAD_TO_HEAD: _("head to head"),
}
RULES = tuple(field.name for field in fields(SeasonRules))


def points_by_place(text: str) -> tuple[int, ...]:
    """Whole numbers with anything between them: the points of the first, second … place."""
    words = text.replace(",", " ").replace(";", " ").replace("-", " ").split()
    if not words or not all(word.isdecimal() and len(word) < 5 for word in words):
        raise ValidationError(_("Write whole numbers, such as 10 6 4 3 2 1."))
    points = tuple(map(int, words))
    if max(points) > MOST_POINTS or len(points) > MOST_PLAYERS:
        raise ValidationError(_("At most ten places, and at most 1000 points."))
    if list(points) != sorted(points, reverse=True):
        raise ValidationError(_("A place may not be worth more than the one before it."))
    return points


def tie_break_choices() -> list[tuple[str, _StrPromise]]:
    """Every order of the tie-breaks, the usual one first, and of some of them."""
    orders = {
        3: _("%(first)s, then %(second)s, then %(third)s"),
        2: _("%(first)s, then %(second)s"),
        1: _("%(first)s alone"),
        0: _("none: whoever is level shares the place"),
    }
    return [
        (" ".join(order), _with_names(orders[count], *order))
        for count in orders
        for order in permutations(TieBreak, count)
    ]


def _with_names(words: _StrPromise, *order: TieBreak) -> Any:
    """The words with the names of tie-breaks, in the language in which they are read."""
    names = dict(zip(("first", "second", "third"), order, strict=False))

    def text() -> str:
        return words % {place: str(TIE_BREAK_NAMES[each]) for place, each in names.items()}

    return lazy(text, str)()


def _number(label: _StrPromise, least: int, most: int, **more: Any) -> models.SmallIntegerField:  # type: ignore[type-arg]
    limits = [MinValueValidator(least), MaxValueValidator(most)]
    return models.SmallIntegerField(label, validators=limits, **more)


def _points(label: _StrPromise, usual: int, **more: Any) -> models.SmallIntegerField:  # type: ignore[type-arg]
    return _number(label, -MOST_POINTS, MOST_POINTS, default=usual, **more)


def _size(label: _StrPromise, usual: int) -> models.SmallIntegerField:  # type: ignore[type-arg]
    return _number(label, FEWEST_PLAYERS, MOST_PLAYERS, default=usual)


def _choice(label: _StrPromise, usual: StrEnum, words: dict[Any, _StrPromise]) -> models.CharField:  # type: ignore[type-arg]
    choices = [(each.value, words[each]) for each in type(usual)]
    return models.CharField(label, max_length=12, choices=choices, default=usual.value)


class RuleColumns(models.Model):
    """A season's rules: a column for each field of SeasonRules, of the same name.

    placement: whole numbers, tie_breaks: their values, a blank between them. options: the JSON of
    games.rules.options.
    """

    preset = _choice(
        _("How the season is won"),
        USUAL.preset,
        {
            Preset.INDEX: _("Place index"),
            Preset.BEST: _("Best games"),
            Preset.TOTAL: _("Heads per game"),
            Preset.PLACEMENT: _("Points for places"),
            Preset.WEIGHTS: _("Your own mix of points"),
        },
    )
    best_of = _number(_("How many games count"), 1, MOST_GAMES, default=USUAL.best_of)
    placement = models.CharField(
        _("Points for first, second, third … place"),
        max_length=100,
        default=" ".join(map(str, USUAL.placement)),
        help_text=_(
            "Places beyond the last number are worth nothing; tied players share the points."
        ),
    )
    weight_index = _points(
        _("For first place, in equal steps down to 0 for the last"), USUAL.weight_index
    )
    weight_win = _points(_("For a win"), USUAL.weight_win)
    weight_presence = _points(_("For every game played"), USUAL.weight_presence)
    weight_heads = _points(
        _("For each head"),
        USUAL.weight_heads,
        help_text=_("Usually below zero, for instance -1."),
    )
    fewest = _size(_("Smallest table"), USUAL.fewest)
    preferred = _size(_("Preferred"), USUAL.preferred)
    most = _size(_("Largest table"), USUAL.most)
    min_games = _number(
        _("Games needed for a place"),
        0,
        MOST_GAMES,
        null=True,
        blank=True,
        help_text=_(
            "Whoever has played fewer is listed below the others. Left empty, the minimum grows "
            "with the season: more games than a third of the sessions held so far, or none where "
            "points are added up. 0 means no minimum."
        ),
    )
    drop_percent = _number(
        _("Worst games dropped, in percent"),
        0,
        MOST_DROPPED_PERCENT,
        default=USUAL.drop_percent,
        help_text=_("With 20, two of ten games are dropped and one of nine. 0 drops none."),
    )
    final = _number(
        _("Players in the final"),
        0,
        MOST_FINALISTS,
        default=USUAL.final,
        help_text=_(
            "The best players before the last session decide the first places among themselves "
            "there. 0 means no final."
        ),
    )
    # An older release may still plan a season, as with tie_breaks.
    semi_final = _number(
        _("Players in the semi-final"),
        0,
        MOST_SEMI_FINALISTS,
        default=USUAL.semi_final,
        db_default=USUAL.semi_final,
        help_text=_(
            "As many as its tables hold, such as 8 for two tables of four. The best of each table "
            "play the final. 0 means no semi-final."
        ),
    )
    best_sessions = _number(
        _("Best sessions that count"),
        0,
        MOST_SESSIONS,
        default=USUAL.best_sessions,
        help_text=_(
            "With 6, only the games of each player’s six best sessions count. "
            "0 counts all sessions."
        ),
    )
    min_sessions = _number(
        _("Sessions needed for a place"),
        0,
        MOST_SESSIONS,
        default=USUAL.min_sessions,
        help_text=_("Asked instead of a number of games. 0 means that games are counted."),
    )
    bye = _choice(
        _("Whoever sits out a round gets"),
        USUAL.bye,
        {
            ByeWorth.NOTHING: _("nothing"),
            ByeWorth.AVERAGE: _("the mean of their own games"),
            ByeWorth.POINTS: _("a fixed number of points"),
        },
    )
    bye_points = _number(
        _("Points for sitting out a round"),
        0,
        MOST_POINTS,
        default=USUAL.bye_points,
        help_text=_("At most as many as for first place."),
    )
    no_show = _number(
        _("Points taken for not showing up"),
        0,
        MOST_POINTS,
        default=USUAL.no_show,
        help_text=_(
            "For each round from which an organizer takes somebody out because they did not show "
            "up. Where heads are counted, they are added. 0 takes nothing."
        ),
    )
    second_person = models.BooleanField(
        _("A second person confirms score sheets"),
        default=USUAL.second_person,
        help_text=_("Whoever entered a sheet may not confirm it."),
    )
    substitutes = _choice(
        _("The result of a substitute counts"),
        USUAL.substitutes,
        {
            Substitutes.SUBSTITUTE: _("for whoever sat there"),
            Substitutes.ABSENT: _("for the person they stood in for"),
            Substitutes.NOBODY: _("for nobody"),
        },
    )
    bots = _choice(
        _("Bots at an online table"),
        USUAL.bots,
        {
            Bots.OPPONENTS: _(
                "they are opponents like any other: finishing behind a bot costs a place"
            ),
            Bots.LEFT_OUT: _("they are left out: people are ranked among themselves"),
        },
    )
    away = _choice(
        _("When the bot plays for somebody who is absent"),
        USUAL.away,
        {
            Away.IF_PLAYED: _(
                "the result counts for players who played at least once themselves; otherwise the "
                "seat is treated as a bot’s"
            ),
            Away.COUNTS: _("the result counts for the player"),
            Away.LEFT_OUT: _("the seat is treated as a bot’s if the bot plays on to the end"),
        },
    )
    abandoned = _choice(
        _("When a game is abandoned online or cut short on paper"),
        USUAL.abandoned,
        {
            Abandoned.VOID: _("it does not count"),
            Abandoned.AS_IT_STOOD: _("it counts as it stood after the last full round"),
        },
    )
    # A process of an older release, which does not know it, may still plan a season.
    tie_breaks = models.CharField(
        _("Players with the same figure are told apart by"),
        max_length=30,
        blank=True,
        choices=tie_break_choices(),
        default=" ".join(USUAL.tie_breaks),
        db_default=" ".join(USUAL.tie_breaks),
    )
    options = models.JSONField(_("Rules and variants of the game"), default=dict)

    class Meta:
        abstract = True
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=Q(fewest__lte=F("preferred"), preferred__lte=F("most")),
                name="table_sizes_in_order",
            ),
            models.CheckConstraint(
                condition=~Q(preset=Preset.TOTAL.value) | Q(fewest=F("most")),
                name="one_table_size_for_totals",
            ),
        ]

    def clean(self) -> None:
        super().clean()
        if not self.fewest <= self.preferred <= self.most:
            raise ValidationError(
                {"preferred": _("The preferred size lies between the smallest and the largest.")}
            )
        if self.preset == Preset.TOTAL and self.fewest != self.most:
            words = _(
                "Heads per game is fair only where all tables have the same size: "
                "make smallest and largest equal."
            )
            raise ValidationError({"most": words})
        if self.semi_final and not 0 < self.final < self.semi_final:
            words = _("A semi-final needs a final with fewer players.")
            raise ValidationError({"semi_final": words})
        is_fixed = self.preset == Preset.PLACEMENT and self.bye == ByeWorth.POINTS
        if is_fixed and self.bye_points > points_by_place(self.placement)[0]:
            words = _("No more than first place is worth.")
            raise ValidationError({"bye_points": words})

    @property
    def season_rules(self) -> SeasonRules:
        """The rules, as scoring reads them."""
        return SeasonRules(
            **{name: _read(getattr(USUAL, name), getattr(self, name)) for name in RULES}
        )

    @season_rules.setter
    def season_rules(self, rules: SeasonRules) -> None:
        for name in RULES:
            setattr(self, name, _stored(getattr(rules, name)))


def _read(usual: object, stored: Any) -> Any:
    """What a column holds, as a value of the kind that is usual in SeasonRules."""
    match usual:
        case StrEnum():
            return type(usual)(stored)
        case (TieBreak(), *_):
            return tuple(map(TieBreak, stored.split()))
        case tuple():
            return tuple(map(int, stored.split()))
        case Options():
            return Options.from_json(stored)
    return stored


def _stored(value: Any) -> Any:
    match value:
        case StrEnum():
            return value.value
        case tuple():
            return " ".join(map(str, value))
        case Options():
            return value.to_json()
    return value
