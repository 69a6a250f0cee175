"""Who may do what in a league."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from leagues.forms.people import PlayerField
from leagues.models import Role


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
