"""Who is awaited by correspondence is told on their devices, too, or there alone."""

from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Player, PushDevice, PushMessage, User
from accounts.push import sending as push_sending
from games.models import Reminder, Table
from games.play import pausing
from games.reminders import sending
from tests.support.tables import start_table

pytestmark = pytest.mark.django_db(transaction=True)

MINUTE = timedelta(minutes=1)


def add_device(player: Player) -> PushDevice:
    assert player.user is not None
    number = PushDevice.objects.count()
    return PushDevice.objects.create(
        user=player.user,
        address_hash=f"{number}",
        sign_in_hash=player.user.get_session_auth_hash(),
    )


@pytest.fixture(autouse=True)
def nothing_is_posted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(push_sending, "send_soon", lambda: None)


@pytest.fixture
def table(ada: Player, ben: Player) -> Table:
    return start_table(ada, ben, time_per_choice=86_400)


def told() -> list[tuple[int, str, str, str]]:
    rows = PushMessage.objects.order_by("pk")
    return list(rows.values_list("device", "title", "body", "path"))


def test_a_turn_is_told_by_mail_and_on_each_device(ada: Player, ben: Player, table: Table) -> None:
    User.objects.filter(player=ben).update(language="fr")
    of_ada, of_ben = add_device(ada), add_device(ben)
    now = timezone.now()
    assert sending.send_due(now + 6 * MINUTE) == 2
    assert len(mail.outbox) == 2
    english, french = sorted(told())
    name, address = table.name, table.get_absolute_url()
    assert english[:2] == (of_ada.pk, f"Your turn at “{name}”")
    assert english[2].startswith("Until ")
    assert english[3] == french[3] == address
    blank = "\N{NO-BREAK SPACE}"
    assert french[:2] == (of_ben.pk, f"À vous de jouer à la table «{blank}{name}{blank}»")
    assert french[2].startswith("Jusqu’au ")
    assert sending.send_due(now + 7 * MINUTE) == 0


def test_who_wants_no_mails_is_told_on_their_device_alone(
    ada: Player, ben: Player, table: Table
) -> None:
    User.objects.update(reminders=False)
    device = add_device(ada)
    assert sending.send_due(timezone.now() + 6 * MINUTE) == 1
    assert [row[0] for row in told()] == [device.pk]
    assert mail.outbox == []


def test_a_site_without_mail_tells_those_who_have_a_device(
    ada: Player, ben: Player, table: Table, settings: Settings
) -> None:
    settings.EMAIL_IS_SENT = False
    now = timezone.now() + 6 * MINUTE
    assert sending.send_due(now) == 0
    sending.forget()
    device = add_device(ben)
    assert sending.send_due(now) == 1
    assert [row[0] for row in told()] == [device.pk]
    assert mail.outbox == []
    assert Reminder.objects.count() == 1


def test_a_pause_that_is_proposed_says_until_when_to_answer(
    ada: Player, ben: Player, table: Table
) -> None:
    add_device(ben)
    now = timezone.now()
    pausing.propose(table.pk, 0, now)
    sending.send_due(now + 6 * MINUTE)
    ((_device, title, body, _path),) = told()
    assert title == f"A pause is proposed at “{table.name}”"
    assert body.startswith("Until ")
