"""Mails to players by correspondence: which a table calls for, in their words, each sent once.

However many keepers there are, a row says that a mail is being sent before it is. A keeper that
dies meanwhile leaves the row, and the mail is tried again. So none is lost, and one is sent twice
only if a keeper dies in the moment between sending and noting it.
"""

import logging
import threading
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from accounts import optional_mail
from accounts.club.current import club
from accounts.models import Player, PushDevice, User
from accounts.optional_mail import TurnOffLink
from accounts.portions import delete_some
from accounts.push import service as push
from games.models import HeldSeat, Reminder, Seat, Table
from games.play import watching
from games.table import store
from games.table.pause import unanswered
from games.table.snapshot import Snapshot
from games.table.time_limits import SHORTEST_CORRESPONDENCE, day_and_time
from games.table.transition import MISSED_BEFORE_AWAY, awaited, is_automatic

logger = logging.getLogger(__name__)

Kind = Reminder.Kind

LONG_AGO = datetime.min.replace(tzinfo=UTC)
# Players who are at the table anyway choose meanwhile, and are sent nothing.
TURN_AFTER = timedelta(minutes=5)
# The last call comes when a quarter of the time is left, but not earlier than this.
EARLIEST_LAST_CALL = timedelta(hours=24)


class Call(NamedTuple):
    """A mail that a seat should get. decision: what it is about (models.Reminder). at: when."""

    seat: int
    kind: Kind
    decision: int
    at: datetime


def calls(snapshot: Snapshot) -> Iterator[Call]:
    """The reminders that the present decision calls for; in a pause only those of who is away."""
    play, limit = snapshot.play, snapshot.time_per_choice
    if snapshot.status != Table.Status.PLAYING or play is None:
        return
    if limit is None or not snapshot.is_by_correspondence:
        return
    people = snapshot.people_in_game(play)
    # Who has left their seat to the bot knows it: only missed deadlines are counted.
    absent = (seat for seat in people if play.missed[seat] >= MISSED_BEFORE_AWAY)
    yield from (Call(seat, Kind.AWAY, 1, LONG_AGO) for seat in absent if play.away[seat])
    if play.is_paused:
        return
    time = timedelta(seconds=limit)
    if play.pause is not None:
        proposed_at = play.pause.ends_at - time
        for seat in unanswered(snapshot, play):
            # One mail a turn, however often a pause is proposed in it.
            yield Call(seat, Kind.PAUSE, play.since, proposed_at + TURN_AFTER)
    if play.deadline is None:
        return
    for seat in awaited(play):
        if seat not in people or is_automatic(snapshot, play, seat):
            continue
        yield Call(seat, Kind.TURN, play.since, play.deadline - time + TURN_AFTER)
        yield Call(
            seat, Kind.LAST_CALL, play.since, play.deadline - min(time / 4, EARLIEST_LAST_CALL)
        )


# --- The words of a mail -----------------------------------------------------------------

# Beside the kinds of Reminder, which are about seats that are taken.
SEAT_HELD = "held"
TURN_OFF = TurnOffLink("games:reminders_off", "games.reminders")


def compose(
    user: User, kind: str, snapshot: Snapshot, until: datetime | None = None
) -> EmailMessage:
    """The mail of a kind (Reminder.Kind, or SEAT_HELD) about a table, to be sent.

    until: when time is up, else the end of a proposal or the deadline of the table.
    """
    pause = snapshot.play.pause if kind == Reminder.Kind.PAUSE and snapshot.play else None
    until = _end(kind, snapshot, until)
    with translation.override(club().language_of(user.language)):
        table = " ".join(snapshot.title.split())
        context = {
            "kind": kind,
            "is_paused": snapshot.is_paused,
            "table": table,
            "link": settings.SITE_URL + reverse("games:table", args=[snapshot.code]),
            "until": day_and_time(until) if until else "",
            "proposer": snapshot.seats[pause.by].name if pause else "",
        }
        subject = _subject(kind, snapshot) % {"table": table}
        off = TURN_OFF.address_of(user.pk)
        return optional_mail.compose(user, subject, "games/reminders/mail.txt", context, off)


def _tell(user: User, kind: str, snapshot: Snapshot, until: datetime | None = None) -> None:
    """Mail somebody who wants that, and send it to their devices."""
    if settings.EMAIL_IS_SENT and user.reminders:
        compose(user, kind, snapshot, until).send()
    with translation.override(club().language_of(user.language)):
        title = _subject(kind, snapshot) % {"table": " ".join(snapshot.title.split())}
        end = _end(kind, snapshot, until)
        body = gettext("Until %(time)s.") % {"time": day_and_time(end)} if end else ""
        push.queue(user, push.TURN, title, body, reverse("games:table", args=[snapshot.code]))


def _can_be_told() -> Q:
    """Of seats: those whose players want mails, where any are sent, or have a device."""
    has_device = Q(Exists(PushDevice.objects.filter(user=OuterRef("player__user"))))
    return has_device | Q(player__user__reminders=True) if settings.EMAIL_IS_SENT else has_device


def _end(kind: str, snapshot: Snapshot, until: datetime | None) -> datetime | None:
    """When time is up: as given, else the end of a proposal or the deadline of the table."""
    pause = snapshot.play.pause if kind == Reminder.Kind.PAUSE and snapshot.play else None
    return until or (pause.ends_at if pause else snapshot.deadline)


def _subject(kind: str, snapshot: Snapshot) -> str:
    if kind == Reminder.Kind.AWAY:
        if snapshot.is_paused:
            return gettext("“%(table)s” is paused: everybody is away")
        return gettext("The bot now plays for you at “%(table)s”")
    if kind == Reminder.Kind.LAST_CALL:
        return gettext("Time is nearly up at “%(table)s”")
    if kind == Reminder.Kind.PAUSE:
        return gettext("A pause is proposed at “%(table)s”")
    if kind == SEAT_HELD:
        if snapshot.is_rated:
            return gettext("A seat is kept for you at “%(table)s”, a rated game")
        return gettext("A seat is kept for you at “%(table)s”")
    return gettext("Your turn at “%(table)s”")


# --- Mails about held seats --------------------------------------------------------------


def _send_about_held_seats(now: datetime) -> int:
    """Send the mails about held seats that are due; how many were sent.

    Who answers in the first minutes anyway is sent none. The transaction that queues a mail notes
    it too, so that none is lost, and two keepers never send it twice.
    """
    untold = HeldSeat.objects.in_force(now).filter(
        _can_be_told(),
        table__status=Table.Status.OPEN,
        table__time_per_choice__gte=SHORTEST_CORRESPONDENCE,
        player__user__is_active=True,
        told_at=None,
    )
    return sum(
        _send_about_seat(held, now) for held in untold.select_related("table", "player__user")
    )


def _send_about_seat(held: HeldSeat, now: datetime) -> bool:
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
            _tell(held.player.user, SEAT_HELD, snapshot, held.until)
    except Exception:
        logger.exception("a mail about a seat at table %s could not be sent", held.table_id)
        return False
    return True


# --- Mails about seats that are taken ----------------------------------------------------

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
    another thread of this process is at it, or where neither mails nor devices can be reached.
    """
    can_tell = settings.EMAIL_IS_SENT or PushDevice.objects.exists()
    if not can_tell or not _one_at_a_time.acquire(blocking=False):
        return 0
    try:
        return _send_about_held_seats(now) + sum(
            _send_for(table_id, now) for table_id in _to_look_at(now)
        )
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
    called = list(calls(snapshot))
    if snapshot.is_paused:
        # Who was told before that it is their turn is told again when the game goes on.
        Reminder.objects.filter(seat__table_id=table_id).exclude(kind=Kind.AWAY).delete()
    _forget_who_is_back(table_id, [call.seat for call in called if call.kind is Kind.AWAY])
    due, again = _newest_due(called, now), [call.at for call in called if call.at > now]
    people = _people(table_id, {call.seat for call in due})
    sent = 0
    for call in due:
        seat = people.get(call.seat)
        if seat is None:
            continue
        if call.kind in {Kind.TURN, Kind.PAUSE} and watching.has_page_open(
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
    """By index, of these seats those whose players want to be told."""
    wanted = Seat.objects.filter(
        _can_be_told(),
        player__user__is_active=True,
        table_id=table_id,
        index__in=seats,
    )
    return {seat.index: seat for seat in wanted.select_related("player__user", "table")}


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
    with transaction.atomic():
        _tell(seat.player.user, reminder.kind, snapshot)
        Reminder.objects.filter(pk=reminder.pk).update(sent_at=now)


def _retries(seat: Seat, call: Call) -> list[datetime]:
    """When to look again at a reminder that is not sent yet, by whoever is at it."""
    waiting = Reminder.objects.filter(
        seat=seat, kind=call.kind, decision=call.decision, sent_at=None
    )
    return [until for until in waiting.values_list("claimed_until", flat=True) if until]
