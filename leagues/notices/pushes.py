"""Send people their notices to their devices, each once, however many keepers run."""

import logging
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import translation

from accounts.club.current import club
from accounts.models import PushDevice
from accounts.push import service as push
from leagues.models import Notice
from leagues.notices.mails import TOPIC_OF, Kind, is_news, may_be_told
from leagues.notices.texts import lines_of

logger = logging.getLogger(__name__)

# Of several changes made one after the other the last one is told.
SETTLED_AFTER = timedelta(seconds=20)
# What waited for longer, as while no keeper ran, is on the page.
NEWS_FOR = timedelta(days=1)
AT_ONCE = 200


def send_due(now: datetime) -> int:
    """Queue the notices that are due for the devices of their readers; how many were."""
    if not PushDevice.objects.exists():
        return 0
    due = Notice.objects.filter(
        pushed_at=None,
        read_at=None,
        at__range=(now - NEWS_FOR, now - SETTLED_AFTER),
        player__user__push_devices__added_at__lte=F("at"),
    )
    ids = due.order_by("pk").values_list("pk", flat=True).distinct()[:AT_ONCE]
    found = Notice.objects.filter(pk__in=list(ids)).select_related("player__user", *Notice.ABOUT)
    return sum(_queue(notice, now) for notice in found.order_by("pk"))


def _queue(notice: Notice, now: datetime) -> bool:
    try:
        with transaction.atomic():
            unsent = Notice.objects.filter(pk=notice.pk, pushed_at=None)
            if not unsent.update(pushed_at=now):
                return False
            user = notice.player.user
            if user is None or not may_be_told(notice) or not is_news(notice, now):
                return False
            with translation.override(club().language_of(user.language)):
                (line,) = lines_of([notice])
                body = " ".join(filter(None, (line.text, line.detail)))
                title, topic = f"{line.league} · {line.season}", TOPIC_OF[Kind(notice.kind)]
                push.queue(user, topic, title, body, line.open_url)
    except Exception:
        logger.exception("notice %s could not be sent to devices", notice.pk)
        return False
    return True
