"""Fields and forms with people: chosen from a list, added, merged."""

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from typing import Any
from unicodedata import normalize

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.forms.models import ModelChoiceIterator
from django.utils.translation import gettext_lazy as _

from accounts.forms import DisplayNameField
from accounts.models import Player
from accounts.names import is_legible
from leagues.models import Entrant, League, Season
from leagues.people.find import people_of, people_of_league, place_in_list
from leagues.people.told_apart import guest_notes, with_note


class _ByName(ModelChoiceIterator):  # type: ignore[type-arg]
    def __iter__(self) -> Iterator[Any]:
        if self.field.empty_label is not None:
            yield "", self.field.empty_label
        for player in sorted(self.queryset, key=place_in_list):
            yield self.choice(player)


class PlayerField(forms.ModelChoiceField):  # type: ignore[type-arg]
    """One of some players. notes: what tells guests apart, by id, asked when they are shown."""

    iterator: type[ModelChoiceIterator] = _ByName  # type: ignore[type-arg]
    notes: Callable[[], Mapping[int, str]] = dict

    def label_from_instance(self, obj: Any) -> str:
        return with_note(obj.name, self.notes().get(obj.pk))


def _notes_of(league: League, rows: Any) -> Callable[[], Mapping[int, str]]:
    return cache(lambda: guest_notes(league, dict(rows.values_list("pk", "name"))))


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

    def choose_from(self, name: str, rows: Any, league: League | None = None) -> None:
        """Offer these rows in a field; nothing is chosen at first.

        league: that of players, among whom guests are told apart.
        """
        field = self.fields[name]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - declared so
        if league is not None and isinstance(field, PlayerField):
            field.notes = _notes_of(league, rows)
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
        for player in sorted(self.queryset, key=place_in_list):
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
        others = people_of(season.league).exclude(pk__in=season.entrants.values("player"))
        field = self.fields["player"]
        assert isinstance(field, _GroupedField)  # noqa: S101 - declared so
        field.own = people_of_league(season.league)
        field.notes = _notes_of(season.league, people_of(season.league))
        self.choose_from("player", others)


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
        self.choose_from("guest", people.filter(here, user=None), league)
        self.choose_from("member", people.filter(here | Q(user__isnull=False)), league)
