"""The log says why somebody was not let in, and from where without telling the address."""

import logging

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import Player
from tests.factories import PASSWORD
from tests.support.second_factors import give_app, give_password

pytestmark = pytest.mark.django_db
SIGN_IN = reverse("account_login")
ADDRESS = "203.0.113.7"


@pytest.fixture
def stranger() -> Client:
    return Client(REMOTE_ADDR=ADDRESS)


def said(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [
        record.getMessage()
        for record in caplog.records
        if record.name == "accounts.security.failed_sign_ins" and record.levelno == logging.WARNING
    ]


def test_each_reason_is_one_line_with_the_address_if_the_operator_wants_it(
    stranger: Client, member: Player, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    settings.LOG_ADDRESSES = "whole"
    assert member.user
    give_app(member.user)
    give_password(stranger, member.user)
    stranger.post(reverse("mfa_authenticate"), {"code": "000000"})
    other = Client(REMOTE_ADDR=ADDRESS)
    for _ in range(6):
        other.post(SIGN_IN, {"login": "nobody@club.example", "password": "wrong"})
    lines = said(caplog)
    assert lines == [
        f"sign-in failed from {ADDRESS}: wrong code or passkey",
        *[f"sign-in failed from {ADDRESS}: unknown email address or wrong password"] * 5,
        f"sign-in failed from {ADDRESS}: too many tries",
    ]


def test_by_default_an_address_has_a_mark_in_its_place(
    stranger: Client, caplog: pytest.LogCaptureFixture
) -> None:
    for browser in (stranger, stranger, Client(REMOTE_ADDR="203.0.113.8")):
        browser.post(SIGN_IN, {"login": "nobody@club.example", "password": "wrong"})
    first, again, other = said(caplog)
    assert first == again != other
    assert ADDRESS not in first
    assert "nobody" not in first


def test_a_sign_in_that_succeeds_is_no_line(
    stranger: Client, member: Player, caplog: pytest.LogCaptureFixture
) -> None:
    assert member.user
    stranger.post(SIGN_IN, {"login": member.user.email, "password": PASSWORD})
    assert said(caplog) == []
