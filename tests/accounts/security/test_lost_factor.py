"""Whoever lost phone and recovery codes: an administrator removes the second factor."""

import pytest
from allauth.mfa import signals
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.core import mail
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import Player, SecurityNote, User
from accounts.privacy import erase, personal_data
from accounts.security.notes import sentence
from tests.factories import PlayerFactory, UserFactory
from tests.support.second_factors import (
    confirm,
    give_app,
    give_codes,
    give_password,
)

pytestmark = pytest.mark.django_db
USERS = reverse("admin:accounts_user_changelist")


@pytest.fixture
def user(member: Player) -> User:
    assert member.user
    give_app(member.user)
    give_codes(member.user)
    return member.user


def remove_factors_of(browser: Client, user: User) -> int:
    fields = {"action": "remove_second_factors", "_selected_action": [user.pk]}
    return browser.post(USERS, fields).status_code


def test_an_administrator_lets_somebody_in_with_the_password_alone(
    as_staff: Client, client: Client, user: User
) -> None:
    assert remove_factors_of(as_staff, user) == 302
    assert not Authenticator.objects.filter(user=user).exists()
    give_password(client, user)
    # They are told.
    page = client.get(reverse("games:lobby")).content.decode()
    assert "The second step of signing in was switched off." in page


def test_the_removal_is_logged(as_staff: Client, user: User) -> None:
    remove_factors_of(as_staff, user)
    line = LogEntry.objects.get(object_id=str(user.pk))
    assert line.change_message == "Removed the second factors."


def test_an_administrator_does_not_weaken_the_sign_in_of_another(user: User) -> None:
    other = UserFactory.create(is_staff=True)
    give_app(other)
    by = UserFactory.create(is_staff=True)
    browser = Client()
    browser.force_login(by)
    by.user_permissions.set(Permission.objects.filter(content_type__app_label="accounts"))
    remove_factors_of(browser, other)
    remove_factors_of(browser, user)
    assert list(Authenticator.objects.values_list("user", flat=True)) == [other.pk]


@pytest.mark.parametrize("who", ["as_member", "as_organizer"])
def test_others_remove_nobody_s_factors(
    request: pytest.FixtureRequest, who: str, user: User
) -> None:
    remove_factors_of(request.getfixturevalue(who), user)
    assert Authenticator.objects.filter(user=user).count() == 2


def test_no_admin_page_shows_second_factors() -> None:
    assert not admin.site.is_registered(Authenticator)


def test_a_factor_added_or_removed_is_told_at_the_next_sign_in(
    as_member: Client, client: Client, member: Player
) -> None:
    assert member.user
    give_app(member.user)
    confirm(as_member)
    as_member.post(reverse("mfa_deactivate_totp"))
    give_password(client, member.user)
    page = client.get(reverse("games:lobby")).content.decode()
    assert "The authenticator app was removed." in page


def test_with_mail_it_is_mailed_too(as_member: Client, user: User, settings: Settings) -> None:
    settings.ACCOUNT_EMAIL_NOTIFICATIONS = True
    confirm(as_member)
    as_member.post(reverse("mfa_deactivate_totp"))
    assert [message.to for message in mail.outbox] == [[user.email]]


def test_only_the_newest_notes_are_kept(user: User) -> None:
    for _ in range(12):
        signals.authenticator_reset.send(Authenticator, user=user, request=None)
    assert SecurityNote.objects.filter(user=user).count() == 10


def test_one_s_own_data_names_the_factors_without_their_secrets(
    as_member: Client, member: Player, user: User
) -> None:
    stored = [str(each.data) for each in Authenticator.objects.filter(user=user)]
    everything = personal_data(member)
    data = everything["security"]
    assert sorted(each["type"] for each in data["second_factors"]) == ["recovery_codes", "totp"]
    (sign_in,) = data["sign_ins"]
    assert "sign_ins" not in everything
    assert sign_in["until"] > sign_in["began_at"]
    told = as_member.get(reverse("accounts:own_data")).content.decode()
    assert '"second_factors"' in told
    assert not any(secret in told for secret in ("seed", "secret", *stored))
    assert str(as_member.session.session_key) not in told


def test_nothing_of_it_stays_of_an_erased_member(member: Player, user: User) -> None:
    signals.authenticator_reset.send(Authenticator, user=user, request=None)
    erase(member)
    assert not Authenticator.objects.exists()
    assert not SecurityNote.objects.exists()


def test_what_an_erased_organizer_did_keeps_no_name(user: User) -> None:
    organizer = PlayerFactory.create(name="Dominique", is_organizer=True)
    SecurityNote.objects.create(user=user, kind="link_made", by=organizer)
    erase(organizer)
    note = SecurityNote.objects.select_related("by").get()
    assert "Dominique" not in sentence(note)
