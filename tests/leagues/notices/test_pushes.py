"""Notices on devices: to whom, when, once, in their words, and leading to what they are about."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Player, PushDevice, PushMessage, User
from accounts.push import sending as push_sending
from leagues.models import Notice, Season, Session
from leagues.notices import sending, service
from leagues.people.players import add_player, withdraw
from leagues.sessions import session_life
from leagues.sessions.session_life import SessionPlan
from tests.support.clients import signed_in
from tests.support.races import at_once

pytestmark = pytest.mark.django_db(transaction=True)

SECOND, DAY = timedelta(seconds=1), timedelta(days=1)
SOON = 30 * SECOND


@pytest.fixture(autouse=True)
def nothing_is_posted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(push_sending, "send_soon", lambda: None)


def add_device(player: Player) -> PushDevice:
    assert player.user is not None
    return PushDevice.objects.create(
        user=player.user,
        address_hash=f"{PushDevice.objects.count()}",
        sign_in_hash=player.user.get_session_auth_hash(),
    )


def cancelled(season: Season, *players: Player) -> Session:
    for player in players:
        add_player(season.pk, player)
    session = session_life.plan_session(season.pk, SessionPlan(timezone.now() + 20 * DAY))
    session_life.cancel_session(session, "Snow")
    return session


def test_a_notice_is_told_on_each_device_and_leads_to_what_it_is_about(
    season: Season, ada: Player, ben: Player
) -> None:
    User.objects.filter(player=ben).update(language="fr")
    devices = [add_device(ada), add_device(ada), add_device(ben)]
    session = cancelled(season, ada, ben)
    now = timezone.now()
    assert sending.push_due(now + SECOND) == 0
    assert sending.push_due(now + SOON) == 2
    assert sending.push_due(now + 2 * SOON) == 0
    first, second, french = PushMessage.objects.order_by("device")
    assert [first.device, second.device, french.device] == devices
    assert first.title == "Tuesdays · Spring"
    assert "is cancelled." in first.body
    assert first.body.endswith("Snow")
    assert "est annulée." in french.body
    answer = signed_in(ada).get(first.path)
    assert answer["Location"] == session.get_absolute_url()
    assert Notice.objects.get(player=ada).read_at is not None


def test_what_was_told_before_a_device_was_added_is_not_sent_there(
    season: Season, ada: Player
) -> None:
    cancelled(season, ada)
    add_device(ada)
    assert sending.push_due(timezone.now() + SOON) == 0


def test_what_is_read_or_no_news_any_more_is_not_sent(
    season: Season, ada: Player, ben: Player, cleo: Player
) -> None:
    for player in (ada, ben, cleo):
        add_device(player)
    cancelled(season, ada, ben, cleo)
    service.mark_read(Notice.objects.filter(player=ada), timezone.now())
    withdraw(season.pk, ben, timezone.now())
    now = timezone.now()
    assert sending.push_due(now + DAY + SOON) == 0
    assert sending.push_due(now + SOON) == 1
    assert PushMessage.objects.get().device.user == cleo.user


def test_a_notice_of_a_kind_that_is_not_shown_on_devices_is_not_sent_there_later_either(
    season: Season, ada: Player, ben: Player
) -> None:
    for player in (ada, ben):
        add_device(player)
    User.objects.filter(player=ada).update(not_pushed="plans")
    cancelled(season, ada, ben)
    now = timezone.now() + SOON
    sending.push_due(now)
    User.objects.filter(player=ada).update(not_pushed="results")
    sending.push_due(now)
    assert PushMessage.objects.get().device.user == ben.user
    cancelled(season)
    sending.push_due(now + SOON)
    assert PushMessage.objects.filter(device__user=ada.user).count() == 1


def test_several_keepers_queue_each_notice_once(season: Season, ada: Player) -> None:
    add_device(ada)
    cancelled(season, ada)
    now = timezone.now() + SOON
    at_once(*[lambda: sending.push_due(now)] * 4)
    assert PushMessage.objects.count() == 1


def test_the_export_tells_when_a_notice_was_sent_to_devices(season: Season, ada: Player) -> None:
    add_device(ada)
    cancelled(season, ada)
    sending.push_due(timezone.now() + SOON)
    answer = signed_in(ada).get(reverse("accounts:own_data"))
    (told,) = answer.json()["notices"]
    assert told["pushed"] is not None
    assert told["mailed"] is None
