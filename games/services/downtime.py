"""Extend deadlines by the time in which the site was down.

A running site writes a pulse every second. If the last one is too old, all running deadlines are
extended by the gap, once.
"""

from dataclasses import replace
from datetime import datetime, timedelta

from django.db import transaction

from games import store
from games.models import Pulse, Table
from games.services.announce import changing
from games.time_limits import SHORTEST_CORRESPONDENCE

# A busy machine may miss a beat; a restart takes longer.
LONGEST_GAP = timedelta(seconds=4)
# How far apart the clocks of hosts may be; a pulse further ahead comes from a clock that was wrong.
CLOCK_SKEW = timedelta(minutes=1)
# Added to the gap: the time in which pages reconnect.
GRACE = timedelta(seconds=5)
# Who has days for a choice loses nothing by less; and a restart need not write all their tables.
SHORTEST_GAP_BY_CORRESPONDENCE = timedelta(minutes=10)


def beat(now: datetime) -> None:
    """Write the pulse; after a gap, first extend all running deadlines."""
    with transaction.atomic():
        pulse, is_first = Pulse.objects.select_for_update().get_or_create(
            pk=Pulse.THE_ONE, defaults={"at": now}
        )
        gap = now - pulse.at
        if -CLOCK_SKEW < gap < timedelta():
            # The clock of another host is a little ahead, and its pulse will do.
            return
        if not is_first and timedelta() <= gap <= LONGEST_GAP:
            Pulse.objects.filter(pk=pulse.pk).update(at=now)
            return
        if gap > LONGEST_GAP:
            _extend_deadlines(gap + GRACE, now)
        Pulse.objects.filter(pk=pulse.pk).update(at=now)


def extend_after_downtime(now: datetime) -> None:
    """Extend deadlines if the pulse is too old; to be called before a deadline is applied.

    Without a keeper there has never been a pulse, and nothing is extended.
    """
    last = Pulse.objects.filter(pk=Pulse.THE_ONE).values_list("at", flat=True).first()
    if last is not None and now - last > LONGEST_GAP:
        beat(now)


def _extend_deadlines(more: timedelta, now: datetime) -> None:
    """Give all players who are awaited so much more time, but hardly more than a whole choice.

    Those who were asked after the downtime, yet before its end was noticed, have lost nothing.
    """
    playing = Table.objects.filter(
        status=Table.Status.PLAYING, time_per_choice__isnull=False, due_at__isnull=False
    )
    if more < SHORTEST_GAP_BY_CORRESPONDENCE:
        playing = playing.filter(time_per_choice__lt=SHORTEST_CORRESPONDENCE)
    for table_id in playing.order_by("pk").values_list("pk", flat=True):
        with changing(table_id) as table:
            play = store.read(table).play
            if play is not None and play.deadline is not None:
                limit = timedelta(seconds=table.time_per_choice or 0)
                most = now + limit + LONGEST_GAP + GRACE
                deadline = max(play.deadline, min(play.deadline + more, most))
                play = replace(play, deadline=deadline)
                table.state, table.due_at = play.to_json(), play.due_at
