"""The name and the rules of a season, as a person chooses them; and what they do to three players.

These three are counted by the same computation as its standings.
"""

from collections.abc import Callable, Iterator
from dataclasses import asdict
from itertools import chain, count
from typing import Any, NamedTuple

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.forms.boundfield import BoundField, BoundWidget
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.club import usual
from accounts.forms import LegibleField
from accounts.names import MISSING
from games.bounded_cache import BoundedCache
from games.live.regions import active_language, render_flat
from games.rules.options import Options
from games.seats.forms import RULES as RULES_OF_GAME
from games.seats.forms import OptionsForm
from leagues.models import League, Season
from leagues.models.rules import RULES, points_by_place
from leagues.season_rules import Preset, SeasonRules
from leagues.standings.board import missing_words
from leagues.standings.figures import FIGURE_NAMES, figure_text, games_text
from leagues.standings.scoring.table import ComputedStanding, standings
from leagues.standings.scoring.tally import Entry, GameResult

# Forms whose fields are kept as HTML, of 25 kB each.
MOST_KEPT = 40
SESSIONS = 6
# Heads of the first and of the last at a table; those between lie in equal steps between.
FEWEST_HEADS, MOST_HEADS = 8, 38


class Story(NamedTuple):
    """Somebody's season. places: session by session, at tables of so many players."""

    name: str
    words: Promise
    places: Callable[[int], list[int]]


STORIES = (
    Story("Anna", _("always there, mostly second"), lambda size: [2, 2, 1, 2, 2, min(3, size)]),
    Story("Bruno", _("always there, first or last"), lambda size: [1, size] * 3),
    Story("Chloé", _("came twice and won twice"), lambda _size: [1, 1]),
)


class ExampleRow(NamedTuple):
    """A line of the example. place: "–" for who has none; missing: why. games: those that count."""

    story: Story
    place: str
    missing: str
    games: str
    figure: str


def rules_example(rules: SeasonRules) -> dict[str, Any]:
    """The standings of the three, best first, after `sessions` sessions with a game each.

    Only they count, whoever else sits at their tables.
    """
    numbers = count(1)
    results = [
        _game(next(numbers), session, rules.preferred, player, place)
        for player, story in enumerate(STORIES)
        for session, place in enumerate(story.places(rules.preferred), start=1)
    ]
    return {
        "rules": rules,
        "sessions": SESSIONS,
        "figure_name": FIGURE_NAMES[rules.preset],
        "rows": [_row(row, rules) for row in standings(results, rules)],
    }


def _game(number: int, session: int, size: int, player: int, place: int) -> GameResult:
    heads = [
        FEWEST_HEADS + (MOST_HEADS - FEWEST_HEADS) * step // (size - 1) for step in range(size)
    ]
    entry = Entry(player, heads[place - 1], place, 2 * place)
    return GameResult(number, session, size, sum(heads), rounds=1, entries=(entry,))


def _row(row: ComputedStanding, rules: SeasonRules) -> ExampleRow:
    missing = rules.games_needed(SESSIONS) - row.tally.games
    if rules.min_sessions:
        missing = rules.min_sessions - row.tally.sessions
    return ExampleRow(
        story=STORIES[row.player],
        place=str(row.place or MISSING),
        missing=missing_words(missing, rules) if row.place is None else "",
        games=games_text(row.tally.games, row.tally.counted),
        figure=figure_text(row.figure, rules.preset),
    )


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


_drawn_rules: BoundedCache[SafeString] = BoundedCache(MOST_KEPT)


class SeasonNameForm(forms.Form):
    """A season that has been opened: its rules are amended, not edited."""

    season_name = LegibleField(label=_("Name of the season"), max_length=Season.NAME_LENGTH)


class SeasonForm(forms.ModelForm, OptionsForm, SeasonNameForm):  # type: ignore[type-arg]
    """A season while it is being prepared: its name, and what it agrees on.

    instance: what the form shows at first; a form that was sent leaves its rules there.
    """

    class Meta:
        model = Season
        fields = tuple(name for name in RULES if name != "options")
        formfield_callback = _with_limits
        widgets = dict.fromkeys(("preset", *OTHERS), forms.RadioSelect)

    def __init__(self, data: Any = None, *, instance: Season | None = None, **more: Any) -> None:
        season = instance or Season()
        first = {"season_name": season.name, **asdict(season.season_rules.options)}
        super().__init__(
            data, instance=season, **more | {"initial": first | more.get("initial", {})}
        )

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

    def rules_html(self) -> SafeString:
        """All fields but the name; kept for the same values as long as nothing was sent."""
        if self.is_bound:
            return self._draw_rules()
        disabled = tuple(name for name, field in self.fields.items() if field.disabled)
        shown = (self.prefix, repr(self.initial), self.rules(), disabled)
        key = (type(self), active_language(), *shown)
        return _drawn_rules.get_or_make(key, self._draw_rules)

    def _draw_rules(self) -> SafeString:
        return render_flat("leagues/setup/rules_fields.html", {"form": self})

    def preset_choices(self) -> Iterator[tuple[BoundWidget, Promise]]:
        """Each way to win, with its explanation."""
        for choice in self["preset"]:
            yield choice, PRESET_EXPLAINED[Preset(str(choice.data["value"]))]

    def example(self) -> dict[str, Any]:
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


class UsualLeagueForm(SeasonForm):
    """What the form of a new league offers first in this club, for the league and its season."""

    season_name = None  # type: ignore[assignment]
    visibility = forms.ChoiceField(
        label=_("Who may see it"), choices=League.Visibility, initial=League.Visibility.PUBLIC
    )
    field_order = ("visibility",)

    class Meta(SeasonForm.Meta):
        fields = ("preset", "fewest", "preferred", "most", "second_person")


def usual_season() -> Season:
    """A season, not stored, with the rules that the club offers first."""
    season = Season()
    chosen = usual.offered("usual_leagues")
    for name in chosen.keys() & set(UsualLeagueForm.Meta.fields):
        setattr(season, name, chosen[name])
    of_game = {name: chosen[name] for name in chosen.keys() & set(RULES_OF_GAME)}
    season.options = Options.from_json(of_game).to_json()
    return season
