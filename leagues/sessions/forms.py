"""Forms of a session: its plan, and wishes for the seating."""

from calendar import monthrange
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from functools import partial
from itertools import count, islice, takewhile
from typing import Any, ClassVar

from django import forms
from django.db import models
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.compiled_once import compiled_once
from accounts.forms import LegibleField
from accounts.models import Player
from games.table.time_limits import live_choices
from leagues.models import Season, Session, Wish
from leagues.people.forms import (
    ChoosingForm,
    Offer,
    PlayerField,
    players_of,
    read_players,
)
from leagues.sessions.session_life import SessionPlan

DAY = timedelta(days=1)
WEEK = timedelta(days=7)
USUAL_HOUR = time(20)
YEARS = range(1990, 2200)
# A table without a limit waits for ever for somebody who has left the room.
USUAL_TIME = 60
# Of a season; more is a mistake in typing.
MOST_TIMES = 60


class Every(models.TextChoices):
    """How often a session repeats."""

    ONCE = "", _("Only once")
    WEEK = "week", _("Every week")
    TWO_WEEKS = "two_weeks", _("Every two weeks")
    MONTH = "month", _("Every month, on the same weekday")


def repeated(
    first: datetime, every: Every, times: int | None = None, until: date | None = None
) -> list[datetime]:
    """The beginnings of sessions, `first` included: so many times, or until a day, itself included.

    first: without a time zone. At most MOST_TIMES.
    """
    days = _days(first.date(), every)
    if until is not None:
        days = takewhile(lambda day: day <= until, days)
    most = MOST_TIMES if times is None else min(times, MOST_TIMES)
    return [datetime.combine(day, first.time()) for day in islice(days, most)]


def _days(first: date, every: Every) -> Iterator[date]:
    match every:
        case Every.ONCE:
            return iter([first])
        case Every.MONTH:
            return (_same_weekday(first, months) for months in count())
    step = WEEK if every is Every.WEEK else 2 * WEEK
    return (first + times * step for times in count())


def _same_weekday(first: date, months: int) -> date:
    """The same weekday so many months later: the second Tuesday follows the second Tuesday.

    A fifth one is the last of its month, for many months have four.
    """
    year, month = divmod(first.year * 12 + first.month - 1 + months, 12)
    weekday, length = monthrange(year, month + 1)
    days = range(1 + (first.weekday() - weekday) % 7, length + 1, 7)
    return date(year, month + 1, days[min((first.day - 1) // 7, len(days) - 1)])


class SessionForm(forms.ModelForm):  # type: ignore[type-arg]
    """A session; `plan()` is what services need."""

    time_per_choice = forms.TypedChoiceField(
        label=_("Time for each choice, online"),
        help_text=_("Whoever runs out of time has their cheapest card played for them."),
        choices=live_choices,
        coerce=int,
        empty_value=None,
        required=False,
    )

    class Meta:
        model = Session
        fields = (
            "starts_at", "place", "places", "name", "time_per_choice", "is_semi_final", "is_final"
        )  # fmt: skip
        field_classes: ClassVar[Any] = {"place": LegibleField, "name": LegibleField}
        widgets: ClassVar[Any] = {
            "starts_at": forms.DateTimeInput(
                attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"
            )
        }
        labels: ClassVar[Any] = {
            "starts_at": _("Begins"),
            "place": pgettext_lazy("of a session", "Place"),
            "places": _("Number of places"),
        }
        help_texts: ClassVar[Any] = {
            "places": _(
                "Leave it empty if there is room for everybody. Otherwise whoever replies once "
                "all places are taken is put on a waiting list."
            ),
            "name": _(
                "If it has one, such as “Opening night”. Otherwise it is called by its number."
            ),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, rule in (("is_final", "final"), ("is_semi_final", "semi_final")):
            if not (self.instance.season_id and getattr(self.instance.season, rule)):
                # What the rules know nothing of stays as it is.
                del self.fields[name]
        if "is_final" in self.fields:
            self.fields["name"].help_text = gettext(
                "If it has one, such as “Opening night”. Otherwise it is called by its number, and "
                "a final simply “Final”."
            )
        zone = timezone.get_current_timezone_name().replace("_", " ")
        self.fields["starts_at"].help_text = gettext("Time zone: %(zone)s") % {"zone": zone}
        time_per_choice = self.fields["time_per_choice"]
        assert isinstance(time_per_choice, forms.ChoiceField)  # noqa: S101 - declared above
        time_per_choice.choices = live_choices(
            self.initial.get("time_per_choice") or self.instance.time_per_choice
        )

    def clean_starts_at(self) -> datetime:
        """A day that calendars can go beyond, in any zone."""
        starts_at: datetime = self.cleaned_data["starts_at"]
        if starts_at.year not in YEARS:
            raise forms.ValidationError(self.fields["starts_at"].error_messages["invalid"])
        return starts_at

    def plan(self) -> SessionPlan:
        """The plan of a valid form."""
        kinds = ("is_final", "is_semi_final")
        was = {name: getattr(self.instance, name) for name in kinds}
        if any(self.cleaned_data.get(name) for name in kinds):
            # What the rules no longer know gives way to what is chosen.
            was = dict.fromkeys(kinds, False)
        return SessionPlan(**was | self.cleaned_data)


class RepeatForm(forms.Form):
    """How often a new session repeats; `dates()` are those of all of them."""

    every = forms.ChoiceField(label=_("Repeat"), choices=Every.choices, required=False)
    times = forms.IntegerField(
        label=_("How many sessions"), min_value=2, max_value=MOST_TIMES, required=False
    )
    until = forms.DateField(
        label=_("or until"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        required=False,
    )

    @property
    def repeats(self) -> bool:
        """Whether more than one session is wanted."""
        return bool(self.cleaned_data["every"])

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if self.errors or not data["every"]:
            return data
        if (data["times"] is None) == (data["until"] is None):
            self.add_error("times", _("Give either a number of sessions or a last day."))
        return data

    def dates(self, first: datetime) -> list[datetime]:
        """When the sessions begin, at the same local time each; the first one is `first`.

        None, with an error, where the last day is before that.
        """
        every = Every(self.cleaned_data["every"])
        begins = repeated(
            timezone.make_naive(first),
            every,
            self.cleaned_data["times"],
            self.cleaned_data["until"],
        )
        if not begins:
            self.add_error("until", _("This day is before the first session."))
        return [timezone.make_aware(moment) for moment in begins]


def next_session_fields(season: Season, now: datetime) -> dict[str, Any]:
    """The form's values for the next session: a week after the last one, at the same place.

    Never a time that is past: then the same day and hour of a later week, or of the next day for
    the first session.
    """
    last = next(iter(_last(season.pk)), None)
    if last is None:
        today = timezone.localtime(now).date()
        begins = _first_after(now, datetime.combine(today, USUAL_HOUR), DAY)
        return {"starts_at": begins, "time_per_choice": USUAL_TIME}
    return {
        "starts_at": _first_after(now, timezone.make_naive(last.starts_at) + WEEK, WEEK),
        "place": last.place,
        "places": last.places,
        "time_per_choice": last.time_per_choice,
    }


@compiled_once
def _last(season_id: int) -> QuerySet[Session]:
    sessions = Session.objects.filter(season=season_id)
    return sessions.order_by("-starts_at", "-number")[:1]


def _first_after(now: datetime, wall_clock: datetime, step: timedelta) -> datetime:
    """This time of the clock on the wall, or so many steps later that it is to come."""
    missed = timezone.make_naive(now) - wall_clock
    steps = max(0, missed // step + 1)
    return timezone.make_aware(wall_clock + steps * step)


class WishForm(ChoosingForm):
    """Two players of a season who sit together, or apart."""

    first = PlayerField(label=_("Player"), queryset=Player.objects.none())
    kind = forms.ChoiceField(
        label=_("always sits"),
        choices=(
            (Wish.Kind.APART, _("at a different table from")),
            (Wish.Kind.TOGETHER, _("at the same table as")),
        ),
    )
    second = PlayerField(label=_("Other player"), queryset=Player.objects.none())

    def __init__(self, season: Season, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer = Offer(season.league, partial(read_players, season.pk))
        for name in ("first", "second"):
            self.choose_from(name, partial(players_of, season.pk), offer)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors and data["first"] == data["second"]:
            self.add_error("second", _("Please choose two different people."))
        return data
