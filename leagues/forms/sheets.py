"""What is said beside a sheet: why it is changed."""

from django import forms
from django.utils.translation import gettext_lazy as _

from leagues.models import GameVersion


class ReasonForm(forms.Form):
    """Why a game is corrected, taken out or counted again; version: which one was looked at."""

    version = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Reason"),
        max_length=GameVersion.REASON_LENGTH,
        help_text=_("It can be read in the history."),
    )
