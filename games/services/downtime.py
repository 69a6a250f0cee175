"""Time in which the site was down is not taken from anybody.

A running site writes a pulse every second. Whoever finds the last pulse too long ago extends all
running deadlines by the gap, once.
"""

from dataclasses import replace
from datetime import datetime, timedelta

from django.db import transaction

from games import store
from games.models import Pulse, Table
from games.services.announce import changing

# A busy machine may miss a beat; a restart takes longer.
LONGEST_PAUSE = timedelta(seconds=4)
# So far apart the clocks of hosts may be; a pulse further ahead comes from a clock that was wrong.
CLOCK_SKEW = timedelta(minutes=1)
# Until the pages have found the site again.
GRACE = timedelta(seconds=5)


def beat(now: datetime) -> None:
    """Note that the site is up; after a gap, give everybody their time back."""
    with transaction.atomic():
        pulse, is_first = Pulse.objects.select_for_update().get_or_create(
            pk=Pulse.THE_ONE, defaults={"at": now}
        )
        gap = now - pulse.at
        if -CLOCK_SKEW < gap < timedelta():
            # Another host is a little ahead: it beats for both.
            return
        if not is_first and timedelta() <= gap <= LONGEST_PAUSE:
            Pulse.objects.filter(pk=pulse.pk).update(at=now)
            return
        if gap > LONGEST_PAUSE:
            _extend_deadlines(gap + GRACE, now)
        Pulse.objects.filter(pk=pulse.pk).update(at=now)


def make_up(now: datetime) -> None:
    """The same before a deadline is applied, by whoever comes first after the site was down.

    A site whose keeper never ran has no pulse: nothing is known of it then.
    """
    last = Pulse.objects.filter(pk=Pulse.THE_ONE).values_list("at", flat=True).first()
    if last is not None and now - last > LONGEST_PAUSE:
        beat(now)


def _extend_deadlines(more: timedelta, now: datetime) -> None:
    """Give all players who are awaited so much more time, but hardly more than a whole choice.

    Those who were asked after the pause, yet before its end was noticed, have lost nothing.
    """
    playing = Table.objects.filter(
        status=Table.Status.PLAYING, time_per_choice__isnull=False, due_at__isnull=False
    )
    for table_id in playing.order_by("pk").values_list("pk", flat=True):
        with changing(table_id) as table:
            play = store.read(table).play
            if play is not None and play.deadline is not None:
                limit = timedelta(seconds=table.time_per_choice or 0)
                most = now + limit + LONGEST_PAUSE + GRACE
                deadline = max(play.deadline, min(play.deadline + more, most))
                play = replace(play, deadline=deadline)
                table.state, table.due_at = play.to_json(), play.due_at
