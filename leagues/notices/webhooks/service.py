"""Webhooks of a league: made, changed, deleted, tested; what they are to be told, and its sending.

Each is sent once, however many processes are at it, with retries. A delivery is claimed by moving
its next try on; a process that dies between the post and noting it posts it twice, and never not at
all. Programs tell that by the number of the delivery.
"""

import hashlib
import hmac
import logging
import secrets
from collections.abc import Collection, Mapping
from datetime import datetime, timedelta
from time import monotonic

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone, translation

from accounts import ciphers
from accounts.locks import locked
from accounts.models import Player
from accounts.outgoing import FOR_GOOD, Answer, PostProblem, post, read_address
from games.live import executor
from leagues.audit import service as audit
from leagues.audit.words import Did
from leagues.models import League, Season, Webhook, WebhookDelivery
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.notices.webhooks.messages import body_of, message_of

logger = logging.getLogger(__name__)

Event = WebhookDelivery.Event
Status = WebhookDelivery.Status

# In the key of what is stored: never change it.
PURPOSE = "webhooks"
# What begins so is found by programs that look for leaked secrets.
PREFIX = "sixieme_hook_"
MOST = 5
TOLD_OF = {
    Event.SESSIONS: "tells_sessions",
    Event.TABLES: "tells_tables",
    Event.RESULTS: "tells_results",
    Event.SEASON: "tells_season",
}
# Several changes made one after the other come in one message; who sits where cannot wait.
SETTLED_AFTER = timedelta(minutes=1)
AT_ONCE = frozenset({Event.TABLES, Event.TEST})
# A try that fails is repeated after this time, then after twice as long: nine tries in eight hours.
FIRST_WAIT = timedelta(minutes=2)
MOST_TRIES = 9
KEPT = 50
PORTION = 20
# A webhook that kept the site waiting is left alone for so long: others do not wait for all that it
# is told.
RESTS = timedelta(minutes=1)
SLOW = (PostProblem.TIMEOUT, PostProblem.UNKNOWN_HOST)
# A process that stops waits for no more than this and one post.
LONGEST_RUN = 15.0


# --- For who runs the league -----------------------------------------------------------


def make(hook: Webhook, address: str, by: Player, now: datetime) -> str:
    """Keep a new webhook of a league; the secret that signs its posts, "" where none does.

    The secret is shown now or never. Raises LeagueError(TOO_MANY_WEBHOOKS, SAME_WEBHOOK),
    BadAddress.
    """
    hook.host = read_address(address).host
    hook.address = ciphers.encrypt(PURPOSE, address)
    hook.by, hook.created_at = by, now
    secret = _new_secret(hook)
    with transaction.atomic():
        league = locked(League.objects.all()).get(pk=hook.league_id)
        if league.webhooks.count() >= MOST:
            raise LeagueError(LeagueErrorCode.TOO_MANY_WEBHOOKS)
        # Each message would come twice, as where the form was sent twice.
        if any(ciphers.decrypt(PURPOSE, each.address) == address for each in league.webhooks.all()):
            raise LeagueError(LeagueErrorCode.SAME_WEBHOOK)
        hook.save()
        League.objects.filter(pk=league.pk).update(has_webhooks=True)
        audit.record(league, Did.MADE_WEBHOOK, by, after={"host": hook.host})
    return secret


def change(hook: Webhook, by: Player) -> None:
    """Save of what else a webhook is told; of the rest it is told no more, nor what waits.

    Raises Webhook.DoesNotExist.
    """
    left_out = [event for event, name in TOLD_OF.items() if not getattr(hook, name)]
    with transaction.atomic():
        _require(hook)
        hook.save(update_fields=list(TOLD_OF.values()))
        hook.deliveries.filter(event__in=left_out, next_try_at__isnull=False).delete()
        audit.record(hook.league, Did.CHANGED_WEBHOOK, by, after={"host": hook.host})


def renew_secret(hook: Webhook, by: Player) -> str:
    """Another secret, shown now or never: posts are signed with it from now on.

    Raises Webhook.DoesNotExist.
    """
    secret = _new_secret(hook)
    with transaction.atomic():
        _require(hook)
        hook.save(update_fields=["secret"])
        audit.record(hook.league, Did.CHANGED_WEBHOOK, by, after={"host": hook.host})
    return secret


def delete(hook: Webhook, by: Player) -> None:
    """Tell it nothing any more; what waits is dropped."""
    with transaction.atomic():
        league = locked(League.objects.all()).get(pk=hook.league_id)
        audit.record(
            league, Did.DELETED_WEBHOOK, by, before={"host": hook.host}, after={"host": ""}
        )
        hook.delete()
        has_any = league.webhooks.exists()
        League.objects.filter(pk=league.pk).update(has_webhooks=has_any)


def test(hook: Webhook, now: datetime) -> None:
    """Send it a message that says that it works; once, and soon. Raises Webhook.DoesNotExist."""
    with transaction.atomic():
        _require(hook)
        hook.deliveries.create(event=Event.TEST, at=now, next_try_at=now)
        _send_soon()


def _require(hook: Webhook) -> None:
    """Lock its league, so that nobody deletes it meanwhile. Raises Webhook.DoesNotExist."""
    locked(League.objects.all()).get(pk=hook.league_id)
    Webhook.objects.get(pk=hook.pk)


def _new_secret(hook: Webhook) -> str:
    """Give a webhook of signed posts a new secret."""
    if hook.format != Webhook.Format.JSON:
        return ""
    secret = PREFIX + secrets.token_urlsafe(32)
    hook.secret = ciphers.encrypt(PURPOSE, secret)
    return secret


# --- What happened ---------------------------------------------------------------------


def tell(season: Season, event: WebhookDelivery.Event, items: Collection[int] = ()) -> None:
    """Note that the webhooks of a league are to be told; who calls asks `has_webhooks` before.

    Under the season's lock. items: ids of the sessions, rounds or games. What waits for its first
    try takes them along.
    """
    now = timezone.now()
    first_try = now if event in AT_ONCE else now + SETTLED_AFTER
    for hook in Webhook.objects.filter(league=season.league_id, **{TOLD_OF[event]: True}):
        waiting = hook.deliveries.filter(
            season=season, event=event, tries=0, next_try_at__isnull=False
        )
        found = waiting.first()
        if found is not None:
            merged = sorted({*found.items, *items})
            # Unless it is being sent at this moment.
            if waiting.filter(pk=found.pk).update(items=merged):
                continue
        hook.deliveries.create(
            season=season, event=event, items=sorted(items), at=now, next_try_at=first_try
        )
    if event in AT_ONCE:
        _send_soon()


def _send_soon() -> None:
    """Send what is due once this change is committed, on a thread of its own."""
    transaction.on_commit(
        lambda: executor.call_later(lambda: send_due(timezone.now())), robust=True
    )


# --- Sent -----------------------------------------------------------------------------


def send_due(now: datetime) -> int:
    """Send a portion of what is due, the oldest first; how many were taken."""
    ends_at, sent = monotonic() + LONGEST_RUN, 0
    for _number in range(PORTION):
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
