"""Send what waits for devices, with retries; as accounts/mail_queue.py does with mails.

A process that dies between sending and noting it sends a notice twice, and never not at all.
"""

import json
import logging
import threading
from collections import Counter
from collections.abc import Collection
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from datetime import datetime, timedelta
from http import HTTPStatus
from time import monotonic
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone

from accounts import ciphers
from accounts.models import PushDevice, PushKey, PushMessage
from accounts.outgoing import FOR_GOOD, Answer, post
from accounts.push import encryption

logger = logging.getLogger(__name__)

PURPOSE = "push"
FIRST_WAIT = timedelta(minutes=1)
LONGEST_WAIT = timedelta(hours=1)
# What is older is no news; push services, too, keep it no longer for a device that is off.
KEPT = timedelta(days=1)
# So many posts are on their way at once, and so many of them to one host or for one login: others
# do not wait for a host that is slow, nor for somebody whose devices are at many such hosts.
SENDERS, OF_A_HOST, OF_A_LOGIN = 8, 4, 6
# While some are on their way, what is new is looked for so often.
LOOK_AGAIN_SECONDS = 1.0
# A host that did not answer so many posts, one after the other, is left alone.
HOST_RESTS = timedelta(minutes=1)
# A process that stops waits for no more than this and one post.
LONGEST_RUN = timedelta(seconds=15)
MOST_OF_A_HOST = 255
# A browser that was removed, or whose owner took the permission back (RFC 8030, section 7.3).
GONE = {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}

_thread = ThreadPoolExecutor(1, thread_name_prefix="push")
_posts = ThreadPoolExecutor(SENDERS, thread_name_prefix="push-post")
# Of each host that does not answer: how many posts in a row, and when the last one ended.
_faults: dict[str, tuple[int, datetime]] = {}
_one_at_a_time = threading.Lock()


class Subscription(NamedTuple):
    """Where a browser is reached, and the keys for which messages are sealed."""

    address: str
    p256dh: str
    auth: str


def private_key() -> str:
    """The key of this site; "" where there is none, or none that can be read."""
    stored = PushKey.objects.order_by("-pk").first()
    return (stored and ciphers.decrypt(PURPOSE, stored.private)) or ""


def host_of(address: str) -> str:
    """The host and port of a push service, as PushDevice.host has it."""
    return urlsplit(address).netloc[:MOST_OF_A_HOST]


def send_soon() -> None:
    """Send what is due on the thread for it."""
    _thread.submit(_send_now)


def send_due(now: datetime) -> int:
    """Send what is due for so long as a run may last, the oldest first; how many were sent.

    Several are posted at once; all rows are read and written on this thread.
    Nothing is done while another thread of this process is at it.
    """
    if not _one_at_a_time.acquire(blocking=False):
        return 0
    try:
        return _send_portion(now)
    finally:
        _one_at_a_time.release()


def _send_now() -> None:
    try:
        send_due(timezone.now())
    except Exception:
        # The keeper tries again.
        logger.exception("notices could not be sent to devices")
    finally:
        connection.close()


def _send_portion(now: datetime) -> int:
    private = private_key() if _due(now).exists() else ""
    if not private:
        return 0
    began, moment, sent = monotonic(), now, 0
    running: dict[Future[Answer], PushMessage] = {}
    while True:
        while moment - now < LONGEST_RUN and (message := _next(running.values(), moment)):
            if _claim(message, moment) and (to := _subscription_of(message)):
                running[_posts.submit(_post, message, to, private, moment)] = message
        if not running:
            return sent
        done, _others = wait(running, LOOK_AGAIN_SECONDS, FIRST_COMPLETED)
        moment = now + timedelta(seconds=monotonic() - began)
        sent += sum(_is_sent(running.pop(each), each, moment) for each in done)


def _due(now: datetime) -> QuerySet[PushMessage]:
    return PushMessage.objects.filter(next_try_at__lte=now, created_at__gt=now - KEPT)


def _next(running: Collection[PushMessage], now: datetime) -> PushMessage | None:
    """The oldest message that may be posted beside those that are on their way; None if none may.

    To one device one at a time, in their order.
    """
    if len(running) >= SENDERS:
        return None
    of_host = Counter(each.device.host for each in running)
    busy = {host for host, count in of_host.items() if count >= OF_A_HOST} | _resting(now)
    of_login = Counter(each.device.user_id for each in running)
    many = [login for login, count in of_login.items() if count >= OF_A_LOGIN]
    waiting = _due(now).exclude(device__in=[each.device_id for each in running])
    waiting = waiting.exclude(device__user__in=many)
    found = waiting.exclude(device__host__in=busy).select_related("device__user")
    return found.order_by("next_try_at", "pk").first()


def _resting(now: datetime) -> set[str]:
    """The hosts that are left alone for a moment."""
    for host, (_count, last) in list(_faults.items()):
        if last <= now - HOST_RESTS:
            _faults.pop(host, None)
    return {host for host, (count, _last) in _faults.items() if count >= OF_A_HOST}


def _claim(message: PushMessage, now: datetime) -> bool:
    """Take a message until its next try; False if another process has it."""
    wait = min(FIRST_WAIT * 2**message.tries, LONGEST_WAIT)
    own = PushMessage.objects.filter(pk=message.pk, next_try_at=message.next_try_at)
    return bool(own.update(next_try_at=now + wait, tries=message.tries + 1))


def _is_sent(message: PushMessage, posted: Future[Answer], now: datetime) -> bool:
    """Note what became of a post; whether it was taken."""
    try:
        answer = posted.result()
    except Exception:
        logger.exception("notice %s could not be sent to a device", message.pk)
        return False
    device = message.device
    stored = PushMessage.objects.filter(pk=message.pk)
    if answer.status is None and answer.problem not in FOR_GOOD:
        count, _last = _faults.get(device.host, (0, now))
        _faults[device.host] = count + 1, now
    else:
        _faults.pop(device.host, None)
    if answer.problem is None:
        stored.delete()
        PushDevice.objects.filter(pk=device.pk).update(used_at=now)
        return True
    if answer.status in GONE:
        device.delete()
    elif answer.problem in FOR_GOOD:
        logger.error("%s refuses a notice: %s", device.host, answer.status or answer.problem)
        stored.delete()
    elif answer.wait:
        stored.filter(next_try_at__lt=now + timedelta(seconds=answer.wait)).update(
            next_try_at=now + timedelta(seconds=answer.wait)
        )
    return False


def _subscription_of(message: PushMessage) -> Subscription | None:
    """How the device of a message is reached.

    None where the key of the site is another one by now, or its owner may not sign in.
    """
    device = message.device
    text = ciphers.decrypt(PURPOSE, device.subscription)
    if not text:
        device.delete()
        return None
    if not device.user.is_active:
        message.delete()
        return None
    to = Subscription(**json.loads(text))
    if device.host != host_of(to.address):
        device.host = host_of(to.address)
        PushDevice.objects.filter(pk=device.pk).update(host=device.host)
    return to


def _post(message: PushMessage, to: Subscription, private: str, now: datetime) -> Answer:
    told = {"title": message.title, "body": message.body, "path": message.path}
    text = json.dumps(told, ensure_ascii=False)
    parts = urlsplit(to.address)
    body = encryption.sealed(text.encode(), to.p256dh, to.auth)
    headers = {
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(int((message.created_at + KEPT - now).total_seconds())),
        "Urgency": "normal",
        "Authorization": encryption.signature(
            private, f"{parts.scheme}://{parts.netloc}", settings.SITE_URL, now
        ),
    }
    return post(to.address, body, headers)
