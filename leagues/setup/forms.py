"""Forms of a league: its settings, its seasons and their end, who runs it."""

from typing import Any, ClassVar
from unicodedata import category

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.compiled_once import compiled_once
from accounts.forms import LegibleField
from accounts.models import Player
from leagues.models import League, Role, Season
from leagues.people.forms import ChoosingForm, Offer, Person, PlayerField


class LinesField(forms.CharField):
    """Lines of text; feeds can hold no control characters but the ends of lines."""

    def clean(self, value: Any) -> str:
        text = str(super().clean(value))
        return "".join(c for c in text if c in "\t\r\n" or category(c) != "Cc")


class LeagueForm(forms.ModelForm):  # type: ignore[type-arg]
    """What a league is asked at first."""

    class Meta:
        model = League
        fields: tuple[str, ...] = ("name", "description", "visibility")
        field_classes: ClassVar[Any] = {"name": LegibleField, "description": LinesField}
        widgets: ClassVar[Any] = {
            "description": forms.Textarea(attrs={"rows": 3}),
            "visibility": forms.RadioSelect,
        }
        labels: ClassVar[Any] = {
            "name": _("Name of the league"),
            "description": _("About the league"),
        }
        help_texts: ClassVar[Any] = {
            "description": _("When and where you play, and who may come."),
            "is_rated": _(
                "A rating says how strong somebody is; it does not affect the standings."
            ),
            "may_be_embedded": _("Your club’s website may show the standings in a frame."),
        }


class LeagueSettingsForm(LeagueForm):
    """What an owner may change at any time."""

    class Meta(LeagueForm.Meta):
        fields = League.SETTINGS


class RoleForm(ChoosingForm):
    """A role for a member of the club."""

    player = PlayerField(label=_("Member"), queryset=Player.objects.none())
    kind = forms.ChoiceField(
        label=_("Role"), choices=Role.Kind, initial=Role.Kind.SCORER, widget=forms.RadioSelect
    )

    def __init__(self, league: League, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.choose_from("player", _members, Offer(league, _read_members))


def _members() -> QuerySet[Player]:
    """The members of the club who can sign in."""
    return Player.objects.filter(user__is_active=True)


@compiled_once
def _read_members() -> QuerySet[Player, Any]:
    return _members().order_by().values_list(*Person._fields)


class CloseForm(forms.Form):
    """Whether a season ends although results are missing."""

    anyway = forms.BooleanField(
        label=_("Close it anyway: those games will not count"), required=False
    )


class CopyForm(forms.Form):
    """What the next season takes over."""

    name = LegibleField(label=_("Name of the new season"), max_length=Season.NAME_LENGTH)
    players = forms.BooleanField(
        label=_("The players, except those who have withdrawn"), required=False, initial=True
    )
    wishes = forms.BooleanField(label=_("The wishes for the seating"), required=False, initial=True)
    teams = forms.BooleanField(
        label=_("The teams, with the players who are copied"), required=False, initial=True
    )


class DeleteForm(forms.Form):
    """The name of a league or season, typed by who wants it deleted."""

    name = forms.CharField(widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def __init__(self, what: League | Season, sent: QueryDict | None) -> None:
        # Beside other forms that ask for a name.
        super().__init__(sent, auto_id="delete_%s")
        is_league = isinstance(what, League)
        self._name = what.name
        self._wrong = (
            _("That is not the name of this league.")
            if is_league
            else _("That is not the name of this season.")
        )
        self.fields["name"].label = (
            _("Type the name of the league") if is_league else _("Type the name of the season")
        )

    def clean_name(self) -> str:
        """Exactly that name, but for blanks around it."""
        name: str = self.cleaned_data["name"]
        if " ".join(name.split()) != " ".join(self._name.split()):
            raise ValidationError(self._wrong)
        return name
