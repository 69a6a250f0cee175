"""A reminder as a mail in its reader's language, with a link by which they get no more of them."""

from datetime import datetime

from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from accounts import optional_mail
from accounts.models import User
from accounts.optional_mail import TurnOffLink
from games.reminders.models import Reminder
from games.snapshot import Snapshot
from games.time_limits import day_and_time

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
    until = until or (pause.ends_at if pause else snapshot.deadline)
    with translation.override(user.language or settings.LANGUAGE_CODE):
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
        return gettext("A seat is kept for you at “%(table)s”")
    return gettext("Your turn at “%(table)s”")
