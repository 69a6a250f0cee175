"""What organizers choose for the club."""

from __future__ import annotations

from typing import Any

from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.club import colours, usual
from accounts.club.current import read_again
from accounts.club.models import ClubSettings, Guests, Openers, SignUp
from accounts.forms import LegibleField
from accounts.pictures import files
from accounts.pictures.drawing import Kind, NotAPicture
from accounts.pictures.files import is_logo
from accounts.pictures.service import NOT_A_PICTURE, TOO_LARGE, PictureTooLarge, drawn


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

    name = LegibleField(label=_("Name of the club"), max_length=ClubSettings.NAME_LENGTH)
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
    picture = forms.FileField(
        label=_("Logo"),
        help_text=_(
            "JPEG, PNG or WebP, up to 10 MB. It is shown on light paper beside the name, also in "
            "the dark theme; what can be seen through stays so."
        ),
        required=False,
        widget=forms.FileInput(attrs={"accept": "image/jpeg,image/png,image/webp"}),
    )
    without_logo = forms.BooleanField(label=_("Show no logo"), required=False)
    # The file of the logo that is shown, or was sent for the preview: browsers send none twice.
    logo = forms.CharField(widget=forms.HiddenInput, required=False, max_length=200)
    seen = forms.IntegerField(widget=forms.HiddenInput, min_value=0, max_value=2**31 - 1)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.parts = {
            name: part.make(
                self._sent(name), prefix=name, initial=usual.unpacked(self.initial.get(name, ""))
            )
            for name, part in usual.PARTS.items()
        }

    def _sent(self, name: str) -> Any:
        """What was sent of a part; None where that is nothing, as by a page of another release."""
        return self.data if any(key.startswith(f"{name}-") for key in self.data) else None

    def clean_accent(self) -> str:
        colour = str(self.cleaned_data["accent"])
        return _readable(colour, colours.nearest_accent(colour))

    def clean_cloth(self) -> str:
        colour = str(self.cleaned_data["cloth"])
        return _readable(colour, colours.nearest_cloth(colour))

    def clean_picture(self) -> str:
        """The name of the file that is made of what was sent; empty where nothing was."""
        sent = self.cleaned_data["picture"]
        if not sent:
            return ""
        try:
            return files.write(drawn(sent, Kind.LOGO), Kind.LOGO)
        except NotAPicture:
            raise ValidationError(NOT_A_PICTURE) from None
        except PictureTooLarge:
            raise ValidationError(TOO_LARGE) from None

    def clean(self) -> dict[str, Any]:
        """The language for all others is one of those that are offered."""
        data = super().clean() or {}
        if not {"language", "languages"} & self.errors.keys() and (
            data["language"] not in data["languages"]
        ):
            self.add_error("language", _("Choose one of the languages of the pages."))
        if "picture" not in self.errors:
            self._settle_logo(data)
        for name, part in self.parts.items():
            if part.is_bound and not part.is_valid():
                words = _("See below: %(part)s")
                label = usual.PARTS[name].label
                self.add_error(None, ValidationError(words, params={"part": label}))
            else:
                stored: str = getattr(read_again(), name)
                data[name] = usual.packed(part) if part.is_bound else stored
        return data

    def _settle_logo(self, data: dict[str, Any]) -> None:
        """Let `logo` be what is shown after saving, and be sent again where the form is."""
        kept = "" if data["without_logo"] else data.get("logo", "")
        name = data["picture"] or kept
        # A file waits an hour for its row; from now on, for another one.
        if name and not (is_logo(name) and files.keep_for_longer(name)):
            self.add_error("picture", _("This logo is not here any more: choose it again."))
            return
        data["logo"] = name
        sent: Any = self.data
        self.data = sent = sent.copy()
        sent["logo"] = name

    @property
    def after_saving(self) -> ClubSettings:
        """Settings with the logo that will be shown after saving, if any."""
        name = str(self["logo"].value() or "")
        return ClubSettings(logo=name if is_logo(name) else "")

    def labelled_parts(self) -> list[tuple[Promise, forms.BaseForm]]:
        """What is offered first by other forms, as forms of their own."""
        return [(usual.PARTS[name].label, part) for name, part in self.parts.items()]

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
