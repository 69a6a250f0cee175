"""Send what webhooks are to be told: once each, however many processes are at it, with retries.

A delivery is claimed by moving its next try on; a process that dies between the post and noting it
posts it twice, and never not at all. Programs tell that by the number of the delivery.
"""

import hashlib
import hmac
import logging
from collections.abc import Mapping
from datetime import datetime, timedelta
from time import monotonic

from django.db.models import F, Q, QuerySet
from django.utils import timezone, translation

from accounts import ciphers
from accounts.outgoing import FOR_GOOD, Answer, PostProblem, post
from leagues.models import Webhook, WebhookDelivery
from leagues.notices.webhooks.messages import body_of, message_of

logger = logging.getLogger(__name__)

Status = WebhookDelivery.Status

PURPOSE = "webhooks"
# A try that fails is repeated after this time, then after twice as long: nine tries in eight hours.
FIRST_WAIT = timedelta(minutes=2)
MOST_TRIES = 9
KEPT = 50
AT_ONCE = 20
# A webhook that kept the site waiting is left alone for so long: others do not wait for all that it
# is told.
RESTS = timedelta(minutes=1)
SLOW = (PostProblem.TIMEOUT, PostProblem.UNKNOWN_HOST)
# A process that stops waits for no more than this and one post.
LONGEST_RUN = 15.0


def send_due(now: datetime) -> int:
    """Send a portion of what is due, the oldest first; how many were taken."""
    ends_at, sent = monotonic() + LONGEST_RUN, 0
    for _number in range(AT_ONCE):
        delivery = _due(now).first()
        if delivery is None or monotonic() >= ends_at:
            break
        try:
            sent += _claim(delivery, now) and _send(delivery.pk, now)
        except Exception:
            # Tried again at its next try; the others go on.
            logger.exception("delivery %s of a webhook failed", delivery.pk)
    return sent


def _due(now: datetime) -> QuerySet[WebhookDelivery]:
    """What is due, the oldest first; a webhook that is left alone is sent tests only."""
    due = WebhookDelivery.objects.filter(next_try_at__lte=now).order_by("next_try_at", "pk")
    slow = WebhookDelivery.objects.filter(tried_at__gt=now - RESTS, problem__in=SLOW)
    resting = Q(webhook__in=slow.values("webhook"))
    return due.exclude(resting & ~Q(event=WebhookDelivery.Event.TEST))


def signature_of(secret: str, timestamp: str, body: bytes) -> str:
    """What proves to a program that a post comes from this site and was not changed or sent again:
    the HMAC with SHA-256 over timestamp, a dot and the body, in hex."""
    signed = timestamp.encode() + b"." + body
    return "v1=" + hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()


def _claim(delivery: WebhookDelivery, now: datetime) -> bool:
    """Take a delivery until its next try; False if another process has it."""
    wait = FIRST_WAIT * 2**delivery.tries
    own = WebhookDelivery.objects.filter(
        pk=delivery.pk, next_try_at=delivery.next_try_at, tries=delivery.tries
    )
    return bool(own.update(next_try_at=now + wait, tries=F("tries") + 1, tried_at=now))


def _send(delivery_id: int, now: datetime) -> bool:
    """Post a delivery that is claimed, as it is by now, and note what became of it."""
    rows = WebhookDelivery.objects.filter(pk=delivery_id)
    delivery = rows.select_related("webhook__league", "season").first()
    if delivery is None:
        return False
    hook = delivery.webhook
    with translation.override(hook.language):
        message = message_of(delivery, hook.league)
        if message is None:
            rows.delete()
            return False
        body = body_of(hook, delivery, message, now)
    answer = _post(hook, delivery, body)
    is_last = (
        delivery.event == WebhookDelivery.Event.TEST
        or delivery.tries >= MOST_TRIES
        or answer.problem in FOR_GOOD
    )
    if answer.problem is None:
        found: dict[str, object] = {"status": Status.DELIVERED, "next_try_at": None}
    elif is_last:
        found = {"status": Status.FAILED, "next_try_at": None}
    else:
        waits_for = delivery.next_try_at or now
        found = {"next_try_at": max(waits_for, now + timedelta(seconds=answer.wait))}
    rows.update(answer=answer.status, problem=answer.problem or "", **found)
    _forget_old(hook)
    return answer.problem is None


def _post(hook: Webhook, delivery: WebhookDelivery, body: bytes) -> Answer:
    address = ciphers.decrypt(PURPOSE, hook.address)
    secret = ciphers.decrypt(PURPOSE, hook.secret) if hook.secret else ""
    if address is None or secret is None:
        return Answer(problem=PostProblem.KEY_LOST)
    return post(address, body, _headers(delivery, secret, body))


def _headers(delivery: WebhookDelivery, secret: str, body: bytes) -> Mapping[str, str]:
    if not secret:
        return {}
    timestamp = str(int(timezone.now().timestamp()))
    return {
        "Sixieme-Delivery": str(delivery.pk),
        "Sixieme-Timestamp": timestamp,
        "Sixieme-Signature": signature_of(secret, timestamp, body),
    }


def _forget_old(hook: Webhook) -> None:
    """Keep the last deliveries of a webhook."""
    kept = list(hook.deliveries.order_by("-pk").values_list("pk", flat=True)[:KEPT])
    if len(kept) == KEPT:
        hook.deliveries.filter(pk__lt=kept[-1]).delete()
