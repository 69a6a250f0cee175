"""What is asked about a token for a program."""

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.names import legible
from leagues.models import ApiToken


class TokenForm(forms.Form):
    """What a token is for, what it may do, and how long."""

    name = forms.CharField(
        label=_("What is it for?"),
        max_length=ApiToken.NAME_LENGTH,
        help_text=_("For instance: the spreadsheet of the club."),
    )
    scopes = forms.MultipleChoiceField(
        label=_("What may it write?"),
        help_text=_(
            "It reads what you may read in any case, and it never writes what you may not write."
        ),
        choices=ApiToken.Scope,
        widget=forms.CheckboxSelectMultiple,
        required=False,
    )
    days = forms.TypedChoiceField(
        label=_("For how long?"),
        choices=((30, _("30 days")), (90, _("90 days")), (365, _("One year"))),
        coerce=int,
        initial=90,
    )

    def __init__(self, sent: QueryDict | None = None) -> None:
        # Beside other forms that ask for a name.
        super().__init__(sent, auto_id="id_token_%s")

    def clean_name(self) -> str:
        name = legible(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("Write what it is for."))
        return name
