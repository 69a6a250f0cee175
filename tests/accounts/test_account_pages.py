"""The pages allauth serves, in the club's looks."""

import re

import pytest
from allauth.account import urls as account_urls
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import Player, User
from tests.factories import PASSWORD, InvitationFactory, UserFactory

pytestmark = pytest.mark.django_db

KEYS = {
    "account_confirm_email": {"key": "no-such-key"},
    "account_reset_password_from_key": {"uidb36": "1", "key": "no-such-key"},
}
ADDRESSES = sorted(
    reverse(pattern.name, kwargs=KEYS.get(pattern.name)) for pattern in account_urls.urlpatterns
)


@pytest.mark.parametrize("path", ADDRESSES)
@pytest.mark.parametrize("who", ["as_stranger", "as_member"])
def test_every_page_is_ours_or_leads_to_one_that_is(
    request: pytest.FixtureRequest, who: str, path: str
) -> None:
    browser: Client = request.getfixturevalue(who)
    answer = browser.get(path, follow=True)
    assert answer.status_code == 200
    names = [template.name for template in answer.templates]
    assert "base.html" in names
    assert not [name for name in names if name and name.startswith("allauth/")]
    page = answer.content.decode()
    assert not re.search(r"<[^>]* style=|<style|<script>|javascript:", page)


@pytest.mark.parametrize(
    "name",
    ["account_email", "account_change_password", "account_reauthenticate", "account_set_password"],
)
def test_a_stranger_must_sign_in_to_change_an_account(as_stranger: Client, name: str) -> None:
    answer = as_stranger.get(reverse(name))
    assert answer["Location"].startswith(reverse("account_login"))


def test_no_label_above_a_field_ends_in_a_colon(as_stranger: Client, as_member: Client) -> None:
    pages = [
        as_stranger.get(reverse("account_login")),
        as_member.get(reverse("accounts:profile")),
    ]
    for page in pages:
        labels = re.findall(r"<label[^>]*>\s*([^<]+?)\s*</label>", page.content.decode())
        assert labels
        assert not [label for label in labels if label.endswith(":")]


def test_the_sign_up_form_is_ours(as_stranger: Client) -> None:
    InvitationFactory.create(token="abc")
    page = as_stranger.get("/members/join/abc/", follow=True)
    assert "base.html" in [template.name for template in page.templates]
    assert list(page.context["form"].fields) == ["name", "email", "password1", "password2"]


def test_a_member_changes_the_password(as_member: Client, member: Player) -> None:
    new = "another-password-of-ours"
    fields = {"oldpassword": PASSWORD, "password1": new, "password2": new}
    answer = as_member.post(reverse("account_change_password"), fields)
    assert answer["Location"] == reverse("accounts:profile")
    member.user.refresh_from_db()
    assert member.user.check_password(new)


def test_the_fields_of_a_new_password_are_the_same_before_and_after_a_refusal(
    as_member: Client,
) -> None:
    answers = (
        as_member.get(reverse("accounts:profile")),
        as_member.post(reverse("account_change_password"), {}),
    )
    for answer in answers:
        fields = answer.context["password_form"].fields.values()
        assert [str(field.label) for field in fields] == [
            "Current password", "New password", "New password (again)",
        ]  # fmt: skip
        assert not re.search(r"<input[^>]*placeholder", answer.content.decode())


@pytest.mark.parametrize("page", ["account_login", "account_reset_password"])
def test_no_field_repeats_its_label_inside(client: Client, page: str) -> None:
    shown = client.get(reverse(page)).content.decode()
    assert '<input type="email"' in shown
    assert "placeholder" not in shown


def test_a_weak_password_is_refused(as_member: Client) -> None:
    fields = {"oldpassword": PASSWORD, "password1": "12345678", "password2": "12345678"}
    answer = as_member.post(reverse("account_change_password"), fields)
    assert "password1" in answer.context["password_form"].errors


@pytest.fixture
def present_address(member: Player) -> str:
    """The member's address, confirmed."""
    address = member.user.email
    EmailAddress.objects.create(user=member.user, email=address, verified=True, primary=True)
    return address


def ask_for_another_address(browser: Client) -> str:
    """The link in the mail that new@club.example gets."""
    asked = browser.post(reverse("account_email"), {"email": "new@club.example", "action_add": ""})
    browser.post(asked["Location"], {"password": PASSWORD})
    message = next(message for message in mail.outbox if message.to == ["new@club.example"])
    return next(word for word in message.body.split() if word.startswith("http"))


def test_a_new_address_counts_once_its_owner_has_confirmed_it(
    as_member: Client, member: Player, present_address: str
) -> None:
    link = ask_for_another_address(as_member)
    assert User.objects.get(player=member).email == present_address
    as_member.post(link)
    assert User.objects.get(player=member).email == "new@club.example"


def test_a_change_of_address_needs_the_password(as_member: Client, present_address: str) -> None:
    fields = {"email": "new@club.example", "action_add": ""}
    asked = as_member.post(reverse("account_email"), fields)
    assert asked["Location"].startswith(reverse("account_reauthenticate"))
    as_member.post(asked["Location"], {"password": "wrong"})
    assert not EmailAddress.objects.exclude(email=present_address).exists()


def test_an_address_taken_meanwhile_stays_with_who_took_it(
    as_member: Client, member: Player, present_address: str
) -> None:
    link = ask_for_another_address(as_member)
    UserFactory.create(email="new@club.example")
    assert as_member.post(link).status_code == 302
    assert User.objects.get(player=member).email == present_address


def test_an_unconfirmed_address_is_not_lost_by_asking_for_another(
    as_member: Client, member: Player
) -> None:
    fields = {"email": "new@club.example", "action_add": ""}
    answer = as_member.post(reverse("account_email"), fields)
    assert answer.context["mail_form"].non_field_errors()
    assert User.objects.get(player=member).email == member.user.email


@pytest.mark.parametrize(
    ("name", "promise"),
    [
        ("account_reset_password", "will be sent there"),
        ("account_reset_password_done", "is on its way"),
    ],
)
def test_a_server_without_mail_promises_none(
    as_stranger: Client, settings: Settings, name: str, promise: str
) -> None:
    page = as_stranger.get(reverse(name)).content.decode()
    assert "sends no email" in page
    assert promise not in page
    settings.EMAIL_IS_SENT = True
    page = as_stranger.get(reverse(name)).content.decode()
    assert "sends no email" not in page
    assert promise in page
