"""An authenticator app: set up, asked for, removed."""

import base64
import re
import time

import pytest
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django import Settings
from time_machine import Traveller

from accounts.models import User
from tests.factories import PASSWORD
from tests.support.second_factors import (
    SECONDS_A_CODE,
    code_at,
    confirm,
    give_app,
    give_passkey,
    give_password,
    is_signed_in,
    open_part,
)

pytestmark = pytest.mark.django_db
APP = reverse("mfa_activate_totp")
OPEN_APP = f"{reverse('accounts:profile')}?open=app"
SECOND_STEP = reverse("mfa_authenticate")
A_MOMENT = 1_800_000_015


@pytest.fixture
def secret(user: User) -> str:
    """That of the app of `user`."""
    return give_app(user)


def test_the_apps_of_these_tests_count_as_the_standard_says() -> None:
    secret = base64.b32encode(b"12345678901234567890").decode()
    # RFC 6238, appendix B, the last six of eight digits.
    assert [code_at(secret, moment) for moment in (59, 1111111109)] == ["287082", "081804"]


def test_a_passkey_is_asked_only_of_who_has_one(client: Client, user: User) -> None:
    give_app(user)
    give_password(client, user)
    assert "data-passkey" not in client.get(SECOND_STEP).content.decode()
    give_passkey(user)
    page = client.get(SECOND_STEP).content.decode()
    assert "data-passkey" in page
    assert '"allowCredentials": [{' in page


def test_a_code_or_the_password_confirms_who_it_is(as_member: Client, secret: str) -> None:
    for way, asked, answer in (
        ("account_reauthenticate", "password", PASSWORD),
        ("mfa_reauthenticate", "code", code_at(secret, time.time())),
    ):
        address = f"{reverse(way)}?next={reverse('mfa_index')}"
        page = as_member.get(address).content.decode()
        assert f'name="{asked}"' in page
        assert f'name="next" value="{reverse("mfa_index")}"' in page
        assert as_member.post(address, {asked: answer})["Location"] == reverse("mfa_index")


def test_the_password_is_asked_for_before_an_app_is_set_up(as_member: Client) -> None:
    for answer in (as_member.get(OPEN_APP), as_member.post(APP, {"code": "000000"})):
        assert answer["Location"].startswith(reverse("account_reauthenticate"))


def test_an_app_is_set_up_with_the_code_it_shows(as_member: Client, user: User) -> None:
    confirm(as_member)
    page = open_part(as_member, "app")
    secret = page.context["app_form"].secret
    # The picture is drawn by the server, and the secret can be typed by hand.
    assert 'src="data:image/svg+xml;base64,' in page.content.decode()
    assert f'value="{secret}"' in page.content.decode()
    assert "no-store" in page["Cache-Control"]
    answer = as_member.post(APP, {"code": code_at(secret, time.time())})
    assert answer["Location"] == reverse("mfa_view_recovery_codes")
    types = Authenticator.objects.filter(user=user).values_list("type", flat=True)
    assert sorted(types) == ["recovery_codes", "totp"]


def test_a_wrong_code_sets_nothing_up_and_shows_the_same_secret(
    as_member: Client, user: User
) -> None:
    confirm(as_member)
    secret = open_part(as_member, "app").context["app_form"].secret
    answer = as_member.post(APP, {"code": "000000"})
    assert answer.status_code == 422
    assert answer.context["app_form"].errors
    assert f'value="{secret}"' in answer.content.decode()
    assert not Authenticator.objects.filter(user=user).exists()


def test_the_secret_is_not_in_the_database_as_it_is(user: User, secret: str) -> None:
    assert secret not in str(Authenticator.objects.get(user=user).data)


def test_with_another_secret_key_no_code_is_right(
    client: Client, user: User, settings: Settings, secret: str
) -> None:
    give_password(client, user)
    settings.SECRET_KEY = "another one"
    give_password(client, user)
    answer = client.post(SECOND_STEP, {"code": code_at(secret, time.time())})
    assert answer.status_code == 200
    assert not is_signed_in(client)


def test_whoever_has_an_app_signs_in_with_password_and_code(
    client: Client, user: User, secret: str
) -> None:
    assert give_password(client, user) == SECOND_STEP
    assert not is_signed_in(client)
    assert "base.html" in [each.name for each in client.get(SECOND_STEP).templates]
    client.post(SECOND_STEP, {"code": code_at(secret, time.time())})
    assert is_signed_in(client)


def test_nobody_gets_to_the_second_step_without_the_first(client: Client) -> None:
    assert client.get(SECOND_STEP)["Location"].startswith(reverse("account_login"))


@pytest.mark.parametrize(("periods", "is_in"), [(-2, False), (-1, True), (1, True), (2, False)])
def test_a_clock_may_be_off_by_one_code(
    client: Client, user: User, time_machine: Traveller, periods: int, is_in: bool, secret: str
) -> None:
    time_machine.move_to(A_MOMENT, tick=False)
    give_password(client, user)
    client.post(SECOND_STEP, {"code": code_at(secret, A_MOMENT + periods * SECONDS_A_CODE)})
    assert is_signed_in(client) is is_in


def test_a_code_that_was_used_signs_nobody_else_in(
    user: User, time_machine: Traveller, secret: str
) -> None:
    time_machine.move_to(A_MOMENT, tick=False)
    code = code_at(secret, A_MOMENT)
    first, second = Client(), Client()
    for browser in (first, second):
        give_password(browser, user)
    first.post(SECOND_STEP, {"code": code})
    # The next period: the code would still be good.
    time_machine.move_to(A_MOMENT + SECONDS_A_CODE, tick=False)
    second.post(SECOND_STEP, {"code": code})
    assert (is_signed_in(first), is_signed_in(second)) == (True, False)


def test_guessing_codes_is_stopped_even_for_the_right_one(
    client: Client, user: User, secret: str
) -> None:
    give_password(client, user)
    for _ in range(5):
        client.post(SECOND_STEP, {"code": "000000"})
    client.post(SECOND_STEP, {"code": code_at(secret, time.time())})
    assert not is_signed_in(client)
    cache.clear()
    client.post(SECOND_STEP, {"code": code_at(secret, time.time())})
    assert is_signed_in(client)


def test_an_app_is_removed_after_the_password(as_member: Client, user: User) -> None:
    give_app(user)
    path = reverse("mfa_deactivate_totp")
    assert as_member.post(path)["Location"].startswith(reverse("account_reauthenticate"))
    assert Authenticator.objects.filter(user=user).exists()
    confirm(as_member)
    as_member.post(path)
    assert not Authenticator.objects.filter(user=user).exists()


def test_what_was_begun_before_the_password_is_done_after_it(as_member: Client, user: User) -> None:
    give_app(user)
    asked = as_member.post(reverse("mfa_deactivate_totp"))["Location"]
    page = as_member.post(asked, {"password": PASSWORD}, follow=True)
    assert "whoever knows your password can sign in as you" in page.content.decode()
    assert not Authenticator.objects.filter(user=user).exists()


def test_an_old_tab_that_removes_an_app_once_more_leads_to_the_list(
    as_member: Client, user: User
) -> None:
    give_app(user)
    confirm(as_member)
    for _ in range(2):
        answer = as_member.post(reverse("mfa_deactivate_totp"), follow=True)
        assert answer.status_code == 200
        assert answer.redirect_chain[-2][0] == reverse("mfa_index")


def test_the_pages_hold_no_script_and_no_style_of_their_own(as_member: Client, user: User) -> None:
    confirm(as_member)
    for name in ("", "app", "passkey"):
        page = open_part(as_member, name).content.decode()
        assert not re.search(r"<[^>]* style=|<style|<script>|javascript:", page)
