"""allauth's forms for codes and passkeys, a little stricter."""

from __future__ import annotations

import hashlib
from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from allauth.account.adapter import get_adapter as get_account_adapter
from allauth.core import context
from allauth.core.internal import ratelimit
from allauth.mfa import app_settings
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as base
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn import forms as webauthn
from allauth.mfa.webauthn.internal import auth
from django import forms
from django.contrib.auth.password_validation import (
    password_validators_help_text_html,
    validate_password,
)
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.db import DatabaseError
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.security import failed_sign_ins
from accounts.security.sign_ins import known_browser

WRONG_ANSWERS = {"wrong_answers": "5/5m/key"}
# A code is good before and after its own period, for clocks that are off and for slow fingers.
PERIODS = 2 * app_settings.TOTP_TOLERANCE + 1

NAME_OF_PASSKEY = _("Name of the passkey")
NAME_LENGTH = 60
NAME_ATTRIBUTES = {"maxlength": NAME_LENGTH, "autocomplete": "off"}


@contextmanager
def counted(user: User | None) -> Iterator[None]:
    """Count a code or an answer of a passkey for its login, unless it is right.

    A known browser has a count of its own: whoever knows the password could else keep the owner
    out. A passkey that signs in alone says itself whose it is, so nobody is counted. What is wrong
    is logged.
    """
    if user is None:
        with _logged():
            yield
        return
    count: dict[str, Any] = {
        "app": "accounts",
        "action": "wrong_answers",
        "config": WRONG_ANSWERS,
        "key": f"{user.pk} {known_browser(context.request, user.email)}",
    }
    if not ratelimit.consume(context.request, **count):
        failed_sign_ins.note(context.request, failed_sign_ins.TOO_MANY)
        raise get_account_adapter().validation_error("too_many_login_attempts")
    with _logged():
        yield
    ratelimit.clear(context.request, **count)


@contextmanager
def _logged() -> Iterator[None]:
    try:
        yield
    except ValidationError:
        failed_sign_ins.note(context.request, failed_sign_ins.WRONG_CODE)
        raise


class CodeUsedOnce:
    """A code of an app works once; allauth forgets it after one period."""

    user: User
    authenticator: Authenticator

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["code"]  # type: ignore[attr-defined]
        field.widget.attrs = {"autocomplete": "one-time-code", "autofocus": True}
        field.help_text = _("The six digits of your app, or a recovery code.")

    def clean_code(self) -> str:
        """Refuse a code that was used before."""
        with counted(self.user):
            code: str = super().clean_code()  # type: ignore[misc]
            if self.authenticator.type == Authenticator.Type.TOTP:
                digits = "".join(character for character in code if character.isdigit())
                key = hashlib.sha256(f"{self.user.pk} {digits}".encode()).hexdigest()
                if not cache.add(f"used_code:{key}", 1, PERIODS * app_settings.TOTP_PERIOD):
                    raise get_adapter().validation_error("incorrect_code")
        return code


class CodeForm(CodeUsedOnce, base.AuthenticateForm):  # type: ignore[misc]
    """The second step of a sign-in."""


class SetUpAppForm(ActivateTOTPForm):  # type: ignore[misc]
    """The first code of an authenticator app."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["code"]
        field.label = _("The six digits of your app")
        field.widget.attrs = {
            "autocomplete": "one-time-code",
            "inputmode": "numeric",
            "autofocus": True,
        }

    def picture(self) -> str:
        """The QR code that the app reads, as the address of an image."""
        adapter = get_adapter()
        svg = adapter.build_totp_svg(adapter.build_totp_url(self.user, self.secret))
        return f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"


class ReauthenticateForm(CodeUsedOnce, base.ReauthenticateForm):  # type: ignore[misc]
    """A code before something important."""


@contextmanager
def unreadable_refused() -> Iterator[None]:
    """Make a ValidationError of what fido2 cannot read."""
    try:
        yield
    except (ValidationError, DatabaseError):
        raise
    except Exception as error:
        # Whatever fido2 and its parsers raise at bytes that anybody can make up.
        raise get_adapter().validation_error("incorrect_code") from error


class AnswerField(forms.JSONField):
    """What a device answered, in JSON; it is sent again by the device and never by the page."""

    def __init__(self) -> None:
        super().__init__(widget=forms.HiddenInput)

    def to_python(self, value: Any) -> Any:
        """The answer; Django lets JSON that is too deep, or a number too long, be an error."""
        with unreadable_refused():
            return super().to_python(value)

    def bound_data(self, data: Any, initial: Any) -> None:
        return None

    def prepare_value(self, value: Any) -> str:
        return ""


class AddPasskeyForm(webauthn.AddWebAuthnForm):  # type: ignore[misc]
    """A name and what the device answered; every passkey signs in without a password."""

    credential = AnswerField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, auto_id="id_new_passkey_%s", **kwargs)
        del self.fields["passwordless"]
        name = self.fields["name"]
        name.label, name.widget.attrs = NAME_OF_PASSKEY, NAME_ATTRIBUTES | {"autofocus": True}

    def options(self) -> dict[str, Any]:
        """What the device is asked for: a passkey that it can find by itself, without an address.

        Each call asks anew; the session keeps what was asked last.
        """
        asked: dict[str, Any] = auth.begin_registration(self.user, passwordless=True)
        options: dict[str, Any] = asked["publicKey"]
        return options

    def clean(self) -> dict[str, Any]:
        """Refuse what is no answer of a passkey."""
        with unreadable_refused():
            cleaned: dict[str, Any] = super().clean()
        cleaned["name"] = cleaned.get("name", "")[:NAME_LENGTH]
        return cleaned


class RenamePasskeyForm(webauthn.EditWebAuthnForm):  # type: ignore[misc]
    """Another name for a passkey."""

    name = forms.CharField(
        label=NAME_OF_PASSKEY,
        max_length=NAME_LENGTH,
        widget=forms.TextInput(attrs=NAME_ATTRIBUTES),
    )

    def __init__(self, *args: Any, instance: Authenticator, **kwargs: Any) -> None:
        auto_id = f"id_passkey_{instance.pk}_%s"
        super().__init__(*args, instance=instance, auto_id=auto_id, **kwargs)


class AnswerOfPasskey(forms.Form):
    """What a passkey answered to a question of ours."""

    user: User | None
    credential = AnswerField()

    def clean_credential(self) -> Authenticator:
        """Refuse what is no answer of a passkey."""
        with counted(self.user), unreadable_refused():
            return super().clean_credential()  # type: ignore[misc]


class PasskeyForm(AnswerOfPasskey, webauthn.AuthenticateWebAuthnForm):  # type: ignore[misc]
    """A passkey as the second step of a sign-in."""


class PasskeySignInForm(AnswerOfPasskey, webauthn.LoginWebAuthnForm):  # type: ignore[misc]
    """A passkey instead of a password."""


class PasskeyAgainForm(AnswerOfPasskey, webauthn.ReauthenticateWebAuthnForm):  # type: ignore[misc]
    """A passkey before something important."""


class NewPasswordForm(forms.Form):
    """A new password, typed twice."""

    password1 = forms.CharField(
        label=_("New password"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
        help_text=password_validators_help_text_html,
    )
    password2 = forms.CharField(
        label=_("New password (again)"),
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user = user

    def clean(self) -> dict[str, Any]:
        """Both must be the same, and strong enough."""
        cleaned = super().clean() or {}
        first, second = cleaned.get("password1"), cleaned.get("password2")
        if first and second and first != second:
            self.add_error("password2", _("You must type the same password each time."))
        elif first:
            try:
                validate_password(first, self.user)
            except ValidationError as error:
                self.add_error("password1", error)
        return cleaned
