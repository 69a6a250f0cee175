"""Recovery codes: shown once, used once, renewed; what a lost phone leaves."""

import time

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from django.urls import reverse

from accounts.models import Player, User
from tests.support.second_factors import (
    code_at,
    confirm,
    give_app,
    give_codes,
    give_password,
    is_signed_in,
    open_part,
)

pytestmark = pytest.mark.django_db
CODES = reverse("mfa_view_recovery_codes")
SECOND_STEP = reverse("mfa_authenticate")


@pytest.fixture
def user(member: Player) -> User:
    assert member.user
    give_app(member.user)
    return member.user


def test_ten_codes_are_shown_once(as_member: Client, user: User) -> None:
    codes = give_codes(user)
    confirm(as_member)
    first, second = (as_member.get(CODES, follow=True).content.decode() for _ in range(2))
    assert len(codes) == 10
    assert all(f"<code>{code}</code>" in first for code in codes)
    assert f'href="data:text/plain,{"%0A".join(codes)}"' in first
    assert not any(code in second for code in codes)


def test_the_password_is_asked_for_before_codes_are_shown(as_member: Client, user: User) -> None:
    give_codes(user)
    address = as_member.get(CODES)["Location"]
    assert as_member.get(address)["Location"].startswith(reverse("account_reauthenticate"))


def test_whoever_lost_the_phone_signs_in_with_a_code_once(user: User) -> None:
    code, *_others = give_codes(user)
    first, second = Client(), Client()
    for browser in (first, second):
        give_password(browser, user)
        browser.post(SECOND_STEP, {"code": code})
    assert (is_signed_in(first), is_signed_in(second)) == (True, False)


def test_a_second_tap_on_the_button_changes_nothing(client: Client, user: User) -> None:
    code, *_others = give_codes(user)
    give_password(client, user)
    for _ in range(2):
        assert client.post(SECOND_STEP, {"code": code}).status_code == 302
    assert is_signed_in(client)
    codes = Authenticator.objects.get(user=user, type="recovery_codes").wrap()
    assert len(codes.get_unused_codes()) == 9


def test_whoever_lost_the_phone_sets_up_another_one(client: Client, user: User) -> None:
    code, *_others = give_codes(user)
    give_password(client, user)
    client.post(SECOND_STEP, {"code": code})
    confirm(client)
    client.post(reverse("mfa_deactivate_totp"))
    secret = open_part(client, "app").context["app_form"].secret
    client.post(reverse("mfa_activate_totp"), {"code": code_at(secret, time.time())})
    assert Authenticator.objects.filter(user=user, type="totp").count() == 1


def test_new_codes_end_the_old_ones(as_member: Client, client: Client, user: User) -> None:
    old, *_others = give_codes(user)
    confirm(as_member)
    answer = as_member.post(reverse("mfa_generate_recovery_codes"), follow=True)
    assert old not in answer.content.decode()
    assert "<code>" in answer.content.decode()
    give_password(client, user)
    client.post(SECOND_STEP, {"code": old})
    assert not is_signed_in(client)


def test_without_a_factor_there_are_no_codes_to_make(as_member: Client, user: User) -> None:
    Authenticator.objects.all().delete()
    confirm(as_member)
    answer = as_member.post(reverse("mfa_generate_recovery_codes"))
    assert answer.status_code == 422
    assert answer.context["factor_form"].non_field_errors()[0] in answer.content.decode()
    assert "<code>" not in as_member.get(CODES, follow=True).content.decode()
