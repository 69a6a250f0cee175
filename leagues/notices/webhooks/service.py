"""Webhooks of a league: made, changed, deleted, tested; and what they are to be told."""

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts import ciphers
from accounts.locks import locked
from accounts.models import Player
from accounts.outgoing import read_address
from games.live import executor
from leagues.audit import service as audit
from leagues.audit.words import Did
from leagues.models import League, Season, Webhook, WebhookDelivery
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.notices.webhooks import delivery

Event = WebhookDelivery.Event

# In the key of what is stored: never change it.
PURPOSE = delivery.PURPOSE
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
        lambda: executor.call_later(lambda: delivery.send_due(timezone.now())), robust=True
    )
