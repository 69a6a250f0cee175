"""Opening a table: what a person fills in, as a TablePlan."""

from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.forms import LegibleField
from accounts.models import Deck
from games.models import Table, is_code, new_code
from games.play.ratings import can_be_rated
from games.rules.errors import InvalidOptions
from games.rules.options import (
    CHOICES,
    FEWEST_PLAYERS,
    HIGHEST_LIMIT,
    MOST_PLAYERS,
    MOST_PLAYERS_AGAINST_OX,
    MOST_PLAYERS_WITH_SPECIALS,
    MOST_ROUNDS,
    ONE_OF,
    Ending,
    Options,
    Variant,
)
from games.seats.seating import TablePlan
from games.seats.seats import ABOUT_LEVELS, bot_levels
from games.table.time_limits import all_choices

USUAL = Options()
USUAL_BOT = "gap"
# Seconds for a choice in a rated game for which none were chosen.
RATED_TIME = 60
RULES = (
    "variant",
    "known_cards",
    "draft",
    "cabriole",
    "even_odd",
    "mountain",
    "flip",
    "ending",
    "limit",
    "max_rounds",
)
NOT_BESIDE_SPECIAL = {
    "known_cards": _("Not with special cards: all 104 numbers are in play."),
    "draft": _("Not with special cards: hands are dealt."),
    "cabriole": _("Not with special cards."),
    "even_odd": _("Not with special cards."),
    "mountain": _("Not with special cards."),
    "flip": _("Not with special cards."),
    "ending": _("Not with special cards: the second round ends the game."),
    "limit": _("Not with special cards: the second round ends the game. Leave it at 66."),
    "max_rounds": _("Not with special cards: they are played in two rounds. Leave it empty."),
}
ONLY_ONE = _("Only one of Cabriole, Even/Odd, Mountain and Flip in a game.")


class OptionsForm(forms.Form):
    """The rules of a game; after `clean`, `cleaned_data["options"]` of a valid form holds them."""

    variant = forms.ChoiceField(
        label=_("The cards"),
        choices=(
            (Variant.BASE, _("Numbers only")),
            (Variant.SPECIAL, _("With special cards")),
        ),
        initial=Variant.BASE,
        required=False,
        widget=forms.RadioSelect,
        help_text=_(
            "Special cards: three each, two rounds, at most eight seats, and none of the options "
            "below."
        ),
    )
    known_cards = forms.BooleanField(
        label=_("Known cards only"),
        help_text=_(
            "Only the lowest numbers are in play: ten cards for each player and four for the rows. "
            "Every card you cannot see is in somebody’s hand."
        ),
        required=False,
    )
    draft = forms.BooleanField(
        label=_("Draft"),
        help_text=_("All cards lie face up, and everybody picks a hand in turn."),
        required=False,
    )
    cabriole = forms.BooleanField(
        label=_("Cabriole"),
        help_text=_("A jumping cow fills a place in a row, and may land on a full one."),
        required=False,
    )
    even_odd = forms.BooleanField(
        label=_("Even/Odd"),
        help_text=_(
            "One row takes only even numbers, or only odd ones; which row changes at each take."
        ),
        required=False,
    )
    mountain = forms.BooleanField(
        label=_("Mountain"),
        help_text=_("One row descends instead of ascending; at each take that is the next row."),
        required=False,
    )
    flip = forms.BooleanField(
        label=_("Flip"),
        help_text=_("Once a round, each player may play a number flipped: 12 counts as 21."),
        required=False,
    )
    ending = forms.ChoiceField(
        label=_("When somebody passes the limit"),
        choices=(
            (Ending.LIMIT, _("the game ends")),
            (Ending.ELIMINATION, _("they are out, the others go on")),
        ),
        initial=Ending.LIMIT,
        required=False,
        widget=forms.RadioSelect,
    )
    limit = forms.IntegerField(
        label=_("Limit"),
        help_text=_("In penalty points; reaching it exactly does no harm."),
        min_value=1,
        max_value=HIGHEST_LIMIT,
        initial=USUAL.limit,
        required=False,
    )
    max_rounds = forms.IntegerField(
        label=_("Maximum number of rounds"),
        help_text=_("Leave it empty to play to the limit."),
        min_value=1,
        max_value=MOST_ROUNDS,
        required=False,
    )

    def make_options(self, data: dict[str, Any], seats: int, seats_field: str) -> None:
        """Make `options` for that many players.

        What does not go together is said at the field that must change.
        """
        values = {
            option.name: option.default if data[option.name] in (None, "") else data[option.name]
            for option in CHOICES
        }
        if values["variant"] == Variant.SPECIAL:
            self._refuse_beside_special(values, seats, seats_field)
        elif values["variant"] == Variant.OX:
            self._refuse_beside_ox(values, seats, seats_field)
        elif seats < FEWEST_PLAYERS:
            self.add_error(seats_field, _("At least two players are needed."))
        for name in [name for name in ONE_OF if values[name]][1:]:
            self.add_error(name, ONLY_ONE)
        if self.errors:
            return
        try:
            data["options"] = Options.from_json(values)
            data["options"].check_players(seats)
        except InvalidOptions as error:
            raise ValidationError(_("These options do not go together.")) from error

    def _refuse_beside_special(self, values: dict[str, Any], seats: int, seats_field: str) -> None:
        for option in CHOICES[1:]:
            if values[option.name] != option.default and option.name not in self.errors:
                self.add_error(option.name, NOT_BESIDE_SPECIAL[option.name])
        if seats > MOST_PLAYERS_WITH_SPECIALS:
            message = _("With special cards there are at most %(most)d seats.")
            self.add_error(seats_field, message % {"most": MOST_PLAYERS_WITH_SPECIALS})

    def _refuse_beside_ox(self, values: dict[str, Any], seats: int, seats_field: str) -> None:
        for option in CHOICES[1:]:
            is_default = values[option.name] == option.default
            if option.name != "known_cards" and not is_default and option.name not in self.errors:
                self.add_error(option.name, _("Not against the ox: only known cards go with it."))
        if seats > MOST_PLAYERS_AGAINST_OX:
            message = _("At most %(most)d play against the ox.")
            self.add_error(seats_field, message % {"most": MOST_PLAYERS_AGAINST_OX})

    @property
    def has_rules(self) -> bool:
        """Whether something under the rules is not as usual, so that they are shown at once."""
        return any(
            name in self.errors
            or str(self[name].value() or "") != str(self.fields[name].initial or "")
            for name in RULES
        )


class OpenTableForm(OptionsForm):
    """A new table; `plan()` is what services need. Every rule is checked again by the engine.

    code: the table's is made of it, so that what is sent twice opens one.
    """

    code = forms.CharField(widget=forms.HiddenInput, required=False, initial=new_code)
    name = LegibleField(label=_("Name of the table"), max_length=60, required=False)
    seat_count = forms.IntegerField(
        label=_("Seats"), min_value=1, max_value=MOST_PLAYERS, initial=4
    )
    bots = forms.IntegerField(
        label=_("Seats for bots"), min_value=0, max_value=MOST_PLAYERS - 1, initial=0
    )
    bot_level = forms.ChoiceField(
        label=_("Level of the bots"),
        help_text=ABOUT_LEVELS,
        choices=bot_levels,
        initial=USUAL_BOT,
    )
    time_per_choice = forms.TypedChoiceField(
        label=_("Time for each choice"),
        choices=all_choices,
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
    is_rated = forms.BooleanField(
        label=_("Rated"),
        help_text=_(
            "The result changes the rating of everybody who sits down. Only members, no bots; the "
            "base game to 66, with 60 seconds for each choice unless you choose another time. Each "
            "of them can say no before the deal."
        ),
        required=False,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"label_suffix": ""} | kwargs)
        # Not in leagues: a team has no rank in their standings.
        against_ox = (Variant.OX, _("All against the ox"))
        self.fields["variant"].choices = [*self.fields["variant"].choices, against_ox]  # type: ignore[attr-defined]
        self.fields["variant"].help_text = _(
            "Special cards: three each, two rounds, at most eight seats, and none of the options "
            "below. Against the ox: one to six seats play together, one round; of the options "
            "below with known cards only."
        )
        self.fields["time_per_choice"].help_text = (
            _("By correspondence, an email tells players when it is their turn.")
            if settings.EMAIL_IS_SENT
            else _("This site sends no email: by correspondence, nobody is told of their turn.")
        )

    def clean_code(self) -> str:
        """Empty where it is none: it was not typed by a person, who could not mend it."""
        code = str(self.cleaned_data["code"])
        return code if is_code(code) else ""

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors:
            if data["bots"] >= data["seat_count"]:
                self.add_error("bots", _("One of the seats is yours: leave it free."))
            self.make_options(data, data["seat_count"], "seat_count")
        if not self.errors and data.get("is_rated"):
            self._check_rated(data)
        return data

    def _check_rated(self, data: dict[str, Any]) -> None:
        if data["bots"]:
            self.add_error("bots", _("Only members play at a rated table: no bots."))
        # Somebody who does not choose would hold up the others, who cannot break it off.
        data["time_per_choice"] = data["time_per_choice"] or RATED_TIME
        if not can_be_rated(data["options"], data["time_per_choice"]):
            self.add_error(
                "is_rated", _("Only the base game to 66 is rated, with known cards or a draft.")
            )

    @property
    def has_seldom(self) -> bool:
        """Whether something seldom changed is wrong, or a time is given: it is shown at once."""
        is_wrong = any(name in self.errors for name in ("bot_level", "time_per_choice", "deck"))
        return is_wrong or bool(self["time_per_choice"].value())

    def plan(self, deck: str) -> TablePlan:
        """The plan of a valid form; `deck` is for one that names none."""
        data = self.cleaned_data
        return TablePlan(
            name=data["name"],
            options=data["options"],
            seat_count=data["seat_count"],
            bot_levels=(data["bot_level"],) * data["bots"],
            visibility=Table.Visibility(data["visibility"]),
            time_per_choice=data["time_per_choice"],
            deck=data["deck"] or deck,
            code=data["code"],
            is_rated=data["is_rated"],
        )


class UsualTableForm(OpenTableForm):
    """What the form of a new table offers first in this club."""

    code = name = bot_level = deck = is_rated = None  # type: ignore[assignment]
