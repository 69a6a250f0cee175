"""Passkeys, as far as a test needs no device; tests/browser/test_second_factors.py has one."""

import json
import re
from base64 import urlsafe_b64encode
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.internal import auth
from django.db import OperationalError
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.factories import PlayerFactory
from tests.support.hostile_texts import JSON
from tests.support.second_factors import (
    confirm,
    give_app,
    give_passkey,
    give_password,
    is_signed_in,
    open_part,
)

pytestmark = pytest.mark.django_db
ADD = reverse("mfa_add_webauthn")
SIGN_IN = reverse("mfa_login_webauthn")
NO_ANSWERS: list[Any] = [
    None,
    1,
    [],
    {},
    {"id": "eA", "rawId": "eA", "type": "public-key", "response": {}},
    {"id": "eA", "rawId": "eA", "type": "public-key", "response": {"userHandle": 1}},
    {
        "id": "eA",
        "rawId": "eA",
        "type": "public-key",
        "response": {
            "clientDataJSON": "e30",
            "attestationObject": "oA",
            "authenticatorData": "oA",
            "signature": "oA",
            "userHandle": "eA",
        },
        "clientExtensionResults": {},
    },
]


def passkey_options(browser: Client) -> Any:
    """What the page asks the device for."""
    page = open_part(browser, "passkey").content.decode()
    (options,) = re.findall(r'<script id="passkey-options" [^>]*>(.*?)</script>', page)
    return json.loads(options)


def test_a_device_is_asked_for_a_passkey_that_needs_neither_name_nor_password(
    as_member: Client,
) -> None:
    confirm(as_member)
    options = passkey_options(as_member)
    chosen = options["authenticatorSelection"]
    assert (chosen["residentKey"], chosen["userVerification"]) == ("required", "required")
    assert options["rp"]["id"] == "testserver"


def packed(cbor: bytes) -> str:
    """The last of NO_ANSWERS with other data of the device."""
    data = urlsafe_b64encode(cbor).decode().rstrip("=")
    answer = NO_ANSWERS[-1]
    response = {**answer["response"], "attestationObject": data, "authenticatorData": data}
    return json.dumps(answer | {"response": response})


TEXTS = {
    **{str(answer): json.dumps(answer) for answer in NO_ANSWERS},
    **{name: make(100_000) for name, make in JSON.items()},
    "lists in lists of CBOR": packed(b"\x81" * 100_000),
    "objects in objects of CBOR": packed(b"\xa1" * 100_000),
    "a list of CBOR that claims to be long": packed(b"\x9b" + b"\xff" * 8),
}


@pytest.mark.parametrize("answer", TEXTS.values(), ids=TEXTS.keys())
def test_what_is_no_passkey_is_refused_with_a_sentence(
    as_member: Client, client: Client, user: User, answer: str
) -> None:
    fields = {"credential": answer}
    confirm(as_member)
    passkey_options(as_member)
    added = as_member.post(ADD, fields)
    assert added.status_code == 422
    assert added.context["passkey_form"].errors
    client.get(SIGN_IN, headers={"accept": "application/json"})
    assert client.post(SIGN_IN, fields)["Location"] == reverse("account_login")
    give_app(user)
    give_password(client, user)
    assert client.post(reverse("mfa_authenticate"), fields).status_code == 200
    assert not is_signed_in(client)
    assert not Authenticator.objects.filter(type="webauthn").exists()


def test_a_database_that_is_away_is_not_told_as_a_wrong_passkey(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(_answer: Any) -> None:
        raise OperationalError

    monkeypatch.setattr(auth, "parse_authentication_response", away)
    with pytest.raises(OperationalError):
        client.post(SIGN_IN, {"credential": json.dumps({"id": "x"})})


def test_the_sign_in_with_a_passkey_names_nobody(client: Client, user: User) -> None:
    answer = client.get(SIGN_IN, headers={"accept": "application/json"})
    options = answer.json()["request_options"]["publicKey"]
    assert not options.get("allowCredentials")
    assert options["userVerification"] == "required"


def test_tries_with_passkeys_are_counted(client: Client) -> None:
    for _ in range(60):
        answer = client.post(SIGN_IN, {"credential": "{}"})
    assert answer.status_code == 302
    assert client.post(SIGN_IN, {"credential": "{}"}).status_code == 429


@pytest.mark.parametrize("name", ["mfa_remove_webauthn", "mfa_edit_webauthn"])
def test_nobody_touches_the_passkey_of_somebody_else(as_member: Client, name: str) -> None:
    other = PlayerFactory.create().user
    assert other
    passkey = give_passkey(other, "Phone")
    confirm(as_member)
    path = reverse(name, args=[passkey.pk])
    assert as_member.post(path, {"name": "Mine"})["Location"] == reverse("mfa_index")
    passkey.refresh_from_db()
    assert passkey.wrap().name == "Phone"


def test_a_passkey_gets_another_name(as_member: Client, user: User) -> None:
    passkey = give_passkey(user, "Firefox on Linux")
    confirm(as_member)
    path = reverse("mfa_edit_webauthn", args=[passkey.pk])
    page = as_member.get(path, follow=True).content.decode()
    assert f'action="{path}"' in page
    assert 'value="Firefox on Linux"' in page
    answer = as_member.post(path, {"name": "The blue phone"}, follow=True)
    assert answer.redirect_chain[-2][0] == reverse("mfa_index")
    assert "The blue phone" in answer.content.decode()


@pytest.mark.parametrize("name", ["", "   ", "x" * 61])
def test_a_name_that_is_empty_or_too_long_is_refused(
    as_member: Client, user: User, name: str
) -> None:
    passkey = give_passkey(user, "Phone")
    confirm(as_member)
    answer = as_member.post(reverse("mfa_edit_webauthn", args=[passkey.pk]), {"name": name})
    assert answer.status_code == 422
    ((_passkey, form),) = answer.context["passkeys"]
    assert form.errors["name"]
    passkey.refresh_from_db()
    assert passkey.wrap().name == "Phone"
