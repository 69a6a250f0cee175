"""Send what waits for devices, with retries; as accounts/mail_queue.py does with mails.

A process that dies between sending and noting it sends a notice twice, and never not at all.
"""

import json
import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from http import HTTPStatus
from time import monotonic
from typing import NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection
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
AT_ONCE = 50
# A process that stops waits for no more than this and one post.
LONGEST_RUN = 15.0
# A browser that was removed, or whose owner took the permission back (RFC 8030, section 7.3).
GONE = {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}

_thread = ThreadPoolExecutor(1, thread_name_prefix="push")
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


def send_soon() -> None:
    """Send what is due on the thread for it."""
    _thread.submit(_send_now)


def send_due(now: datetime) -> int:
    """Send a portion of what is due, the oldest first; how many were sent.

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
    due = PushMessage.objects.filter(next_try_at__lte=now, created_at__gt=now - KEPT)
    messages = list(due.order_by("next_try_at", "pk").select_related("device__user")[:AT_ONCE])
    private = private_key() if messages else ""
    if not private:
        return 0
    ends_at, sent = monotonic() + LONGEST_RUN, 0
    for message in messages:
        if monotonic() >= ends_at:
            break
        if _claim(message, now):
            sent += _send(message, private, now)
    return sent


def _claim(message: PushMessage, now: datetime) -> bool:
    """Take a message until its next try; False if another process has it."""
    wait = min(FIRST_WAIT * 2**message.tries, LONGEST_WAIT)
    own = PushMessage.objects.filter(pk=message.pk, next_try_at=message.next_try_at)
    return bool(own.update(next_try_at=now + wait, tries=message.tries + 1))


def _send(message: PushMessage, private: str, now: datetime) -> bool:
    device = message.device
    stored = PushMessage.objects.filter(pk=message.pk)
    subscription = _subscription_of(device)
    if subscription is None:
        device.delete()
        return False
    if not device.user.is_active:
        stored.delete()
        return False
    answer = _post(message, subscription, private, now)
    if answer.problem is None:
        stored.delete()
        PushDevice.objects.filter(pk=device.pk).update(used_at=now)
        return True
    if answer.status in GONE:
        device.delete()
    elif answer.problem in FOR_GOOD:
        host = urlsplit(subscription.address).hostname
        logger.error("%s refuses a notice: %s", host, answer.status or answer.problem)
        stored.delete()
    elif answer.wait:
        stored.filter(next_try_at__lt=now + timedelta(seconds=answer.wait)).update(
            next_try_at=now + timedelta(seconds=answer.wait)
        )
    return False


def _subscription_of(device: PushDevice) -> Subscription | None:
    """How a device is reached; None where the key of the site is another one by now."""
    text = ciphers.decrypt(PURPOSE, device.subscription)
    return Subscription(**json.loads(text)) if text else None


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
