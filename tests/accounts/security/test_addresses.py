"""Who may do what with second factors and sign-ins: every address, strangers and members."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.security.urls import urlpatterns

pytestmark = pytest.mark.django_db

SIGN_IN, AGAIN = reverse("account_login"), reverse("account_reauthenticate")
ACCOUNT, SECURITY = reverse("accounts:profile"), reverse("mfa_index")
PART = f"{ACCOUNT}#security"
HOME = reverse("games:home")
# By name: where GET and POST lead a member to whom nothing is set up, or the status. All are about
# one's own login; strangers are led to the sign-in, but for what they sign in with.
TABLE: dict[str, tuple[int | str, int | str]] = {
    "mfa_index": (PART, 405),
    "mfa_authenticate": (HOME, HOME),
    "mfa_reauthenticate": (AGAIN, AGAIN),
    "mfa_activate_totp": (f"{ACCOUNT}?open=app#app", AGAIN),
    "mfa_deactivate_totp": (PART, SECURITY),
    "mfa_view_recovery_codes": (f"{ACCOUNT}?open=codes#codes", 405),
    "mfa_generate_recovery_codes": (PART, AGAIN),
    "mfa_list_webauthn": (SECURITY, SECURITY),
    "mfa_add_webauthn": (f"{ACCOUNT}?open=passkey#passkey", AGAIN),
    "mfa_remove_webauthn": (PART, AGAIN),
    "mfa_edit_webauthn": (PART, AGAIN),
    "mfa_reauthenticate_webauthn": (AGAIN, AGAIN),
    "mfa_login_webauthn": (HOME, HOME),
    "end_sign_in": (405, SECURITY),
    "end_other_sign_ins": (405, SECURITY),
}
WITH_NUMBER = {
    "mfa_remove_webauthn": "pk",
    "mfa_edit_webauthn": "pk",
    "end_sign_in": "sign_in_id",
}


def path_of(name: str, number: int = 1) -> str:
    return reverse(name, kwargs={WITH_NUMBER[name]: number} if name in WITH_NUMBER else {})


@pytest.mark.parametrize("name", TABLE)
def test_a_member_gets_what_the_table_says(as_member: Client, name: str) -> None:
    for method, wanted in zip(("get", "post"), TABLE[name], strict=True):
        answer = getattr(as_member, method)(path_of(name))
        found = answer.headers.get("Location", "").partition("?next=")[0] or answer.status_code
        assert found == wanted, method


@pytest.mark.parametrize("name", TABLE)
def test_a_stranger_is_led_to_the_sign_in(as_stranger: Client, name: str) -> None:
    for method in ("get", "post"):
        answer = getattr(as_stranger, method)(path_of(name))
        assert answer.headers.get("Location", "").startswith(SIGN_IN)


def test_the_table_leaves_no_address_out() -> None:
    assert {pattern.name for pattern in urlpatterns} == set(TABLE)
