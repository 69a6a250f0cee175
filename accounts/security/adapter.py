"""What allauth asks the club about second factors."""

from __future__ import annotations

from typing import Any

from allauth.core import context
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.totp.internal.auth import generate_totp_secret
from django.utils.translation import gettext_lazy as _

from accounts import ciphers
from accounts.club.current import club
from accounts.models import User
from accounts.qr import qr_svg
from accounts.security import sign_ins

# In the key of what is stored: never change it.
PURPOSE = "second factors"


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]
    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("That did not match. Please try again."),
    }

    def get_totp_issuer(self) -> str:
        """What an authenticator app calls the site."""
        return club().club_name

    def build_totp_svg(self, url: str) -> str:
        """The QR code of the site's other pages."""
        return qr_svg(url).decode()

    def encrypt(self, text: str) -> str:
        """A secret as it is stored: a copy of the database alone signs nobody in."""
        return ciphers.encrypt(PURPOSE, text)

    def decrypt(self, encrypted_text: str) -> str:
        """A stored secret; one of a key that is not known any more is none that a code matches."""
        secret = ciphers.decrypt(PURPOSE, encrypted_text)
        return str(generate_totp_secret()) if secret is None else secret

    def generate_authenticator_name(self, user: User, type: str) -> str:  # noqa: A002
        """What a new passkey is called until its owner names it: after their browser."""
        return sign_ins.device_of(context.request)

    def get_public_key_credential_user_entity(self, user: User) -> dict[str, Any]:
        """What the device shows beside the passkey; its id says nothing but the login's number."""
        known: dict[str, Any] = super().get_public_key_credential_user_entity(user)
        return known | {"display_name": user.email}
