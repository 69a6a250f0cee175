"""What organizers choose for the club."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.translation import gettext_lazy as _

from accounts.club import colours
from accounts.club.models import ClubSettings, Guests, Openers, SignUp
from accounts.names import is_legible


class ColourField(forms.CharField):
    """A colour as #rrggbb, in small letters."""

    def __init__(self, **field: Any) -> None:
        super().__init__(
            widget=forms.TextInput(attrs={"type": "color"}),
            validators=[RegexValidator(r"^#[0-9a-f]{6}\Z", _("Enter a colour such as #28574b."))],
            **field,
        )

    def to_python(self, value: Any) -> str:
        return str(super().to_python(value)).lower()


class ClubForm(forms.Form):
    """The settings of the club; `values()` is what the service takes of a valid form.

    seen: the number of the settings that the form was made of.
    """

    name = forms.CharField(label=_("Name of the club"), max_length=ClubSettings.NAME_LENGTH)
    accent = ColourField(
        label=_("Colour of buttons and links"),
        help_text=_("Light letters must be readable on it. The dark theme follows from it."),
    )
    cloth = ColourField(
        label=_("Colour of the cloth"),
        help_text=_("What the cards lie on. Light and golden letters must be readable on it."),
    )
    languages = forms.MultipleChoiceField(
        label=_("Languages of the pages"),
        choices=settings.LANGUAGES,
        widget=forms.CheckboxSelectMultiple,
    )
    language = forms.ChoiceField(label=_("Default language"), choices=settings.LANGUAGES)
    signup = forms.ChoiceField(label=_("Who can sign up"), choices=SignUp, widget=forms.RadioSelect)
    guests = forms.ChoiceField(
        label=_("Guests without an account"),
        help_text=_("If you turn this off, guests who sit at a table can no longer see it."),
        choices=Guests,
        widget=forms.RadioSelect,
    )
    openers = forms.ChoiceField(
        label=_("Who can open tables"),
        help_text=_("Everybody can always play alone with bots."),
        choices=Openers,
        widget=forms.RadioSelect,
    )
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)

    def clean_name(self) -> str:
        """Single blanks, and nothing invisible."""
        name = " ".join(str(self.cleaned_data["name"]).split())
        if not is_legible(name):
            raise ValidationError(_("This name contains invisible characters."))
        return name

    def clean_accent(self) -> str:
        colour = str(self.cleaned_data["accent"])
        return _readable(colour, colours.nearest_accent(colour))

    def clean_cloth(self) -> str:
        colour = str(self.cleaned_data["cloth"])
        return _readable(colour, colours.nearest_cloth(colour))

    def clean(self) -> dict[str, Any]:
        """The language for all others is one of those that are offered."""
        data = super().clean() or {}
        if not {"language", "languages"} & self.errors.keys() and (
            data["language"] not in data["languages"]
        ):
            self.add_error("language", _("Choose one of the languages of the pages."))
        return data

    def values(self) -> dict[str, str]:
        """The value of each of ClubSettings.CHOICES."""
        data = self.cleaned_data
        offered = [code for code, _name in settings.LANGUAGES if code in data["languages"]]
        return {name: data[name] for name in ClubSettings.CHOICES} | {
            "languages": ",".join(offered)
        }


def form_of(shown: ClubSettings) -> ClubForm:
    """The form with these settings in it."""
    values: dict[str, Any] = shown.values()
    values["languages"] = [code for code, _name in shown.offered]
    return ClubForm(initial=values | {"language": shown.main_language, "seen": shown.number})


def _readable(colour: str, nearest: str) -> str:
    """The colour; a ValidationError that names the nearest one on which words can be read."""
    if colour != nearest:
        raise ValidationError(
            _("Letters cannot be read on this colour. The nearest that works is %(colour)s."),
            params={"colour": nearest},
            code="contrast",
        )
    return colour
