"""Which sign-ins still stand, asked from outside a request."""

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Player, User
from accounts.sessions import still_signed_in
from tests.factories import PASSWORD
from tests.support.clients import key_of

pytestmark = pytest.mark.django_db


def test_a_sign_in_stands(as_member: Client) -> None:
    key = key_of(as_member)
    assert still_signed_in([key, "no-such-session"]) == {key}


def test_a_sign_in_falls_by_signing_out(as_member: Client) -> None:
    key = key_of(as_member)
    as_member.post(reverse("account_logout"))
    assert still_signed_in([key]) == set()


def test_a_sign_in_elsewhere_falls_by_a_new_password(as_member: Client, member: Player) -> None:
    assert member.user
    elsewhere = Client()
    elsewhere.force_login(member.user)
    new = "another-password-of-ours"
    fields = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    as_member.post(reverse("account_change_password"), fields)
    assert still_signed_in([key_of(elsewhere), key_of(as_member)]) == {key_of(as_member)}


@pytest.mark.parametrize("end", ["closed", "deleted"])
def test_a_sign_in_falls_with_its_login(as_member: Client, member: Player, end: str) -> None:
    key = key_of(as_member)
    user = User.objects.filter(player=member)
    if end == "closed":
        user.update(is_active=False)
    else:
        user.delete()
    assert still_signed_in([key]) == set()


def test_a_stranger_s_session_signs_nobody_in(as_stranger: Client) -> None:
    session = as_stranger.session
    session["invitation"] = 1
    session.save()
    assert still_signed_in([key_of(as_stranger)]) == set()


def test_many_sign_ins_cost_two_statements(
    as_member: Client,
    as_organizer: Client,
    as_staff: Client,
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    keys = {key_of(browser) for browser in (as_member, as_organizer, as_staff)}
    with django_assert_num_queries(2):
        assert still_signed_in(keys) == keys
