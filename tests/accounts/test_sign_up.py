"""Signing up, by invitation or openly."""

import os
import re
from datetime import timedelta
from typing import Any
from unittest import mock

import pytest
from django.contrib.auth.hashers import get_hasher
from django.core import mail
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.adapter import AccountAdapter
from accounts.models import Invitation, Player, User
from leagues.people import signing_up
from tests.factories import PASSWORD, InvitationFactory, PlayerFactory, UserFactory
from tests.support.clients import html_of, signed_in
from tests.support.club import change_club
from tests.support.leagues import make_season

pytestmark = pytest.mark.django_db


def form(email: str = "new@club.example", name: str = "Noé") -> dict[str, str]:
    return {"name": name, "email": email, "password1": PASSWORD, "password2": PASSWORD}


def sign_up(browser: Client, **fields: str) -> Any:
    return browser.post(reverse("account_signup"), form(**fields))


def follow(browser: Client, token: str) -> Any:
    return browser.get(reverse("accounts:join", args=[token]))


def test_a_link_leads_through_the_form_into_the_club(client: Client) -> None:
    invitation = InvitationFactory.create(token="abc")
    assert follow(client, "abc")["Location"] == reverse("account_signup")
    assert sign_up(client).status_code == 302
    user = User.objects.get(email="new@club.example")
    assert user.player.name == "Noé"
    invitation.refresh_from_db()
    assert (invitation.used_by, invitation.state) == (user, Invitation.State.USED)
    assert client.get(reverse("accounts:profile")).status_code == 200


def test_without_an_invitation_the_form_is_closed(client: Client) -> None:
    assert client.get(reverse("account_signup")).templates[0].name == "account/signup_closed.html"
    sign_up(client)
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "past",
    [
        {"expires_at": timezone.now() - timedelta(seconds=1)},
        {"used_at": timezone.now()},
        {"revoked_at": timezone.now()},
    ],
    ids=["expired", "used", "revoked"],
)
def test_a_link_that_is_over_is_answered_like_one_that_never_was(
    client: Client, past: dict[str, Any]
) -> None:
    InvitationFactory.create(token="abc", **past)
    over, never = follow(client, "abc"), follow(client, "never")
    assert over.status_code == never.status_code == 404
    assert over.templates[0].name == "accounts/invitation_unusable.html"
    pages = [
        re.sub(r'"csrf\w+" value="\w+"|"X-CSRFToken": "\w+"|/abc/|/never/', "", text)
        for text in (over.content.decode(), never.content.decode())
    ]
    assert pages[0] == pages[1]
    sign_up(client)
    assert not User.objects.filter(email="new@club.example").exists()


def test_a_link_revoked_while_the_form_is_open_does_not_let_in(client: Client) -> None:
    invitation = InvitationFactory.create(token="abc")
    follow(client, "abc")
    Invitation.objects.filter(pk=invitation.pk).update(revoked_at=timezone.now())
    sign_up(client)
    assert not User.objects.filter(email="new@club.example").exists()


def test_a_link_lets_one_person_in_and_not_a_second(client: Client) -> None:
    InvitationFactory.create(token="abc")
    second = Client()
    follow(client, "abc")
    follow(second, "abc")
    sign_up(client, email="first@club.example")
    sign_up(second, email="second@club.example")
    assert User.objects.filter(email="first@club.example").exists()
    assert not User.objects.filter(email="second@club.example").exists()


def test_a_mistake_in_the_form_does_not_use_the_link_up(client: Client) -> None:
    InvitationFactory.create(token="abc")
    follow(client, "abc")
    answer = client.post(reverse("account_signup"), form() | {"password2": "other"})
    assert answer.context["form"].errors
    sign_up(client)
    assert User.objects.filter(email="new@club.example").exists()


def test_a_person_known_on_paper_keeps_their_past(client: Client) -> None:
    on_paper = PlayerFactory.create(user=None, name="Mamie Rose")
    InvitationFactory.create(token="abc", for_player=on_paper)
    follow(client, "abc")
    sign_up(client, name="Rose")
    on_paper.refresh_from_db()
    assert (on_paper.name, on_paper.user) == ("Rose", User.objects.get(email="new@club.example"))
    assert not Player.objects.filter(name="Noé").exists()


def test_nobody_takes_over_a_player_who_has_a_login(client: Client) -> None:
    on_paper = PlayerFactory.create(user=None)
    InvitationFactory.create(token="abc", for_player=on_paper)
    follow(client, "abc")
    owner = UserFactory.create()
    Player.objects.filter(pk=on_paper.pk).update(user=owner)
    assert sign_up(client)["Location"] == reverse("account_signup")
    assert not User.objects.filter(email="new@club.example").exists()
    assert Player.objects.get(pk=on_paper.pk).user == owner


def test_an_open_club_lets_everybody_sign_up(client: Client, settings: Settings) -> None:
    settings.SIGNUP = "open"
    sign_up(client)
    assert Player.objects.get(user__email="new@club.example").name == "Noé"


@pytest.mark.parametrize(
    "name", ["", "   ", "x" * 41, "Zo\u202eé", "Zo\u200bé", "Zo\x07é", "Zo|é", "\u3164"]
)
def test_a_name_that_cannot_be_read_is_refused(client: Client, name: str) -> None:
    InvitationFactory.create(token="abc")
    follow(client, "abc")
    answer = sign_up(client, name=name)
    assert "name" in answer.context["form"].errors
    assert not User.objects.filter(email="new@club.example").exists()


def test_blanks_in_a_name_are_made_single(client: Client) -> None:
    InvitationFactory.create(token="abc")
    follow(client, "abc")
    sign_up(client, name="  Jean \u00a0 Luc ")
    assert Player.objects.get(user__email="new@club.example").name == "Jean Luc"


@pytest.mark.parametrize("email", ["known@club.example", "KNOWN@club.example"])
def test_without_mail_an_invitation_does_not_tell_which_addresses_are_known(
    client: Client, email: str
) -> None:
    UserFactory.create(email="known@club.example")
    invitation = InvitationFactory.create(token="abc")
    follow(client, "abc")
    answer = sign_up(client, email=email)
    assert answer["Location"] == reverse("account_login")
    page = client.get(answer["Location"])
    assert "That did not work. If you have an account already, sign in." in page.content.decode()
    invitation.refresh_from_db()
    assert invitation.state == Invitation.State.USED
    assert sign_up(client, email="new@club.example").templates[0].name == (
        "account/signup_closed.html"
    )


def test_with_mail_a_known_address_is_answered_like_a_new_one(settings: Settings) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    UserFactory.create(email="known@club.example")
    answers = []
    for number, email in enumerate(["known@club.example", "new@club.example"]):
        invitation = InvitationFactory.create(token=f"abc{number}")
        browser = Client()
        follow(browser, f"abc{number}")
        answer = sign_up(browser, email=email)
        invitation.refresh_from_db()
        answers.append((answer.status_code, answer["Location"], invitation.state))
    assert answers[0] == answers[1]
    assert answers[0][1] == reverse("account_email_verification_sent")
    assert [message.to for message in mail.outbox] == [["known@club.example"], ["new@club.example"]]


def test_with_mail_a_known_address_costs_the_hash_of_a_password_too(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    UserFactory.create(email="known@club.example")
    hashed: list[str] = []
    hasher = get_hasher()
    encode = hasher.encode

    def noted(password: str, salt: str) -> str:
        hashed.append(password)
        return str(encode(password, salt))

    monkeypatch.setattr(hasher, "encode", noted)
    for token, email in (("abc", "known@club.example"), ("def", "new@club.example")):
        InvitationFactory.create(token=token)
        follow(client, token)
        hashed.clear()
        sign_up(client, email=email)
        assert hashed == [PASSWORD]


def test_with_mail_the_address_is_confirmed_before_the_first_sign_in(
    client: Client, settings: Settings
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    InvitationFactory.create(token="abc")
    follow(client, "abc")
    sign_up(client)
    assert client.get(reverse("accounts:profile")).status_code == 302
    link = next(word for word in mail.outbox[0].body.split() if word.startswith("http"))
    assert "new@club.example" in client.get(link).content.decode()
    client.post(link)
    client.post(reverse("account_login"), {"login": "new@club.example", "password": PASSWORD})
    assert client.get(reverse("accounts:profile")).status_code == 200


# --- A club that takes nobody ------------------------------------------------------------


NO_MEMBERS = "The club takes no new members at the moment."


def test_into_a_closed_club_nobody_signs_up_with_or_without_an_invitation(client: Client) -> None:
    InvitationFactory.create(token="abc")
    change_club(signup="closed")
    # Whether a link was ever one is not told.
    for token in ("abc", "never-was"):
        refused = follow(client, token)
        assert refused.status_code == 403
        assert NO_MEMBERS in refused.content.decode()
    page = html_of(client.get(reverse("account_signup")))
    assert NO_MEMBERS in page
    assert 'name="password1"' not in page
    page = html_of(client.get(reverse("account_login")))
    assert NO_MEMBERS in page
    assert reverse("account_signup") not in page
    sign_up(client)
    assert not User.objects.filter(email="new@club.example").exists()
    # The link works once the club is open again.
    change_club(signup="invitation")
    follow(client, "abc")
    sign_up(client)
    assert Player.objects.filter(name="Noé").exists()


def test_a_form_that_was_open_when_the_club_was_closed_is_sent_in_vain(client: Client) -> None:
    invitation = InvitationFactory.create(token="abc")
    follow(client, "abc")
    assert 'name="password1"' in html_of(client.get(reverse("account_signup")))
    change_club(signup="closed")
    assert NO_MEMBERS in html_of(sign_up(client))
    assert not User.objects.filter(email="new@club.example").exists()
    invitation.refresh_from_db()
    assert invitation.uses == 0


def test_a_club_that_is_closed_between_the_check_and_the_save_takes_nobody(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    change_club(signup="closed")
    monkeypatch.setattr(AccountAdapter, "is_open_for_signup", lambda _self, _request: True)
    assert sign_up(client)["Location"] == reverse("account_signup")
    assert not User.objects.filter(email="new@club.example").exists()


def test_the_link_of_a_season_takes_members_into_it_while_the_club_is_closed(
    client: Client,
) -> None:
    organizer = PlayerFactory.create(is_organizer=True)
    season = make_season(organizer)
    last_day = timezone.localdate() + timedelta(days=7)
    token = signing_up.make_invite(season, organizer, 5, last_day)
    change_club(signup="closed")
    client.get(reverse("leagues:join_by_link", args=[token]))
    page = html_of(client.get(reverse("leagues:join")))
    assert NO_MEMBERS in page
    assert reverse("account_signup") not in page
    member = PlayerFactory.create()
    browser = signed_in(member)
    browser.get(reverse("leagues:join_by_link", args=[token]))
    browser.post(reverse("leagues:join"))
    assert season.entrants.filter(player=member).exists()


def test_an_operator_still_makes_accounts_while_the_club_is_closed(client: Client) -> None:
    change_club(signup="closed")
    environment = {"DJANGO_SUPERUSER_PASSWORD": PASSWORD}
    with mock.patch.dict(os.environ, environment):
        call_command("createsuperuser", email="new@club.example", interactive=False, verbosity=0)
    sent = {"login": "new@club.example", "password": PASSWORD}
    assert client.post(reverse("account_login"), sent).status_code == 302
    assert client.get(reverse("accounts:profile")).status_code == 200


def test_organizers_who_invite_read_that_nobody_can_sign_up(as_organizer: Client) -> None:
    sentence = "Nobody can sign up at the moment"
    assert sentence not in html_of(as_organizer.get(reverse("accounts:invitations")))
    change_club(signup="closed")
    assert sentence in html_of(as_organizer.get(reverse("accounts:invitations")))
