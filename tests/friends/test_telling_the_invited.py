"""The invited are told on their devices, and by mail where they wish it and are not on the site."""

from http import HTTPStatus

import pytest
from django.core import mail, signing
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Player, PushMessage, User
from accounts.push import sending
from games.models import Table
from games.reminders import sending as reminders
from games.seats import inviting
from leagues.notices.forms import NoticeChoicesForm
from tests.accounts.push.conftest import browser, push_service
from tests.accounts.push.test_sending import make_device
from tests.friends.company import answer, come
from tests.games.rating.rated import rated_table
from tests.support.clients import html_of, signed_in
from tests.support.push import PushBrowser
from tests.support.receiver import Receiver
from tests.support.tables import open_table

__all__ = ["browser", "push_service"]

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def a_site_that_sends_mail(settings: Settings) -> None:
    settings.EMAIL_IS_SENT = True
    settings.SITE_URL = "https://club.example"


@pytest.fixture
def table(ada: Player) -> Table:
    return open_table(ada, seats=3)


def invite(table: Table, ada: Player, ben: Player) -> None:
    inviting.invite(table.pk, ada, ben.pk, timezone.now())


def test_the_device_of_the_invited_is_told_in_their_language(
    ada: Player, ben: Player, table: Table, browser: PushBrowser, push_service: Receiver
) -> None:
    User.objects.filter(player=ben).update(language="fr")
    make_device(User.objects.get(player=ben), browser)
    invite(table, ada, ben)
    assert sending.send_due(timezone.now()) == 1
    (post,) = push_service.posts
    told = browser.read(post.body)
    blank = "\N{NO-BREAK SPACE}"
    assert told["title"] == f"{ada.name} vous invite à la table «{blank}{table.name}{blank}»"
    assert told["body"].startswith("Une place vous est gardée jusqu’au ")
    assert told["path"] == table.get_absolute_url()


def test_who_is_not_on_the_site_is_mailed(ada: Player, ben: Player, table: Table) -> None:
    invite(table, ada, ben)
    (sent,) = mail.outbox
    assert sent.to == [ben.user.email]
    assert f"{ada.name} invites you to “{table.name}”" in sent.subject
    assert f"https://club.example{table.get_absolute_url()}" in sent.body
    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    # Nothing more, however long the answer takes and however often the host asks.
    invite(table, ada, ben)
    reminders.send_due(timezone.now() + 6 * reminders.PAGE_OPEN)
    assert len(mail.outbox) == 1


def test_who_is_invited_to_a_rated_game_is_told_so_before_they_say_yes(
    ada: Player, ben: Player, browser: PushBrowser, push_service: Receiver
) -> None:
    make_device(User.objects.get(player=ben), browser)
    table = rated_table(ada, seats=3)
    invite(table, ada, ben)
    sending.send_due(timezone.now())
    (post,) = push_service.posts
    title = f"{ada.name} invites you to “{table.name}”, a rated game"
    assert browser.read(post.body)["title"] == title
    (sent,) = mail.outbox
    assert title in sent.subject
    assert "its result changes the rating of everybody who sits there" in sent.body
    # The plain one says nothing of it.
    invite(open_table(ada, seats=3, name="Plain"), ada, ben)
    plain = mail.outbox[1]
    assert "rated" not in f"{plain.subject} {plain.body}"


def test_who_is_on_the_site_is_not_mailed(ada: Player, ben: Player, table: Table) -> None:
    come(ben)
    invite(table, ada, ben)
    assert mail.outbox == []


def test_who_wants_no_mails_gets_none(ada: Player, ben: Player, table: Table) -> None:
    User.objects.filter(player=ben).update(invite_mails=False)
    invite(table, ada, ben)
    assert mail.outbox == []


def test_where_no_mail_can_be_sent_none_is_and_none_is_offered(
    ada: Player, ben: Player, table: Table, settings: Settings
) -> None:
    settings.EMAIL_IS_SENT = False
    invite(table, ada, ben)
    assert mail.outbox == []
    assert "An invitation to a table" not in html_of(
        signed_in(ben).get(reverse("accounts:profile"))
    )


def test_the_choice_is_made_on_the_page_of_the_account(ben: Player) -> None:
    client = signed_in(ben)
    page = html_of(client.get(reverse("accounts:profile")))
    assert "An invitation to a table" in page
    usual = {name: each.initial for name, each in NoticeChoicesForm(player=ben).fields.items()}
    client.post(reverse("leagues:notices_choose"), {**usual, "invited": "never"})
    user = User.objects.get(player=ben)
    assert (user.invite_mails, user.reminders) == (False, True)


def test_by_correspondence_nobody_is_mailed_twice_of_one_seat(ada: Player, ben: Player) -> None:
    table = open_table(ada, seats=2, time_per_choice=86_400)
    invite(table, ada, ben)
    assert reminders.send_due(timezone.now() + 2 * reminders.TURN_AFTER) == 0
    assert len(mail.outbox) == 1


def test_an_answer_is_told_to_nobody(
    ada: Player, ben: Player, table: Table, browser: PushBrowser
) -> None:
    make_device(User.objects.get(player=ada), browser)
    invite(table, ada, ben)
    answer(ben, table, "decline_invite")
    assert not PushMessage.objects.exists()


def test_the_link_in_the_mail_turns_these_mails_off_and_no_others(
    ada: Player, ben: Player, table: Table
) -> None:
    invite(table, ada, ben)
    off = mail.outbox[0].extra_headers["List-Unsubscribe"].strip("<>")
    path = off.removeprefix("https://club.example")
    browser = Client(enforce_csrf_checks=True)
    assert "Turn them off" in html_of(browser.get(path))
    assert User.objects.get(player=ben).invite_mails
    browser.post(path, {"List-Unsubscribe": "One-Click"})
    user = User.objects.get(player=ben)
    assert (user.invite_mails, user.reminders) == (False, True)
    assert User.objects.get(player=ada).invite_mails
    wrong = [signing.dumps(ben.user.pk), reminders.TURN_OFF.token_of(ben.user.pk)]
    for token in wrong:
        address = reverse("games:invites_off", args=[token])
        assert browser.get(address).status_code == HTTPStatus.NOT_FOUND
