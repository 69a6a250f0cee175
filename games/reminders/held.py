"""Tell people by mail, once, of the seat that is held for them at a table by correspondence."""

import logging
from datetime import datetime, timedelta

from django.db import transaction

from games import store
from games.models import HeldSeat, Table
from games.reminders import mail
from games.reminders.schedule import TURN_AFTER
from games.time_limits import SHORTEST_CORRESPONDENCE

logger = logging.getLogger(__name__)


def send_due(now: datetime) -> int:
    """Send the mails about held seats that are due; how many were sent.

    Who answers in the first minutes anyway is sent none. The transaction that queues a mail notes
    it too, so that none is lost, and two keepers never send it twice.
    """
    untold = HeldSeat.objects.in_force(now).filter(
        table__status=Table.Status.OPEN,
        table__time_per_choice__gte=SHORTEST_CORRESPONDENCE,
        player__user__is_active=True,
        player__user__reminders=True,
        told_at=None,
    )
    return sum(_send(held, now) for held in untold.select_related("table", "player__user"))


def _send(held: HeldSeat, now: datetime) -> bool:
    held_since = held.until - timedelta(seconds=held.table.time_per_choice or 0)
    if now < held_since + TURN_AFTER:
        return False
    assert held.player.user is not None  # noqa: S101 - filtered above
    try:
        snapshot = store.fresh(held.table_id)
        with transaction.atomic():
            untold = HeldSeat.objects.filter(pk=held.pk, told_at=None)
            if not untold.update(told_at=now):
                return False
            mail.compose(held.player.user, mail.SEAT_HELD, snapshot, held.until).send()
    except Exception:
        logger.exception("a mail about a seat at table %s could not be sent", held.table_id)
        return False
    return True
