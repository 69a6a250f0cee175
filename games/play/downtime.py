"""Extend deadlines by the time in which the site was down, and bring them back with the clock.

A running site writes a pulse every second. If the last one is too old, all running deadlines are
extended by the gap, once. If it lies in the future, the clock was set back: what is due much later
than it can be is then due sooner, so that no table waits for the time by which the clock was wrong.
"""

from datetime import datetime, timedelta

from django.db import transaction

from accounts.locks import locked
from games.models import Pulse, Table
from games.table import store
from games.table.announce import changing
from games.table.time_limits import SHORTEST_CORRESPONDENCE

# A busy machine may miss a beat; a restart takes longer.
LONGEST_GAP = timedelta(seconds=4)
# At the start of the process that serves and keeps: it cannot have missed a beat.
LONGEST_GAP_AT_START = timedelta(seconds=2)
# How far apart the clocks of hosts may be; a pulse further ahead comes from a clock that was wrong.
CLOCK_SKEW = timedelta(minutes=1)
# Added to the gap: the time in which pages reconnect.
GRACE = timedelta(seconds=5)
# Bots wait until a reveal has been watched, seldom longer than this.
LONGEST_REVEAL = timedelta(seconds=15)
# Who has days for a choice loses nothing by less; and a restart need not write all their tables.
SHORTEST_GAP_BY_CORRESPONDENCE = timedelta(minutes=10)


def beat(now: datetime, longest_gap: timedelta = LONGEST_GAP) -> None:
    """Write the pulse; after a gap, first extend all running deadlines."""
    with transaction.atomic():
        pulse, is_first = locked(Pulse.objects.all()).get_or_create(
            pk=Pulse.THE_ONE, defaults={"at": now}
        )
        gap = now - pulse.at
        if -CLOCK_SKEW < gap < timedelta():
            # The clock of another host is a little ahead, and its pulse will do.
            return
        if not is_first and timedelta() <= gap <= longest_gap:
            Pulse.objects.filter(pk=pulse.pk).update(at=now)
            return
        if gap > longest_gap:
            _extend_deadlines(gap + GRACE, now)
        elif gap < timedelta() and not is_first:
            _bring_back(now)
        Pulse.objects.filter(pk=pulse.pk).update(at=now)


def pulse_age(now: datetime) -> timedelta | None:
    """How long ago a keeper wrote the pulse; None if there has never been one."""
    last = Pulse.objects.filter(pk=Pulse.THE_ONE).values_list("at", flat=True).first()
    # The clock of another host may be a little ahead.
    return None if last is None else max(now - last, timedelta())


def extend_after_downtime(now: datetime) -> None:
    """Extend deadlines if the pulse is too old; to be called before a deadline is applied.

    Without a keeper there has never been a pulse, and nothing is extended.
    """
    age = pulse_age(now)
    if age is not None and age > LONGEST_GAP:
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
    for table_id in playing.order_by("-pk").values_list("pk", flat=True):
        with changing(table_id) as table:
            play = store.read(table).play
            if play is not None and play.deadline is not None:
                deadline = min(play.deadline + more, _latest_deadline(table, now))
                play = play._replace(deadline=max(play.deadline, deadline))
                table.state, table.due_at = play.to_json(), play.due_at


def _bring_back(now: datetime) -> None:
    """Let nothing be due later than it could be by a clock that is right.

    A pause keeps its end: the players may go on before it.
    """
    playing = Table.objects.filter(status=Table.Status.PLAYING, due_at__gt=now + LONGEST_REVEAL)
    for table_id in playing.order_by("-pk").values_list("pk", flat=True):
        with changing(table_id) as table:
            play = store.read(table).play
            if play is None:
                continue
            if play.bots_at is not None:
                play = play._replace(bots_at=min(play.bots_at, now + LONGEST_REVEAL))
            if play.deadline is not None:
                play = play._replace(deadline=min(play.deadline, _latest_deadline(table, now)))
            table.state, table.due_at = play.to_json(), play.due_at


def _latest_deadline(table: Table, now: datetime) -> datetime:
    """The latest deadline a table can have: its players were asked now, and watch the reveal."""
    return now + timedelta(seconds=table.time_per_choice or 0) + LONGEST_GAP + GRACE
