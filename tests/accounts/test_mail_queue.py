"""Mails wait in the database while the mail server is away, and nobody's page fails over it."""

import re
import smtplib
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.mail import EmailMessage
from django.core.mail.backends import locmem
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from accounts import mail_queue, privacy, services
from accounts.models import Invitation, Player, QueuedMail, User
from tests.factories import PASSWORD, PlayerFactory

pytestmark = pytest.mark.django_db


class Away(locmem.EmailBackend):
    """A mail server that does not answer, refuses, or takes what it is given."""

    error: Exception | None = None

    def open(self) -> bool:
        if isinstance(self.error, ConnectionError):
            raise self.error
        return True

    def send_messages(self, messages: Any) -> int:
        if self.error:
            raise self.error
        return super().send_messages(messages)


@pytest.fixture(autouse=True)
def _mail_server(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    settings.EMAIL_BACKEND = "accounts.mail_queue.EmailBackend"
    settings.MAIL_TRANSPORT = "tests.accounts.test_mail_queue.Away"
    settings.EMAIL_IS_SENT = True
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    # The test sends, where the site has a thread.
    monkeypatch.setattr(mail_queue._thread, "submit", lambda _send: None)
    yield
    Away.error = None


def send(text: str = "Your turn") -> None:
    EmailMessage(text, "Play.", to=["zoe@club.example"], headers={"Auto-Submitted": "yes"}).send()


def sent() -> list[str]:
    return [str(message.subject) for message in mail.outbox]


def test_a_mail_is_sent_once_and_leaves_nothing() -> None:
    send()
    assert mail_queue.send_due(timezone.now()) == 1
    (message,) = mail.outbox
    assert (message.subject, message.body, message.to) == (
        "Your turn",
        "Play.",
        ["zoe@club.example"],
    )
    assert message.extra_headers == {"Auto-Submitted": "yes"}
    assert not QueuedMail.objects.exists()
    assert mail_queue.send_due(timezone.now()) == 0


def test_while_the_server_is_away_mails_are_tried_again_with_growing_waits(
    caplog: pytest.LogCaptureFixture,
) -> None:
    Away.error = smtplib.SMTPServerDisconnected("away")
    send()
    now = timezone.now()
    for minutes in (1, 2, 4, 8, 16, 32, 60, 60):
        assert mail_queue.send_due(now) == 0
        assert mail_queue.send_due(now + timedelta(minutes=minutes, seconds=-1)) == 0
        assert QueuedMail.objects.get().next_try_at == now + timedelta(minutes=minutes)
        now += timedelta(minutes=minutes)
    assert "the mail server does not take mails: away; 1 wait" in caplog.text
    Away.error = None
    assert mail_queue.send_due(now) == 1


def test_one_that_cannot_be_reached_costs_one_try_for_all_mails() -> None:
    Away.error = ConnectionRefusedError()
    send("first")
    send("second")
    assert mail_queue.send_due(timezone.now()) == 0
    Away.error = None
    assert mail_queue.send_due(timezone.now()) == 2
    assert sent() == ["first", "second"]


@pytest.mark.parametrize(("code", "left"), [(450, 1), (550, 0)])
def test_a_refused_mail_holds_up_no_other_and_goes_if_that_is_for_good(
    code: int, left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    take = Away.send_messages

    def refuse_first(self: Away, messages: Any) -> int:
        if messages[0].subject == "refused":
            raise smtplib.SMTPRecipientsRefused({"zoe@club.example": (code, b"no")})
        return take(self, messages)

    monkeypatch.setattr(Away, "send_messages", refuse_first)
    send("refused")
    send("taken")
    assert mail_queue.send_due(timezone.now()) == 1
    assert sent() == ["taken"]
    assert QueuedMail.objects.count() == left


def test_two_processes_do_not_send_the_same_mail() -> None:
    send()
    mail_of_both = QueuedMail.objects.get()
    now = timezone.now()
    assert mail_queue._claim(mail_of_both, now)
    assert not mail_queue._claim(mail_of_both, now)


def test_it_is_late_after_two_minutes_and_forgotten_after_three_days() -> None:
    send()
    assert mail_queue.late_since(timezone.now()) is None
    later = timezone.now() + timedelta(minutes=3)
    assert mail_queue.late_since(later) == QueuedMail.objects.get().created_at
    assert mail_queue.forget_old(later) == 0
    assert mail_queue.forget_old(timezone.now() + timedelta(days=3, minutes=1)) == 1


@pytest.fixture
def invitation(client: Client) -> Invitation:
    invitation, token = services.invite(PlayerFactory.create())
    client.get(f"/members/join/{token}/", follow=True)
    return invitation


def join(client: Client) -> Any:
    form = {"email": "new@club.example", "name": "New"}
    passwords = {"password1": "a-long-pass-phrase", "password2": "a-long-pass-phrase"}
    return client.post("/account/signup/", form | passwords, follow=True)


def test_who_joins_while_the_mail_server_is_away_is_told_so_and_gets_the_mail_later(
    client: Client, invitation: Invitation
) -> None:
    Away.error = ConnectionRefusedError()
    answer = join(client)
    assert answer.status_code == 200
    assert Invitation.objects.get(pk=invitation.pk).used_by
    QueuedMail.objects.update(created_at=timezone.now() - timedelta(minutes=5))
    page = client.get("/account/confirm-email/").content.decode()
    assert "as soon as we can" in page
    Away.error = None
    mail_queue.send_due(timezone.now())
    (message,) = mail.outbox
    link = re.search(r"https?://[^/\s]+(/\S+)", str(message.body))
    assert link
    client.post(link[1])
    assert EmailAddress.objects.get(email="new@club.example").verified


def test_an_error_while_somebody_joins_spends_no_invitation(
    invitation: Invitation, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_arguments: Any, **_named: Any) -> None:
        raise RuntimeError

    monkeypatch.setattr(Player, "save", fail)
    client.raise_request_exception = False
    assert join(client).status_code == 500
    assert Invitation.objects.usable(timezone.now()).filter(pk=invitation.pk).exists()
    assert not User.objects.filter(email="new@club.example").exists()


def test_a_new_password_can_be_asked_for_while_the_mail_server_is_away(client: Client) -> None:
    Away.error = ConnectionRefusedError()
    user = PlayerFactory.create().user
    answer = client.post("/account/password/reset/", {"email": user.email}, follow=True)
    assert answer.status_code == 200
    assert QueuedMail.objects.get().to == [user.email]


def test_the_owner_made_on_the_command_line_signs_in_without_a_mail(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    Away.error = ConnectionRefusedError()
    monkeypatch.setenv("DJANGO_SUPERUSER_PASSWORD", PASSWORD)
    call_command("createsuperuser", "--no-input", email="owner@club.example", verbosity=0)
    form = {"login": "owner@club.example", "password": PASSWORD}
    client.post("/account/login/", form)
    assert client.session.get("_auth_user_id")


def test_a_mail_server_that_comes_later_locks_nobody_out(
    client: Client, settings: Settings, invitation: Invitation
) -> None:
    settings.EMAIL_IS_SENT, settings.ACCOUNT_EMAIL_VERIFICATION = False, "none"
    join(client)
    settings.EMAIL_IS_SENT, settings.ACCOUNT_EMAIL_VERIFICATION = True, "mandatory"
    somebody = Client()
    form = {"login": "new@club.example", "password": "a-long-pass-phrase"}
    somebody.post("/account/login/", form)
    assert somebody.session.get("_auth_user_id")


def test_who_is_erased_gets_no_mail_and_is_named_in_none() -> None:
    gone = PlayerFactory.create(name="Rosalinde Quast")
    EmailMessage("S", "T", to=[gone.user.email]).send()
    EmailMessage("S", "Rosalinde Quast proposes a pause", to=["zoe@club.example"]).send()
    send()
    privacy.erase(gone)
    assert [waiting.subject for waiting in QueuedMail.objects.all()] == ["Your turn"]
