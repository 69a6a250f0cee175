"""The mails about an account: in the club’s own words, whatever allauth would write."""

from datetime import datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import allauth
import pytest
from allauth.account.adapter import get_adapter
from django.conf import settings
from django.core import mail
from django.template import loader
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.timezone import get_current_timezone

from tests.factories import UserFactory

FOLDER = Path(allauth.__file__).parent / "templates"
# Codes by mail are not asked for here; the mail at a sign-up is that of a new address.
NEVER_SENT = {
    "account/email/login_code",
    "account/email/password_reset_code",
    "account/email/email_confirmation_signup",
}
SENT = sorted(
    {
        str(path.relative_to(FOLDER)).removesuffix("_subject.txt")
        for path in FOLDER.glob("[am]*/email/*_subject.txt")
    }
    - NEVER_SENT
)
CONTEXT: dict[str, Any] = {
    "current_site": SimpleNamespace(name="Sixième", domain="club.example"),
    "email": "zoe@club.example",
    "from_email": "old@club.example",
    "to_email": "new@club.example",
    "deleted_email": "old@club.example",
    "activate_url": "https://club.example/confirm",
    "password_reset_url": "https://club.example/reset",
    "signup_url": "https://club.example/join",
    "ip": "192.0.2.1",
    "user_agent": "A browser",
    "timestamp": datetime(2026, 9, 1, 20, 5, tzinfo=get_current_timezone()),
}


def test_allauth_sends_what_is_tested_here() -> None:
    assert {"account/email/password_reset_key", "mfa/email/totp_activated"} < set(SENT)


@pytest.mark.parametrize("prefix", SENT)
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.django_db
def test_a_mail_is_in_our_words_with_typographic_apostrophes(prefix: str, language: str) -> None:
    with translation.override(language):
        message = get_adapter().render_mail(prefix, "zoe@club.example", CONTEXT)
    text = f"{message.subject} {message.body}"
    assert "'" not in text
    assert '"' not in text
    subject = message.subject.removeprefix("[Sixième] ")
    assert subject[1:] == subject[1:].lower()
    for part in ("subject", "message"):
        name: str = loader.get_template(f"{prefix}_{part}.txt").origin.name  # type: ignore[attr-defined]
        assert Path(name).is_relative_to(settings.BASE_DIR)


@pytest.mark.django_db
def test_a_mail_about_a_change_says_when_and_from_where() -> None:
    message = get_adapter().render_mail("account/email/email_changed", "zoe@club.example", CONTEXT)
    for part in ("old@club.example to new@club.example", "1 September 2026, 20:05", "192.0.2.1"):
        assert part in message.body


@pytest.mark.django_db
@pytest.mark.parametrize("is_known", [True, False])
def test_a_link_in_a_mail_leads_to_the_site_whatever_the_request_named(
    settings: Any, is_known: bool
) -> None:
    settings.SITE_URL, settings.IS_SITE_URL_KNOWN = "https://club.example", True
    settings.ALLOWED_HOSTS = ["club.example"]
    user = UserFactory.create(email="zoe@club.example")
    email = user.email if is_known else "nobody@club.example"
    browser = Client(headers={"host": "club.example:6666"})
    browser.post(reverse("account_reset_password"), {"email": email})
    (message,) = mail.outbox
    assert "6666" not in str(message.body)
    assert ("https://club.example/" in str(message.body)) is is_known
