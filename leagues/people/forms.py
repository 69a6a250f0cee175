"""Fields and forms with people: chosen from a list, added, merged, invited, given points."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import date, timedelta
from decimal import Decimal
from functools import cached_property, partial
from typing import Any, ClassVar, NamedTuple

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.forms.models import ModelChoiceIterator
from django.forms.renderers import BaseRenderer
from django.forms.utils import flatatt
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.compiled_once import compiled_once
from accounts.forms import DisplayNameField
from accounts.models import Player
from accounts.names import legible
from games.live.regions import kept_rows
from leagues.models import Adjustment, Entrant, League, Season, Session
from leagues.people.find import guest_notes, in_order_of_names, people_of, with_note
from leagues.people.signing_up import LONGEST_LINK, MOST_USES

MOST_PLACES = 1000
USUAL_USES = 30
USUAL_DAYS = timedelta(days=30)


class Person(NamedTuple):
    """Somebody a list offers; of 500 people whole players take most of the time of their page."""

    pk: int
    name: str
    user_id: int | None


def people_in(rows: Iterable[Any]) -> tuple[Person, ...]:
    """Some players, of whom the fields of `Person` were read, in the order of their names."""
    return in_order_of_names(map(Person._make, rows))


ReadPeople = Callable[[], Iterable[Any]]


class _ByName(ModelChoiceIterator):  # type: ignore[type-arg]
    def __iter__(self) -> Iterator[Any]:
        field: Any = self.field
        if field.empty_label is not None:
            yield "", field.empty_label
        if field.offer:
            yield from field.offer.choices
        else:
            rows = self.queryset.values_list(*Person._fields)
            yield from ((person.pk, person.name) for person in people_in(rows))


class Offer:
    """The players that fields of a form offer, read once, when the first of them is shown.

    read: the fields of `Person` of players who have not been erased. among: of those among whom
    guests are told apart, by default the players themselves. own: ids of those who belong to the
    league, where they are offered in groups: these first, then members, then guests of other
    leagues.
    """

    def __init__(
        self,
        league: League,
        read: ReadPeople,
        among: ReadPeople | None = None,
        own: Collection[int] | None = None,
    ) -> None:
        self._league, self._read, self._among, self._own = league, read, among, own

    @cached_property
    def people(self) -> tuple[Person, ...]:
        """In the order of their names."""
        return people_in(self._read())

    @cached_property
    def choices(self) -> list[tuple[Any, Any]]:
        """What is sent for each of them, and how they are called; or groups of these by name."""
        notes = self._notes()
        groups: dict[Any, list[tuple[int, str]]] = {
            _("Players of this league"): [],
            _("Members of the club"): [],
            _("Guests of other leagues"): [],
        }
        of_league, members, guests = groups.values()
        for person in self.people:
            is_member = person.user_id is not None
            is_own = self._own is None or person.pk in self._own
            group = of_league if is_own else members if is_member else guests
            group.append((person.pk, with_note(person.name, notes.get(person.pk))))
        if self._own is None:
            return of_league
        return [(heading, choices) for heading, choices in groups.items() if choices]

    def _notes(self) -> Mapping[int, str]:
        """What tells guests apart, by id."""
        people = self.people
        if self._among is not None and any(person.user_id is None for person in people):
            people = people_in(self._among())
        guests = {person.pk for person in people if person.user_id is None}
        if not guests:
            return {}
        return guest_notes(self._league, {person.pk: person.name for person in people}, guests)


class LongSelect(forms.Select):
    """A list to choose one of many from, drawn by one compiled template."""

    def render(
        self,
        name: str,
        value: Any,
        attrs: dict[str, Any] | None = None,
        renderer: BaseRenderer | None = None,
    ) -> SafeString:
        """The element with all its choices."""
        first: list[tuple[str, Any]] = []
        groups: list[tuple[Any, tuple[tuple[Any, Any], ...]]] = []
        for key, label in self.choices:
            if isinstance(label, list):
                groups.append((key, tuple(label)))
            else:
                first.append((str(key), label))
        shown = flatatt(self.build_attrs(self.attrs, attrs))
        chosen = frozenset(self.format_value(value))
        return kept_rows("leagues/select", name, shown, (("", tuple(first)), *groups), chosen)


class PeopleTicks(forms.CheckboxSelectMultiple):
    """The same to choose several."""

    def render(
        self,
        name: str,
        value: Any,
        attrs: dict[str, Any] | None = None,
        renderer: BaseRenderer | None = None,
    ) -> SafeString:
        """The element with all its choices."""
        of_each = self.build_attrs({**self.attrs, "name": name}, attrs)
        own = of_each.pop("id", f"id_{name}")
        ticked = {*self.format_value(value)}
        choices = tuple((str(key), label, str(key) in ticked) for key, label in self.choices)
        return kept_rows("leagues/ticks", own, flatatt(of_each), choices)


class PlayerField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """One of some players. offer: whom it shows, where it tells guests apart."""

    iterator: type[ModelChoiceIterator] = _ByName  # type: ignore[type-arg]
    widget = LongSelect
    offer: Offer | None = None


class PlayersField(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]
    """Several of them. An id longer than the database takes is refused as a wrong choice."""

    iterator: type[ModelChoiceIterator] = _ByName  # type: ignore[type-arg]
    widget = PeopleTicks
    offer: Offer | None = None

    def clean(self, value: Any) -> Any:
        """The players; a ValidationError for others."""
        try:
            return super().clean(value)
        except OverflowError:
            params = {"value": max(value, key=len)}
            text = self.error_messages["invalid_choice"]
            raise ValidationError(text, "invalid_choice", params) from None


class ChoosingForm(forms.Form):
    """A form with rows to choose from."""

    def choose_from(self, name: str, rows: Any, offer: Offer | None = None) -> None:
        """Offer these rows in a field, or those of a function; nothing is chosen at first."""
        field = self.fields[name]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - declared so
        if isinstance(field, PlayerField):
            field.offer = offer
        # To put them together takes time; a page with the form reads what is offered alone.
        if not callable(rows):
            field.queryset = rows
        elif self.is_bound:
            field.queryset = rows()
        field.empty_label = _("Please choose")


class AddPlayerForm(ChoosingForm):
    """Somebody of the club who is not a player of the season yet."""

    player = PlayerField(label=_("Who"), queryset=Player.objects.none())

    def __init__(self, season: Season, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        ids = (season.league_id, season.pk)
        read, among = partial(_read_others, *ids), partial(_read_all, season.league_id)
        offer = Offer(season.league, read, among, {*_of_other_seasons(*ids)})
        self.choose_from("player", partial(_others, *ids), offer)


def _others(league_id: int, season_id: int) -> QuerySet[Player]:
    """Whom a season can add."""
    playing = Entrant.objects.filter(season=season_id).values("player")
    return people_of(league_id).exclude(pk__in=playing)


@compiled_once
def _read_others(league_id: int, season_id: int) -> QuerySet[Player, Any]:
    return _others(league_id, season_id).order_by().values_list(*Person._fields)


@compiled_once
def _read_all(league_id: int) -> QuerySet[Player, Any]:
    return people_of(league_id).order_by().values_list(*Person._fields)


@compiled_once
def _of_other_seasons(league_id: int, season_id: int) -> QuerySet[Entrant, int]:
    """The ids of the players of the other seasons of a league."""
    others = Entrant.objects.filter(season__league=league_id).exclude(season=season_id)
    return others.order_by().values_list("player", flat=True)


def players_of(season_id: int) -> QuerySet[Player]:
    """The players of a season who have not been erased."""
    entrants = Entrant.objects.filter(season=season_id)
    return Player.objects.filter(pk__in=entrants.values("player"), erased_at=None)


@compiled_once
def read_players(season_id: int) -> QuerySet[Player, Any]:
    """The fields of `Person` of each of them."""
    return players_of(season_id).order_by().values_list(*Person._fields)


class GuestForm(forms.Form):
    """Somebody without a login."""

    name = DisplayNameField(
        label=_("Name of the guest"), widget=forms.TextInput(attrs={"autocomplete": "off"})
    )


class MergeForm(ChoosingForm):
    """A guest, and the member who it was."""

    guest = PlayerField(label=_("The guest"), queryset=Player.objects.none())
    member = PlayerField(label=_("is the same person as"), queryset=Player.objects.none())

    def __init__(self, league: League, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, read in (("guest", _read_guests), ("member", _read_members)):
            people = partial(_merged, league.pk, is_guest=name == "guest")
            self.choose_from(name, people, Offer(league, partial(read, league.pk)))


def _merged(league_id: int, *, is_guest: bool) -> QuerySet[Player]:
    """Who may be a guest of a league that was a member, or that member."""
    here = Q(pk__in=Entrant.objects.filter(season__league=league_id).values("player"))
    who = here & Q(user=None) if is_guest else here | Q(user__isnull=False)
    return Player.objects.filter(who, erased_at=None)


@compiled_once
def _read_guests(league_id: int) -> QuerySet[Player, Any]:
    return _merged(league_id, is_guest=True).order_by().values_list(*Person._fields)


@compiled_once
def _read_members(league_id: int) -> QuerySet[Player, Any]:
    return _merged(league_id, is_guest=False).order_by().values_list(*Person._fields)


class SignUpForm(forms.ModelForm):  # type: ignore[type-arg]
    """Whether members sign up by themselves, for how many places, until when, and who decides."""

    sign_up_places = forms.IntegerField(
        label=_("Number of players"),
        min_value=1,
        max_value=MOST_PLACES,
        required=False,
        help_text=_(
            "Leave it empty if there is room for everybody. Otherwise whoever signs up once all "
            "places are taken is put on a waiting list. Players you add yourself take a place too."
        ),
    )

    class Meta:
        model = Season
        fields = Season.SIGN_UP
        widgets: ClassVar[Any] = {
            "sign_up": forms.RadioSelect,
            "sign_up_until": forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        }

    def _post_clean(self) -> None:
        """The rules of the season are not this form's to check."""


class InviteForm(forms.Form):
    """For how many people a link is, and until when."""

    limit = forms.IntegerField(
        label=_("For how many people"),
        min_value=1,
        max_value=MOST_USES,
        initial=USUAL_USES,
    )
    last_day = forms.DateField(
        label=_("Last day"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        initial=lambda: timezone.localdate() + USUAL_DAYS,
    )

    def clean_last_day(self) -> date:
        """A day that is not over, and not so far away that the link is forgotten."""
        day: date = self.cleaned_data["last_day"]
        if not timezone.localdate() <= day <= timezone.localdate() + LONGEST_LINK:
            raise ValidationError(_("Choose a day from today on, at most a year away."))
        return day


class AdjustmentForm(ChoosingForm, forms.ModelForm):  # type: ignore[type-arg]
    """Points for a player, or fewer."""

    class Meta:
        model = Adjustment
        fields = ("points", "session", "reason")
        labels: ClassVar[Any] = {"session": _("They count from")}
        widgets: ClassVar[Any] = {"session": LongSelect}
        help_texts: ClassVar[Any] = {
            "points": _("With a minus sign, they are taken away."),
            "session": _("If that session is still to come, they count once it begins."),
            "reason": _("Everybody can read it."),
        }

    def __init__(self, season: Season, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        held = season.sessions.exclude(status=Session.Status.CANCELLED).only(
            "season", "number", "name"
        )
        self.choose_from("session", held.order_by("-starts_at", "-number"))

    def clean_points(self) -> Decimal:
        """Points that change something."""
        points: Decimal = self.cleaned_data["points"]
        if not points:
            raise ValidationError(_("0 points change nothing."))
        return points

    def clean_reason(self) -> str:
        """Names in it are spelled as those of players are, so that an erasure finds them."""
        return legible(self.cleaned_data["reason"])
