"""A reminder as a mail in its reader's language, with a link by which they get no more of them."""

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext

from accounts.models import User
from games.reminders.models import Reminder
from games.snapshot import Snapshot
from games.time_limits import day_and_time

SALT = "games.reminders"


def compose(user: User, kind: str, snapshot: Snapshot) -> EmailMessage:
    """The mail of a kind (Reminder.Kind) about a table, to be sent."""
    with translation.override(user.language or settings.LANGUAGE_CODE):
        table = " ".join(snapshot.name.split())
        off = settings.SITE_URL + reverse("games:reminders_off", args=[token_of(user)])
        context = {
            "kind": kind,
            "table": table,
            "link": settings.SITE_URL + reverse("games:table", args=[snapshot.code]),
            "until": day_and_time(snapshot.deadline) if snapshot.deadline else "",
            "zone": timezone.get_current_timezone_name().replace("_", " "),
            "off": off,
        }
        return EmailMessage(
            subject=settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + _subject(kind) % {"table": table},
            body=render_to_string("games/reminders/mail.txt", context),
            to=[user.email],
            headers={
                "List-Unsubscribe": f"<{off}>",
                # RFC 8058: a mail program may do it with one tap, by a POST.
                "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
                "Auto-Submitted": "auto-generated",
            },
        )


def _subject(kind: str) -> str:
    if kind == Reminder.Kind.AWAY:
        return gettext("The bot now plays for you at “%(table)s”")
    if kind == Reminder.Kind.LAST_CALL:
        return gettext("Time is nearly up at “%(table)s”")
    return gettext("Your turn at “%(table)s”")


def token_of(user: User) -> str:
    """What the link in a person's mails proves; it turns reminders off and does nothing else."""
    return signing.dumps(user.pk, salt=SALT)


def user_id_of(token: str) -> int | None:
    """Whose mails a token is from; None if it is none of ours."""
    try:
        return int(signing.loads(token, salt=SALT))
    except (signing.BadSignature, TypeError, ValueError):
        return None
