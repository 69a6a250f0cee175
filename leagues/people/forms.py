"""Fields and forms with people: chosen from a list, added, merged, invited; how they sign up."""

from collections.abc import Collection, Iterator, Mapping
from datetime import date, timedelta
from functools import cached_property
from typing import Any, ClassVar
from unicodedata import normalize

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.forms.models import ModelChoiceIterator
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.forms import DisplayNameField
from accounts.models import Player
from accounts.names import is_legible
from leagues.models import Entrant, League, Season
from leagues.people import inviting
from leagues.people.find import people_of, people_of_league, place_in_list
from leagues.people.told_apart import guest_notes, with_note

MOST_PLACES = 1000
USUAL_USES = 30
USUAL_DAYS = timedelta(days=30)


class _ByName(ModelChoiceIterator):  # type: ignore[type-arg]
    def __iter__(self) -> Iterator[Any]:
        if self.field.empty_label is not None:
            yield "", self.field.empty_label
        field: Any = self.field
        for player in field.offered(self.queryset):
            yield self.choice(player)


class Offer:
    """The players that fields of a form offer, read once, when the first of them is shown.

    among: those among whom guests are told apart, by default the players themselves.
    """

    def __init__(self, league: League, rows: Any, among: Any = None) -> None:
        self._league, self._rows, self._among = league, rows, among

    @cached_property
    def players(self) -> list[Player]:
        """In the order of their names."""
        return sorted(self._rows, key=place_in_list)

    @cached_property
    def notes(self) -> Mapping[int, str]:
        """What tells guests apart, by id."""
        people = self.players if self._among is None else self._among
        guests = {player.pk for player in people if player.is_guest}
        return guest_notes(self._league, {player.pk: player.name for player in people}, guests)


class PlayerField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """One of some players. offer: whom it shows, where it tells guests apart."""

    iterator: type[ModelChoiceIterator] = _ByName  # type: ignore[type-arg]
    offer: Offer | None = None

    def offered(self, rows: Any) -> list[Player]:
        return self.offer.players if self.offer else sorted(rows, key=place_in_list)

    def label_from_instance(self, obj: Any) -> str:
        return with_note(obj.name, self.offer.notes.get(obj.pk) if self.offer else None)


class NameField(forms.CharField):
    """Single blanks, accents on their letters, nothing invisible: a name must look like what it
    is.
    """

    def clean(self, value: Any) -> str:
        name = normalize("NFC", " ".join(str(super().clean(value)).split()))
        if name and not is_legible(name):
            raise ValidationError(_("This name contains invisible characters."))
        return name


class ChoosingForm(forms.Form):
    """A form with rows to choose from."""

    def choose_from(self, name: str, rows: Any, offer: Offer | None = None) -> None:
        """Offer these rows in a field; nothing is chosen at first."""
        field = self.fields[name]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - declared so
        if isinstance(field, PlayerField):
            field.offer = offer
        field.queryset = rows
        field.empty_label = _("Please choose")


class _Grouped(ModelChoiceIterator):  # type: ignore[type-arg]
    """People of the league first, then members, then guests of other leagues; each by name."""

    def __iter__(self) -> Iterator[Any]:
        yield "", self.field.empty_label
        field: Any = self.field
        own = field.own
        groups: dict[Any, list[Any]] = {
            _("Players of this league"): [],
            _("Members of the club"): [],
            _("Guests of other leagues"): [],
        }
        of_league, members, guests = groups.values()
        for player in field.offered(self.queryset):
            is_member = player.user_id is not None
            group = of_league if player.pk in own else members if is_member else guests
            group.append(self.choice(player))
        yield from ((heading, choices) for heading, choices in groups.items() if choices)


class _GroupedField(PlayerField):
    """own: ids of the people of the league."""

    iterator = _Grouped
    own: Collection[int] = ()


class AddPlayerForm(ChoosingForm):
    """Somebody of the club who is not a player of the season yet."""

    player = _GroupedField(label=_("Who"), queryset=Player.objects.none())

    def __init__(self, season: Season, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        everybody = people_of(season.league)
        others = everybody.exclude(pk__in=season.entrants.values("player"))
        field = self.fields["player"]
        assert isinstance(field, _GroupedField)  # noqa: S101 - declared so
        field.own = people_of_league(season.league)
        self.choose_from("player", others, Offer(season.league, others, among=everybody))


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
        people = Player.objects.filter(erased_at=None)
        here = Q(pk__in=Entrant.objects.filter(season__league=league).values("player"))
        guests = people.filter(here, user=None)
        members = people.filter(here | Q(user__isnull=False))
        self.choose_from("guest", guests, Offer(league, guests))
        self.choose_from("member", members, Offer(league, members))


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
        max_value=inviting.MOST_USES,
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
        if not timezone.localdate() <= day <= timezone.localdate() + inviting.LONGEST:
            raise ValidationError(_("Choose a day from today on, at most a year away."))
        return day
