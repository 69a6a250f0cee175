"""What a guest is asked for."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.forms import DisplayNameField


class GuestForm(forms.Form):
    """The name of a guest, as strict as that of a member."""

    name = DisplayNameField(
        label=_("Your name at the table"),
        help_text=_("What the others read. It is deleted 30 days after the game."),
    )
