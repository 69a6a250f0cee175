"""Second factors as people have them: an app that shows codes, and recovery codes on paper."""

import base64
import hashlib
import hmac
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.mfa.webauthn.internal.auth import WebAuthn
from django.test import Client
from django.urls import reverse
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import (
    AttestationObject,
    AttestedCredentialData,
    AuthenticatorData,
    CollectedClientData,
)

from accounts.models import User
from tests.factories import PASSWORD

SECONDS_A_CODE = 30


def code_at(secret: str, moment: float) -> str:
    """What an app shows at a moment (Unix time) for a secret (base32), by RFC 6238."""
    counter = int(moment) // SECONDS_A_CODE
    digest = hmac.new(base64.b32decode(secret), counter.to_bytes(8, "big"), hashlib.sha1).digest()
    start = digest[-1] & 15
    number = int.from_bytes(digest[start : start + 4], "big") & 0x7FFFFFFF
    return f"{number % 1_000_000:06}"


def give_app(user: User) -> str:
    """Somebody set up an app; its secret."""
    secret: str = generate_totp_secret()
    TOTP.activate(user, secret)
    return secret


def give_passkey(user: User, name: str = "Phone") -> Authenticator:
    """Somebody added a passkey, with a key that nobody has."""
    return WebAuthn.add(user, name, _registration()).instance


def give_codes(user: User) -> list[str]:
    """Somebody has recovery codes."""
    return RecoveryCodes.activate(user).get_unused_codes()


def _registration() -> dict[str, Any]:
    """What a device answers that made a passkey, as far as the site reads it again."""
    key = AttestedCredentialData.create(b"\0" * 16, b"a passkey", ES256({1: 2, 3: -7, -1: 1}))
    flags = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV | AuthenticatorData.FLAG.AT
    data = AuthenticatorData.create(b"\0" * 32, flags, 0, key)
    asked = CollectedClientData.create(
        CollectedClientData.TYPE.CREATE, b"asked", "https://testserver"
    )
    return {
        "id": websafe_encode(b"a passkey"),
        "rawId": websafe_encode(b"a passkey"),
        "type": "public-key",
        "response": {
            "clientDataJSON": websafe_encode(asked),
            "attestationObject": websafe_encode(AttestationObject.create("none", data, {})),
        },
    }


def confirm(browser: Client) -> None:
    """Type the password, as before something important."""
    answer = browser.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    assert answer.status_code == 302


def open_part(browser: Client, name: str) -> Any:
    """The page of the account with a part of its security that is there only when asked for."""
    return browser.get(reverse("accounts:profile"), {"open": name})


def give_password(browser: Client, user: User, password: str = PASSWORD) -> str:
    """The first step of a sign-in; where it leads."""
    fields = {"login": user.email, "password": password}
    return browser.post(reverse("account_login"), fields)["Location"]


def is_signed_in(browser: Client) -> bool:
    return browser.get(reverse("accounts:profile")).status_code == 200
