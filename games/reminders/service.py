"""Send the reminders that are due, each once, however many keepers there are.

A row says that a mail is being sent before it is; a keeper that dies meanwhile leaves the row, and
the mail is tried again. So none is lost, and one is sent twice only if a keeper dies in the moment
between sending and noting it.
"""

import logging
import threading
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings

from accounts.models import Player, User
from accounts.portions import delete_some
from games import store
from games.models import Seat, Table
from games.reminders import held, mail, presence, schedule
from games.reminders.models import Reminder
from games.reminders.schedule import Call
from games.snapshot import Snapshot
from games.time_limits import SHORTEST_CORRESPONDENCE

logger = logging.getLogger(__name__)

Kind = Reminder.Kind

# How long a mail may take to be sent; each further try waits twice as long as the one before.
LEASE = timedelta(minutes=10)
MOST_DOUBLINGS = 6
# A claim that ended so long ago was not renewed by any keeper.
STALE_AFTER = timedelta(minutes=5)
# For how long after the game it is known which mails were sent.
KEPT_AFTER_GAME = timedelta(days=7)
# How soon to look again whether a page was closed.
PAGE_OPEN = timedelta(minutes=1)


class _Looked(NamedTuple):
    """When a table was looked at: at which version, and when there may be something to send."""

    version: int
    again_at: datetime | None


_looked: dict[int, _Looked] = {}
_one_at_a_time = threading.Lock()


def send_due(now: datetime) -> int:
    """Send all reminders that are due by now; how many were sent.

    Tables that have not changed and for which nothing is due are not read. Nothing is done while
    another thread of this process is at it, or on a site that sends no mail.
    """
    if not settings.EMAIL_IS_SENT or not _one_at_a_time.acquire(blocking=False):
        return 0
    try:
        return held.send_due(now) + sum(_send_for(table_id, now) for table_id in _to_look_at(now))
    finally:
        _one_at_a_time.release()


def waiting_since(now: datetime) -> datetime | None:
    """Since when the reminder is tried that waits longest to be sent; None if none does."""
    # Of one that is no longer wanted, as its player has chosen meanwhile, the claim is left to end.
    tried = Reminder.objects.filter(sent_at=None, claimed_until__gt=now - STALE_AFTER)
    first_tries = [
        until - sum((_wait(tries) for tries in range(count)), timedelta())
        for until, count in tried.values_list("claimed_until", "tries")
        if until
    ]
    return min(first_tries, default=None)


def forget() -> None:
    """Look at every table again, as after a start."""
    _looked.clear()


def turn_off(user_id: int) -> None:
    """Send a person no reminders any more."""
    User.objects.filter(pk=user_id).update(reminders=False)


def erase(player: Player) -> None:
    """Delete what is known of the mails that were sent to a person."""
    Reminder.objects.filter(seat__player=player).delete()


def forget_old(now: datetime) -> int:
    """Delete a portion of what is known of mails about games that ended long ago; how many."""
    over = Reminder.objects.filter(seat__table__ended_at__lt=now - KEPT_AFTER_GAME)
    return delete_some(over.order_by("pk"))


def _to_look_at(now: datetime) -> Iterable[int]:
    playing = Table.objects.filter(
        status=Table.Status.PLAYING, time_per_choice__gte=SHORTEST_CORRESPONDENCE
    )
    versions = dict(playing.values_list("pk", "version"))
    for gone in _looked.keys() - versions.keys():
        del _looked[gone]
    for table_id, version in versions.items():
        known = _looked.get(table_id)
        is_due = known is not None and known.again_at is not None and known.again_at <= now
        if known is None or known.version != version or is_due:
            yield table_id


def _send_for(table_id: int, now: datetime) -> int:
    try:
        snapshot = store.fresh(table_id)
    except Table.DoesNotExist:
        return 0
    called = list(schedule.calls(snapshot))
    if snapshot.is_paused:
        _forget_turns(table_id)
    _forget_who_is_back(table_id, [call.seat for call in called if call.kind is Kind.AWAY])
    due, again = _newest_due(called, now), [call.at for call in called if call.at > now]
    people = _people(table_id, {call.seat for call in due})
    sent = 0
    for call in due:
        seat = people.get(call.seat)
        if seat is None:
            continue
        if call.kind in {Kind.TURN, Kind.PAUSE} and presence.has_page_open(
            table_id, seat.player_id
        ):
            again.append(now + PAGE_OPEN)
            continue
        try:
            reminder = _claim(seat, call, now)
            if reminder is not None:
                _send(reminder, seat, snapshot, now)
                sent += 1
        except Exception:
            logger.exception("a reminder for table %s could not be sent", table_id)
        again += _retries(seat, call)
    _looked[table_id] = _Looked(snapshot.version, min(again, default=None))
    return sent


def _newest_due(called: Iterable[Call], now: datetime) -> list[Call]:
    """The calls that are due; of one seat the last only, should several be."""
    due = {call.seat: call for call in sorted(called, key=lambda call: call.at) if call.at <= now}
    return list(due.values())


def _people(table_id: int, seats: Iterable[int]) -> dict[int, Seat]:
    """By index, of these seats those whose players want mails."""
    wanted = Seat.objects.filter(
        player__user__is_active=True,
        player__user__reminders=True,
        table_id=table_id,
        index__in=seats,
    )
    return {seat.index: seat for seat in wanted.select_related("player__user", "table")}


def _forget_turns(table_id: int) -> None:
    """Who was told before a pause that it is their turn is told again when the game goes on."""
    Reminder.objects.filter(seat__table_id=table_id).exclude(kind=Kind.AWAY).delete()


def _forget_who_is_back(table_id: int, away: Iterable[int]) -> None:
    """Who comes back, and is away once more later, is told so again."""
    told = Reminder.objects.filter(seat__table_id=table_id, kind=Kind.AWAY)
    told.exclude(seat__index__in=list(away)).delete()


def _claim(seat: Seat, call: Call, now: datetime) -> Reminder | None:
    """The reminder, if this keeper is to send it; None if it was sent or another is at it."""
    reminder, _is_new = Reminder.objects.get_or_create(seat=seat, kind=call.kind)
    own = Reminder.objects.filter(pk=reminder.pk)
    if own.filter(decision__lt=call.decision).update(
        decision=call.decision, tries=1, claimed_until=now + _wait(0), sent_at=None
    ):
        return reminder
    unsent = own.filter(decision=call.decision, sent_at=None, claimed_until__lte=now)
    is_claimed = unsent.filter(tries=reminder.tries).update(
        tries=reminder.tries + 1, claimed_until=now + _wait(reminder.tries)
    )
    return reminder if is_claimed else None


def _wait(tries: int) -> timedelta:
    """How long to wait after so many tries before the next one."""
    doublings: int = 2 ** min(tries, MOST_DOUBLINGS)
    return LEASE * doublings


def _send(reminder: Reminder, seat: Seat, snapshot: Snapshot, now: datetime) -> None:
    assert seat.player is not None  # noqa: S101 - _people finds seats of people only
    assert seat.player.user is not None  # noqa: S101
    mail.compose(seat.player.user, reminder.kind, snapshot).send()
    Reminder.objects.filter(pk=reminder.pk).update(sent_at=now)


def _retries(seat: Seat, call: Call) -> list[datetime]:
    """When to look again at a reminder that is not sent yet, by whoever is at it."""
    waiting = Reminder.objects.filter(
        seat=seat, kind=call.kind, decision=call.decision, sent_at=None
    )
    return [until for until in waiting.values_list("claimed_until", flat=True) if until]
