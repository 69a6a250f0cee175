"""What organizers fill in about a season's life: its end, its copy, its players, their points."""

from decimal import Decimal
from typing import Any

from django import forms
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from leagues.forms.leagues import NameField
from leagues.forms.people import PlayerField
from leagues.models import Entrant, League, Season, Session
from leagues.people import people_of

MOST_POINTS = Decimal(1000)


class ChoosingForm(forms.Form):
    """A form with rows to choose from."""

    def choose_from(self, name: str, rows: Any) -> None:
        """Offer these rows in a field; nothing is chosen at first."""
        field = self.fields[name]
        assert isinstance(field, forms.ModelChoiceField)  # noqa: S101 - declared so
        field.queryset = rows
        field.empty_label = _("Please choose")


class CloseForm(forms.Form):
    """Whether a season ends although results are missing."""

    anyway = forms.BooleanField(
        label=_("Close it anyway: those games will not count"), required=False
    )


class CopyForm(forms.Form):
    """What the next season takes over."""

    name = NameField(label=_("Name of the new season"), max_length=60)
    players = forms.BooleanField(
        label=_("The players, except those who have withdrawn"), required=False, initial=True
    )
    wishes = forms.BooleanField(label=_("The wishes for the seating"), required=False, initial=True)


class AddPlayerForm(ChoosingForm):
    """Somebody of the club who is not a player of the season yet."""

    player = PlayerField(label=_("Who"), queryset=Player.objects.none())

    def __init__(self, season: Season, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        others = people_of(season.league).exclude(entries__season=season)
        self.choose_from("player", others)


class AdjustmentForm(ChoosingForm):
    """Points for a player, or fewer."""

    player = PlayerField(label=_("Player"), queryset=Player.objects.none())
    points = forms.DecimalField(
        label=_("Points"),
        help_text=_("With a minus sign, they are taken away."),
        max_digits=6,
        decimal_places=2,
        min_value=-MOST_POINTS,
        max_value=MOST_POINTS,
    )
    session = forms.ModelChoiceField(
        label=_("They count from"),
        help_text=_("If that session is still to come, they count once it begins."),
        queryset=Session.objects.none(),
    )
    reason = forms.CharField(
        label=_("Reason"), help_text=_("Everybody can read it."), max_length=200
    )

    def __init__(self, season: Season, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        players = Player.objects.filter(entries__season=season, erased_at=None)
        self.choose_from("player", players)
        self.choose_from("session", season.sessions.order_by("-starts_at", "-number"))

    def clean_points(self) -> Decimal:
        """Points that change something."""
        points: Decimal = self.cleaned_data["points"]
        if not points:
            raise forms.ValidationError(_("0 points change nothing."))
        return points


class MergeForm(ChoosingForm):
    """A guest, and the member who it was."""

    guest = PlayerField(label=_("The guest"), queryset=Player.objects.none())
    member = PlayerField(label=_("is the same person as"), queryset=Player.objects.none())

    def __init__(self, league: League, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = Player.objects.filter(erased_at=None)
        here = Q(pk__in=Entrant.objects.filter(season__league=league).values("player"))
        self.choose_from("guest", people.filter(here, user=None))
        self.choose_from("member", people.filter(here | Q(user__isnull=False)))
