"""What people type about themselves and about those they invite."""

from __future__ import annotations

from typing import Any
from unicodedata import normalize

from allauth.account import forms as allauth_forms
from allauth.account.models import EmailAddress
from allauth.account.utils import filter_users_by_email
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from accounts import access, presence, services
from accounts.club import sign_up_requests
from accounts.club.current import club
from accounts.models import Invitation, Language, Player, User
from accounts.names import ISOLATES, is_legible

# allauth's words, whose French would let the question mark begin a line.
gettext_noop("Forgot your password?")
# What no text of a verifiable deal may hold, so no name either: names are the texts of most people.
SEPARATOR = "|"


class LegibleField(forms.CharField):
    """What others read in one line: single blanks, accents on their letters, nothing invisible."""

    def to_python(self, value: Any) -> str:
        """`value` with every run of blanks made one, and accents put on their letters."""
        # A name that is copied from a page may bring along what set it apart there.
        text = str(super().to_python(value)).translate(ISOLATES)
        return normalize("NFC", " ".join(text.split()))

    def validate(self, value: str) -> None:
        """Refuse what cannot be seen: a name must look like what it is."""
        super().validate(value)
        if value and not is_legible(value):
            raise ValidationError(_("This name contains invisible characters."), code="invisible")


class DisplayNameField(LegibleField):
    """The name of a person; it cannot contain "|", which parts the texts of a deal."""

    def __init__(self, **field: Any) -> None:
        own_name: dict[str, Any] = {
            "label": _("Your name in the club"),
            "help_text": _("What the others read at the table and in the standings."),
            "max_length": Player.NAME_LENGTH,
            "widget": forms.TextInput(attrs={"autocomplete": "nickname"}),
        }
        super().__init__(**own_name | field)

    def validate(self, value: str) -> None:
        super().validate(value)
        if SEPARATOR in value:
            raise ValidationError(_("A name cannot contain “|”."), code="separator")


class SignupForm(allauth_forms.SignupForm):  # type: ignore[misc]
    """A new login and its player; the adapter saves them."""

    name = DisplayNameField()
    field_order = ("name", "email", "password1", "password2")

    def validate_unique_email(self, value: str) -> str:
        """Note whether the address has a login; allauth would tell it where no mail is sent."""
        self.account_already_exists = bool(filter_users_by_email(value))
        return value

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """The new login, or the answer that does not tell that the address has one already.

        The invitation is used up in both cases: a link that still works would tell it, and of as
        many addresses as anybody types.
        """
        try:
            if self.account_already_exists and (invitation := access.accepted_invitation(request)):
                services.use_up(invitation)
            if self.account_already_exists and settings.ACCOUNT_EMAIL_VERIFICATION == "none":
                messages.error(
                    request, _("That did not work. If you have an account already, sign in.")
                )
                return None, redirect("account_login")
            if self.account_already_exists:
                # A new login's password is hashed: who waited for less would know.
                make_password(self.cleaned_data["password1"])
            saved: tuple[User | None, HttpResponse | None] = super().try_save(request)
        except services.InvitationUnusableError:
            return None, redirect("account_signup")  # which says that it is closed
        except IntegrityError:  # the same address was sent twice at the same moment
            messages.error(request, _("That did not work. Please try again."))
            return None, redirect("account_signup")
        if settings.ACCOUNT_EMAIL_VERIFICATION == "none":
            # It cannot be checked, and a mail server that comes later must lock nobody out.
            EmailAddress.objects.filter(user=saved[0]).update(verified=True)
            if saved[0] and not saved[0].is_active:
                sign_up_requests.tell_organizers()
        return saved


class NewPasswordTwice:
    """allauth's fields in the words of the site."""

    fields: dict[str, forms.Field]
    LABELS = {
        "oldpassword": _("Current password"),
        "password1": _("New password"),
        "password2": _("New password (again)"),
    }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            field.label = self.LABELS[name]


class ChangePasswordForm(NewPasswordTwice, allauth_forms.ChangePasswordForm):  # type: ignore[misc]
    """Another password, by who knows the present one."""


class ResetPasswordForm(NewPasswordTwice, allauth_forms.ResetPasswordKeyForm):  # type: ignore[misc]
    """Another password, by who follows the link of a mail."""


class ChangeEmailForm(allauth_forms.AddEmailForm):  # type: ignore[misc]
    """The address to change to; it counts once it is confirmed."""

    def clean(self) -> dict[str, Any]:
        """Refuse while the present address is not confirmed.

        allauth would drop it at once and leave the login without any.
        """
        cleaned: dict[str, Any] = super().clean()
        if not EmailAddress.objects.get_verified(self.user):
            raise ValidationError(_("Confirm your current address first."), code="unconfirmed")
        return cleaned


class ProfileForm(forms.ModelForm):  # type: ignore[type-arg]
    """A person's name, and how they like the pages."""

    name = DisplayNameField()
    field_order = (
        "name", "language", "theme", "deck", "special_question", "reveal_speed", "ask_first",
        "single_keys", "profile_for", "presence_for",
    )  # fmt: skip

    class Meta:
        model = User
        fields = (
            "language", "theme", "deck", "special_question", "reveal_speed", "ask_first",
            "single_keys", "profile_for", "presence_for",
        )  # fmt: skip

    def __init__(self, *args: Any, player: Player, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.player = player
        self.fields["name"].initial = player.name
        offered = [("", Language.AUTO.label), *club().offered]
        self.fields["language"].choices = offered  # type: ignore[attr-defined]

    @transaction.atomic
    def save(self, commit: bool = True) -> User:
        """Save what the form asks for, the name only if it is another one.

        The rest of the login may have changed since it was read: its password, or it was erased.
        """
        if self.cleaned_data["name"] != self.player.name:
            services.rename(self.player.pk, self.cleaned_data["name"])
        chosen = {name: value for name, value in self.cleaned_data.items() if name != "name"}
        User.objects.filter(pk=self.instance.pk).update(**chosen)
        presence.forget_known()
        user: User = self.instance
        return user


class EraseForm(forms.Form):
    """The last question before somebody is erased."""

    sure = forms.BooleanField(label=_("Yes, delete the account and the name for good"))


class InvitationForm(forms.ModelForm):  # type: ignore[type-arg]
    """For whom an invitation is; becoming a known player is offered when one has no login."""

    for_player = forms.ModelChoiceField(
        label=_("Already plays with us, on paper"),
        help_text=_("The results of this player become those of the new account."),
        queryset=Player.objects.guests(),
        required=False,
        empty_label=_("no, a new player"),
    )

    class Meta:
        model = Invitation
        fields = ("note", "for_player")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not Player.objects.guests().exists():
            del self.fields["for_player"]
