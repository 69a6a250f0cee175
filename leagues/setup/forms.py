"""Forms of a league: its settings, its seasons and their end, who runs it, points given."""

from decimal import Decimal
from typing import Any
from unicodedata import category

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from leagues.models import League, Role, Season, Session
from leagues.people.forms import ChoosingForm, NameField, PlayerField
from leagues.setup.rules_form import SeasonRulesForm


class LinesField(forms.CharField):
    """Lines of text; feeds can hold no control characters but the ends of lines."""

    def clean(self, value: Any) -> str:
        text = str(super().clean(value))
        return "".join(c for c in text if c in "\t\r\n" or category(c) != "Cc")


def _season_name() -> NameField:
    length = Season._meta.get_field("name").max_length  # noqa: SLF001 - Django's public way in
    return NameField(label=_("Name of the season"), max_length=length)


class SeasonForm(SeasonRulesForm):
    """A season while it is being prepared: its name and its rules."""

    season_name = _season_name()


class SeasonNameForm(forms.Form):
    """A season whose rules are frozen."""

    season_name = _season_name()


class NewLeagueForm(SeasonForm):
    """A league with its first season."""

    name = NameField(label=_("Name of the league"), max_length=League.NAME_LENGTH)
    description = LinesField(
        label=_("About the league"),
        help_text=_("When and where you play, and who may come."),
        max_length=1000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
    )
    visibility = forms.ChoiceField(
        label=_("Who may see it"),
        choices=League.Visibility,
        initial=League.Visibility.PUBLIC,
        widget=forms.RadioSelect,
    )

    @property
    def has_refused_rules(self) -> bool:
        """Whether something of the rules must be seen to."""
        return any(name in self.errors for name in SeasonRulesForm.base_fields)


class LeagueSettingsForm(forms.ModelForm):  # type: ignore[type-arg]
    """What an owner may change at any time."""

    name = NameField(label=_("Name of the league"), max_length=League.NAME_LENGTH)
    description = LinesField(
        label=_("About the league"),
        max_length=1000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    class Meta:
        model = League
        fields = ("name", "description", "visibility", "is_rated", "may_be_embedded")
        widgets = {"visibility": forms.RadioSelect}
        help_texts = {
            "is_rated": _(
                "A rating says how strong somebody is; it does not affect the standings."
            ),
            "may_be_embedded": _("Your club’s website may show the standings in a frame."),
        }


class RoleForm(forms.Form):
    """A role for a member of the club."""

    player = PlayerField(
        label=_("Member"),
        queryset=Player.objects.filter(user__is_active=True),
        empty_label=_("Please choose"),
    )
    kind = forms.ChoiceField(
        label=_("Role"), choices=Role.Kind, initial=Role.Kind.SCORER, widget=forms.RadioSelect
    )


MOST_POINTS = Decimal(1000)


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
        players = Player.objects.filter(pk__in=season.entrants.values("player"), erased_at=None)
        self.choose_from("player", players)
        self.choose_from("session", season.sessions.order_by("-starts_at", "-number"))

    def clean_points(self) -> Decimal:
        """Points that change something."""
        points: Decimal = self.cleaned_data["points"]
        if not points:
            raise forms.ValidationError(_("0 points change nothing."))
        return points
