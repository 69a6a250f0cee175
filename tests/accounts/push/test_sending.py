"""What waits for devices is sent once, tried again, and ends where it is of no use."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from http.server import BaseHTTPRequestHandler

import pytest
from django.db import connection
from django.utils import timezone

from accounts import ciphers, outgoing
from accounts.models import PushDevice, PushMessage, User
from accounts.push import sending, service
from accounts.tokens import hash_of
from tests.factories import UserFactory
from tests.support.processes import until
from tests.support.push import PushBrowser
from tests.support.races import at_once
from tests.support.receiver import Receiver, receiver, say

pytestmark = pytest.mark.django_db(transaction=True)

MINUTE = timedelta(minutes=1)
PATIENCE = 60


@pytest.fixture(autouse=True)
def only_the_test_sends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "send_soon", lambda: None)
    monkeypatch.setattr(sending, "_faults", {})
    # However long the machine takes.
    monkeypatch.setattr(sending, "LONGEST_RUN", 60 * MINUTE)
    monkeypatch.setattr(outgoing, "TOTAL_SECONDS", 600.0)


@pytest.fixture
def device(user: User, browser: PushBrowser) -> PushDevice:
    return make_device(user, browser)


def make_device(user: User, browser: PushBrowser) -> PushDevice:
    text = str(browser.fields).replace("'", '"')
    return PushDevice.objects.create(
        user=user,
        address_hash=hash_of(browser.address),
        subscription=ciphers.encrypt(sending.PURPOSE, text),
        sign_in_hash=user.get_session_auth_hash(),
        host=sending.host_of(browser.address),
    )


def test_the_browser_alone_can_read_what_its_push_service_is_sent(
    user: User, device: PushDevice, browser: PushBrowser, push_service: Receiver
) -> None:
    service.queue(user, service.TURN, "À vous !", "Jusqu’à demain", "/games/abc/")
    assert sending.send_due(timezone.now()) == 1
    (post,) = push_service.posts
    assert browser.read(post.body) == {
        "title": "À vous !", "body": "Jusqu’à demain", "path": "/games/abc/",
    }  # fmt: skip
    assert b"abc" not in post.body
    assert post.headers["Content-Encoding"] == "aes128gcm"
    assert post.headers["Content-Type"] == "application/octet-stream"
    assert 86_000 < int(post.headers["TTL"]) <= 86_400
    assert post.headers["Authorization"].endswith(f"k={service.public_key()}")
    assert not PushMessage.objects.exists()
    device.refresh_from_db()
    assert device.used_at is not None
    assert sending.send_due(timezone.now()) == 0


def test_every_device_of_a_member_is_told(
    user: User, device: PushDevice, browser: PushBrowser, push_service: Receiver
) -> None:
    make_device(user, PushBrowser(f"{browser.address}/2"))
    assert service.queue(user, service.TURN, "Your turn", "", "/") == 2
    assert sending.send_due(timezone.now()) == 2
    assert {post.path for post in push_service.posts} == {"/hook", "/hook/2"}


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(
    user: User, device: PushDevice, push_service: Receiver, status: int
) -> None:
    push_service.answer = lambda handler: say(handler, status)
    service.queue(user, service.TURN, "Your turn", "", "/")
    service.queue(user, service.TURN, "Your turn again", "", "/")
    assert sending.send_due(timezone.now()) == 0
    assert not PushDevice.objects.exists()
    assert not PushMessage.objects.exists()
    assert len(push_service.posts) == 1


@pytest.mark.parametrize("status", [500, 503, 429])
def test_a_push_service_with_a_fault_is_tried_again_and_loses_nothing(
    user: User, device: PushDevice, push_service: Receiver, status: int
) -> None:
    push_service.answer = lambda handler: say(handler, status)
    service.queue(user, service.TURN, "Your turn", "", "/")
    now = timezone.now()
    for minutes in (1, 2, 4):
        assert sending.send_due(now) == 0
        assert sending.send_due(now + minutes * MINUTE - timedelta(seconds=1)) == 0
        now += minutes * MINUTE
    assert len(push_service.posts) == 3
    push_service.answer = lambda handler: say(handler, 201)
    assert sending.send_due(now) == 1


def test_a_push_service_that_asks_to_wait_is_left_alone(
    user: User, device: PushDevice, push_service: Receiver
) -> None:
    push_service.answer = lambda handler: say(handler, 429, Retry_After="600")
    service.queue(user, service.TURN, "Your turn", "", "/")
    now = timezone.now()
    sending.send_due(now)
    sending.send_due(now + 9 * MINUTE)
    assert len(push_service.posts) == 1
    # From when it said so, which is later than the beginning of the run.
    sending.send_due(now + 20 * MINUTE)
    assert len(push_service.posts) == 2


@pytest.mark.parametrize("status", [301, 400, 403, 413])
def test_what_is_refused_for_good_is_not_tried_again(
    user: User,
    device: PushDevice,
    push_service: Receiver,
    status: int,
    caplog: pytest.LogCaptureFixture,
) -> None:
    push_service.answer = lambda handler: say(handler, status, Location="http://127.0.0.1:1/")
    service.queue(user, service.TURN, "Your turn", "", "/")
    sending.send_due(timezone.now())
    assert not PushMessage.objects.exists()
    assert PushDevice.objects.exists()
    assert str(status) in caplog.text
    assert device.subscription not in caplog.text


def test_nothing_is_sent_into_the_own_network(
    user: User, device: PushDevice, push_service: Receiver, settings: pytest.FixtureRequest
) -> None:
    settings.POSTS_TO_THIS_MACHINE = False  # type: ignore[attr-defined]
    service.queue(user, service.TURN, "Your turn", "", "/")
    sending.send_due(timezone.now())
    assert push_service.posts == []
    assert not PushMessage.objects.exists()


def test_what_is_no_news_any_more_is_not_sent_and_deleted(
    user: User, device: PushDevice, push_service: Receiver
) -> None:
    service.queue(user, service.TURN, "Your turn", "", "/")
    late = timezone.now() + timedelta(hours=24, seconds=1)
    assert sending.send_due(late) == 0
    assert service.forget_old(late - timedelta(seconds=2)) == 0
    assert service.forget_old(late) == 1
    assert push_service.posts == []


def test_several_processes_send_each_notice_once(
    user: User, device: PushDevice, push_service: Receiver
) -> None:
    for number in range(6):
        service.queue(user, service.TURN, f"Turn {number}", "", "/")
    now = timezone.now()
    # As other processes do: each has a lock of its own.
    sent = at_once(*[lambda: sending._send_portion(now)] * 3)
    assert sum(one for one in sent if isinstance(one, int)) == 6
    assert len(push_service.posts) == 6


def test_somebody_who_may_not_sign_in_is_sent_nothing(
    user: User, device: PushDevice, push_service: Receiver
) -> None:
    service.queue(user, service.TURN, "Your turn", "", "/")
    User.objects.update(is_active=False)
    assert sending.send_due(timezone.now()) == 0
    assert not PushMessage.objects.exists()
    assert push_service.posts == []


def test_without_a_key_of_the_site_nothing_is_sent(
    user: User, device: PushDevice, push_service: Receiver
) -> None:
    service.queue(user, service.TURN, "Your turn", "", "/")
    service.remove_key()
    assert sending.send_due(timezone.now()) == 0
    assert push_service.posts == []


def test_long_texts_are_cut_and_arrive(
    user: User, device: PushDevice, browser: PushBrowser, push_service: Receiver
) -> None:
    service.queue(
        user, service.TURN, "\U0001f402" * 500, "\U0001f402" * 5000, "/games/" + "x" * 200
    )
    assert sending.send_due(timezone.now()) == 1
    (post,) = push_service.posts
    assert len(post.body) <= 4096
    assert len(browser.read(post.body)["body"]) == service.MOST_BODY


# --- Several at once ---------------------------------------------------------------------


@pytest.fixture
def slow_service(push_service: Receiver) -> Iterator[tuple[Receiver, threading.Event]]:
    """Another push service, which answers nobody until the event is set."""
    may_answer = threading.Event()

    def answer(handler: BaseHTTPRequestHandler) -> None:
        may_answer.wait(PATIENCE)
        say(handler, 201)

    with receiver() as found:
        found.answer = answer
        try:
            yield found, may_answer
        finally:
            may_answer.set()


def test_a_slow_push_service_holds_up_no_other(
    user: User, push_service: Receiver, slow_service: tuple[Receiver, threading.Event]
) -> None:
    slow, may_answer = slow_service
    service.make_key()
    for number in range(6):
        make_device(user, PushBrowser(f"{slow.url}/{number}"))
    service.queue(user, service.TURN, "Your turn", "", "/")
    for number in range(3):
        make_device(user, PushBrowser(f"{push_service.url}/{number}"))
    service.queue(user, service.TURN, "Your turn again", "", "/")
    with ThreadPoolExecutor(1) as thread:
        run = thread.submit(send_and_close)
        until(lambda: len(push_service.posts) == 3 and len(slow.posts) == sending.OF_A_HOST)
        assert not run.done()
        # What is queued while they are on their way does not wait for them either.
        service.queue(user, service.TURN, "Your turn once more", "", "/")
        until(lambda: len(push_service.posts) == 6)
        assert len(slow.posts) == sending.OF_A_HOST
        may_answer.set()
        assert run.result() == 6 * 3 + 3 * 2
    assert not PushMessage.objects.exists()


def test_devices_of_one_member_at_slow_services_hold_up_nobody_else(
    user: User, push_service: Receiver, slow_service: tuple[Receiver, threading.Event]
) -> None:
    slow, may_answer = slow_service
    service.make_key()
    for host in (slow.url, slow.url.replace("127.0.0.1", "localhost")):
        for number in range(sending.OF_A_HOST):
            make_device(user, PushBrowser(f"{host}/{number}"))
    service.queue(user, service.TURN, "Your turn", "", "/")
    other = UserFactory.create()
    make_device(other, PushBrowser(push_service.url))
    service.queue(other, service.TURN, "Your turn", "", "/")
    with ThreadPoolExecutor(1) as thread:
        run = thread.submit(send_and_close)
        until(lambda: len(push_service.posts) == 1)
        assert len(slow.posts) <= sending.OF_A_LOGIN
        may_answer.set()
        assert run.result() == 2 * sending.OF_A_HOST + 1


def send_and_close() -> int:
    try:
        return sending.send_due(timezone.now())
    finally:
        connection.close()


def test_a_device_is_sent_its_notices_one_after_the_other(
    user: User, device: PushDevice, browser: PushBrowser, push_service: Receiver
) -> None:
    for number in range(10):
        service.queue(user, service.TURN, f"Turn {number}", "", "/")
    make_device(user, PushBrowser(f"{browser.address}/2"))
    assert sending.send_due(timezone.now()) == 10
    told = [browser.read(post.body)["title"] for post in push_service.posts]
    assert told == [f"Turn {number}" for number in range(10)]


def test_a_push_service_that_does_not_answer_is_left_alone_for_a_minute(
    user: User, browser: PushBrowser, push_service: Receiver
) -> None:
    def hang_up(handler: BaseHTTPRequestHandler) -> None:
        handler.connection.close()

    push_service.answer = hang_up
    for number in range(20):
        make_device(user, PushBrowser(f"{browser.address}/{number}"))
    service.queue(user, service.TURN, "Your turn", "", "/")
    now = timezone.now()
    assert sending.send_due(now) == 0
    # Those that were on their way when it was noticed.
    tried = len(push_service.posts)
    assert sending.OF_A_HOST <= tried < 2 * sending.OF_A_HOST
    assert sending.send_due(now + timedelta(seconds=30)) == 0
    assert len(push_service.posts) == tried
    push_service.answer = lambda handler: say(handler, 201)
    assert sending.send_due(now + 60 * MINUTE) == 20
    assert not PushMessage.objects.exists()


def test_a_device_of_before_the_host_was_known_is_sent_its_notices(
    user: User, device: PushDevice, push_service: Receiver
) -> None:
    PushDevice.objects.update(host="")
    service.queue(user, service.TURN, "Your turn", "", "/")
    assert sending.send_due(timezone.now()) == 1
    assert PushDevice.objects.get().host == f"127.0.0.1:{push_service.port}"
