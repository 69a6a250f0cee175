"""What happens in a league reaches a real server: once, with retries, and without its secrets."""

import logging
import threading
from collections.abc import Iterator
from datetime import timedelta
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest
from django.utils import timezone

from accounts import outgoing
from accounts.models import Player
from games.models import Table
from games.signals import tidying
from leagues.models import Game, Session, Webhook, WebhookDelivery
from leagues.notices.webhooks import service
from leagues.sheets import results
from tests.leagues.webhooks.posts import MINUTE, SOON, send, told
from tests.support.leagues import (
    enter,
    make_game,
    make_webhook,
    sheet_of,
)
from tests.support.receiver import Receiver, receiver, say

pytestmark = pytest.mark.django_db

Status = WebhookDelivery.Status


@pytest.fixture
def warnings(caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    with caplog.at_level(logging.DEBUG):
        yield caplog


def test_what_fails_is_tried_again_each_time_after_twice_as_long(
    session: Session, hook: Webhook, server: Receiver, people: list[Player]
) -> None:
    server.answer = lambda handler: say(handler, 503)
    enter(make_game(session, people), [10, 30, 70])
    at = timezone.now() + SOON
    # Two minutes, then four, eight ... after each of nine tries.
    for number in range(9):
        assert service.send_due(at) == 0
        assert len(server.posts) == number + 1
        at += 2 * MINUTE * 2**number
        assert service.send_due(at - MINUTE) == 0
        assert len(server.posts) == number + 1
    kept = hook.deliveries.get()
    assert (kept.status, kept.answer, kept.tries) == (Status.FAILED, 503, 9)
    assert service.send_due(at + timedelta(days=9)) == 0
    assert len(server.posts) == 9


def test_it_arrives_at_the_second_try_with_what_is_true_by_then(
    session: Session, hook: Webhook, server: Receiver, people: list[Player], owner: Player
) -> None:
    server.answer = lambda handler: say(handler, 500)
    game = enter(make_game(session, people), [10, 30, 70])
    send()
    results.correct(
        game, sheet_of(people, totals=[15, 30, 70]), owner, "Read again", timezone.now()
    )
    server.answer = lambda handler: say(handler, 200)
    assert send(5 * MINUTE) == 2
    heads = [each["results"][0]["players"][0]["heads"] for each in told(server)]
    assert heads == [10, 15, 15]
    assert set(hook.deliveries.values_list("status", flat=True)) == {Status.DELIVERED}


def test_a_server_that_asks_to_wait_is_left_alone_for_so_long(
    session: Session, hook: Webhook, server: Receiver, people: list[Player]
) -> None:
    server.answer = lambda handler: say(handler, 429, Retry_After="1800")
    enter(make_game(session, people), [10, 30, 70])
    send()
    assert send(29 * MINUTE) == 0
    assert len(server.posts) == 1
    send(32 * MINUTE)
    assert len(server.posts) == 2


@pytest.mark.parametrize("status", [301, 401, 404, 410])
def test_what_a_server_refuses_is_not_tried_again(
    session: Session, hook: Webhook, server: Receiver, people: list[Player], status: int
) -> None:
    server.answer = lambda handler: say(handler, status)
    enter(make_game(session, people), [10, 30, 70])
    send()
    assert hook.deliveries.get().status == Status.FAILED
    assert send(timedelta(days=1)) == 0
    assert len(server.posts) == 1


def test_an_address_that_leads_inside_by_now_is_refused_at_each_post(
    session: Session, hook: Webhook, server: Receiver, people: list[Player], settings: Any
) -> None:
    settings.POSTS_TO_THIS_MACHINE = False
    enter(make_game(session, people), [10, 30, 70])
    send()
    kept = hook.deliveries.get()
    assert (kept.status, kept.problem, server.posts) == (Status.FAILED, "bad_address", [])


def test_a_site_with_another_key_cannot_read_the_address_and_says_so(
    session: Session, hook: Webhook, server: Receiver, people: list[Player], settings: Any
) -> None:
    old, settings.SECRET_KEY = settings.SECRET_KEY, "another key of the site" * 3
    enter(make_game(session, people), [10, 30, 70])
    send()
    assert hook.deliveries.get().problem == "key_lost"
    settings.SECRET_KEY_FALLBACKS = [old]
    service.test(hook, timezone.now())
    assert send() == 1


def test_a_hook_that_fails_holds_up_no_other(
    session: Session, hook: Webhook, server: Receiver, people: list[Player]
) -> None:
    make_webhook(session.season.league, address="http://127.0.0.1:9/closed")
    enter(make_game(session, people), [10, 30, 70])
    assert send() == 1
    assert hook.deliveries.get().status == Status.DELIVERED


def test_a_hook_that_does_not_answer_is_left_alone_for_a_minute_and_holds_up_no_other(
    session: Session, hook: Webhook, server: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    at, may_answer = timezone.now(), threading.Event()

    def say_nothing(_handler: BaseHTTPRequestHandler) -> None:
        may_answer.wait(60)

    with receiver() as silent:
        silent.answer = say_nothing
        slow = make_webhook(session.season.league, address=silent.url)
        for each in (slow, slow, slow, hook):
            each.deliveries.create(
                season=session.season, event="sessions_changed", items=[session.pk],
                at=at, next_try_at=at,
            )  # fmt: skip
        monkeypatch.setattr(outgoing, "TOTAL_SECONDS", 0.5)
        assert service.send_due(at) == 1
        assert slow.deliveries.filter(tries=1, problem="timeout").count() == 1
        assert service.send_due(at + MINUTE / 2) == 0
        # A test is sent anyhow.
        slow.deliveries.create(event="test", at=at, next_try_at=at)
        assert service.send_due(at + MINUTE / 2) == 0
        assert slow.deliveries.get(event="test").tries == 1
        may_answer.set()
        silent.answer = lambda handler: say(handler, 200)
        monkeypatch.setattr(outgoing, "TOTAL_SECONDS", 60.0)
        assert service.send_due(at + 2 * MINUTE) == 3


def test_the_log_keeps_the_last_fifty(hook: Webhook, server: Receiver) -> None:
    for number in range(53):
        service.test(hook, timezone.now())
        assert send() == 1, number
    assert hook.deliveries.count() == 50
    assert len(server.posts) == 53


def test_the_keeper_sends_what_is_due(
    session: Session, hook: Webhook, server: Receiver, people: list[Player]
) -> None:
    enter(make_game(session, people), [10, 30, 70])
    WebhookDelivery.objects.update(next_try_at=timezone.now())
    tidying.send(sender=Table)
    assert hook.deliveries.get().status == Status.DELIVERED


def test_what_a_process_that_died_had_claimed_is_sent_by_another(
    session: Session, hook: Webhook, server: Receiver, people: list[Player]
) -> None:
    enter(make_game(session, people), [10, 30, 70])
    waiting, at = hook.deliveries.get(), timezone.now() + SOON
    assert service._claim(waiting, at)
    assert not service._claim(waiting, at), "another process has it"
    assert service.send_due(at + MINUTE) == 0
    assert service.send_due(at + 2 * MINUTE) == 1


def test_neither_address_nor_secret_is_stored_or_logged(
    session: Session,
    server: Receiver,
    people: list[Player],
    warnings: pytest.LogCaptureFixture,
) -> None:
    hook = make_webhook(session.season.league, address=server.url + "/T0PS3CRET")
    secret = vars(hook)["plain_secret"]
    server.answer = lambda handler: say(handler, 500)
    enter(make_game(session, people), [10, 30, 70])
    send()
    rows = [*Webhook.objects.values(), *WebhookDelivery.objects.values()]
    for text in (str(rows), warnings.text):
        assert "T0PS3CRET" not in text
        assert secret not in text
    assert all(person.name not in str(rows) for person in people), "words are stored nowhere"
    assert Game.objects.get().status == Game.Status.CONFIRMED
