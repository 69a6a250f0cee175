"""Mails wait in the database until the mail server takes them: no page waits for it or fails.

A mail is written in the transaction of what it is about, so it is there exactly if that is. It is
sent right after the commit, and by the keeper if that fails. A process that dies between sending
and noting it sends it twice, and never not at all.
"""

import logging
import smtplib
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection, transaction
from django.utils import timezone

from accounts.models import QueuedMail
from accounts.portions import delete_some

logger = logging.getLogger(__name__)

# A try that fails is repeated after this time, then after twice as long, up to LONGEST_WAIT.
FIRST_WAIT = timedelta(minutes=1)
LONGEST_WAIT = timedelta(hours=1)
# The links in mails work no longer than this.
KEPT = timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT)
# A mail that waits for longer is late, which monitors and the page that promised it say.
LATE_AFTER = timedelta(minutes=2)
AT_ONCE = 50
# RFC 5321: answers from 500 on are not worth another try.
REFUSED_FOR_GOOD = 500

_thread = ThreadPoolExecutor(1, thread_name_prefix="mails")
_one_at_a_time = threading.Lock()


class EmailBackend(BaseEmailBackend):
    """What Django and allauth call to send a mail: it is queued."""

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        """Queue mails of text; how many."""
        QueuedMail.objects.bulk_create(
            QueuedMail(
                to=message.to,
                sender=message.from_email,
                subject=str(message.subject),
                body=str(message.body),
                headers={name: str(value) for name, value in message.extra_headers.items()},
            )
            for message in messages
        )
        transaction.on_commit(lambda: _thread.submit(_send_now))
        return len(messages)


def send_due(now: datetime) -> int:
    """Send a portion of the mails that are due; how many were sent.

    Nothing is done while another thread of this process is at it.
    """
    if not settings.EMAIL_IS_SENT or not _one_at_a_time.acquire(blocking=False):
        return 0
    try:
        return _send_portion(now)
    except (OSError, smtplib.SMTPException) as error:
        waiting = QueuedMail.objects.count()
        logger.warning("the mail server does not take mails: %s; %s wait", error, waiting)
        return 0
    finally:
        _one_at_a_time.release()


def late_since(now: datetime) -> datetime | None:
    """Since when the oldest mail waits, if that is too long; otherwise None."""
    oldest = QueuedMail.objects.order_by("created_at").values_list("created_at", flat=True).first()
    return oldest if oldest and now - oldest > LATE_AFTER else None


def is_late() -> bool:
    """Whether somebody who waits for a mail must have patience."""
    return late_since(timezone.now()) is not None


def forget_old(now: datetime) -> int:
    """Delete a portion of the mails that nobody would take for days; how many."""
    return delete_some(QueuedMail.objects.filter(created_at__lt=now - KEPT).order_by("pk"))


def _send_now() -> None:
    try:
        send_due(timezone.now())
    except Exception:
        # The keeper tries again.
        logger.exception("mails could not be sent")
    finally:
        connection.close()


def _send_portion(now: datetime) -> int:
    due = QueuedMail.objects.filter(next_try_at__lte=now).order_by("next_try_at", "pk")
    mails = list(due[:AT_ONCE])
    if not mails:
        return 0
    sent = 0
    with get_connection(settings.MAIL_TRANSPORT) as server:
        for mail in mails:
            if _claim(mail, now):
                sent += _send(mail, server)
    return sent


def _claim(mail: QueuedMail, now: datetime) -> bool:
    """Take a mail until its next try; False if another process has it."""
    wait = min(FIRST_WAIT * 2**mail.tries, LONGEST_WAIT)
    own = QueuedMail.objects.filter(pk=mail.pk, next_try_at=mail.next_try_at)
    return bool(own.update(next_try_at=now + wait, tries=mail.tries + 1))


def _send(mail: QueuedMail, server: BaseEmailBackend) -> bool:
    message = EmailMessage(
        mail.subject, mail.body, mail.sender, mail.to, headers=mail.headers, connection=server
    )
    try:
        message.send()
    except smtplib.SMTPRecipientsRefused as refused:
        codes = [code for code, _text in refused.recipients.values()]
    except (smtplib.SMTPSenderRefused, smtplib.SMTPDataError) as refused:
        codes = [refused.smtp_code]
    else:
        QueuedMail.objects.filter(pk=mail.pk).delete()
        return True
    is_for_good = all(code >= REFUSED_FOR_GOOD for code in codes)
    logger.error("the mail server refuses a mail%s: %s", " for good" * is_for_good, codes)
    if is_for_good:
        QueuedMail.objects.filter(pk=mail.pk).delete()
    return False
