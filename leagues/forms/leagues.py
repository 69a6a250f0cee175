"""A league, its settings, its seasons and who runs it, as a person fills them in."""

from typing import Any
from unicodedata import category

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from accounts.names import is_legible
from leagues.forms.people import PlayerField
from leagues.forms.rules import SeasonRulesForm
from leagues.models import League, Role, Season


class NameField(forms.CharField):
    """Single blanks, nothing invisible: a name must look like what it is."""

    def clean(self, value: Any) -> str:
        name = " ".join(str(super().clean(value)).split())
        if name and not is_legible(name):
            raise ValidationError(_("This name has invisible characters."))
        return name


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
