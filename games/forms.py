"""Opening a table: what a person fills in, as a TablePlan."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import Deck
from games import bots
from games.models import Table
from games.rules.errors import InvalidOptions
from games.rules.options import FEWEST_PLAYERS, HIGHEST_LIMIT, MOST_PLAYERS, MOST_ROUNDS, Options
from games.services.seating import TablePlan

TIMES = ((None, _("No limit")), (15, "15 s"), (30, "30 s"), (60, "1 min"), (180, "3 min"))


class OpenTableForm(forms.Form):
    """A new table; `plan()` is what services need. Every rule is checked again by the engine."""

    name = forms.CharField(label=_("Name of the table"), max_length=60, required=False)
    seat_count = forms.IntegerField(
        label=_("Seats"), min_value=FEWEST_PLAYERS, max_value=MOST_PLAYERS, initial=4
    )
    bots = forms.IntegerField(
        label=_("Bots among them"), min_value=0, max_value=MOST_PLAYERS - 1, initial=0
    )
    bot_level = forms.ChoiceField(label=_("The bots play"), choices=())
    limit = forms.IntegerField(
        label=_("The game ends past this many points"),
        min_value=1,
        max_value=HIGHEST_LIMIT,
        initial=66,
    )
    max_rounds = forms.IntegerField(
        label=_("… or after this many rounds"),
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
    )
    known_cards = forms.BooleanField(
        label=_("Known cards only"),
        help_text=_("Play with 1 to 10n + 4 for n players: all cards but four hands are known."),
        required=False,
    )
    time_per_choice = forms.TypedChoiceField(
        label=_("Time for each choice"),
        choices=[("" if value is None else value, label) for value, label in TIMES],
        coerce=int,
        empty_value=None,
        required=False,
    )
    deck = forms.ChoiceField(
        label=_("Deck"),
        help_text=_("How the cards look to those who have not chosen a deck of their own."),
        choices=Deck,
        required=False,
    )
    visibility = forms.ChoiceField(
        label=_("Who may see it"),
        choices=Table.Visibility,
        initial=Table.Visibility.CLUB,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": ""} | kwargs)
        level = self.fields["bot_level"]
        assert isinstance(level, forms.ChoiceField)  # noqa: S101 - declared above
        level.choices = [(name, bot_level_name(name)) for name in bots.LEVELS]
        level.initial = "gap"

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            if data["bots"] >= data["seat_count"]:
                self.add_error("bots", _("One seat is yours: leave it free of bots."))
            self._clean_options(data)
        return data

    def _clean_options(self, data: dict[str, Any]) -> None:
        try:
            options = Options(
                limit=data["limit"],
                max_rounds=data["max_rounds"],
                known_cards=data["known_cards"],
            )
            options.check_players(data["seat_count"])
        except InvalidOptions as error:
            raise ValidationError(_("These options do not go together.")) from error
        data["options"] = options

    def plan(self, default_name: str, deck: str) -> TablePlan:
        """The plan of a valid form; `deck` is for one that names none."""
        data = self.cleaned_data
        return TablePlan(
            name=data["name"] or default_name,
            options=data["options"],
            seat_count=data["seat_count"],
            bot_levels=(data["bot_level"],) * data["bots"],
            visibility=Table.Visibility(data["visibility"]),
            time_per_choice=data["time_per_choice"],
            deck=data["deck"] or deck,
        )


BOT_LEVEL_NAMES = {
    "random": _("any card (random)"),
    "gap": _("the card that fits closest (gap)"),
}


def bot_level_name(level: str) -> str:
    """The words for a level of bot."""
    return str(BOT_LEVEL_NAMES.get(level, level))
