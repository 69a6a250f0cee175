"""What the whole site does when a keeper tidies: read settings, send mails, delete expired data."""

from typing import Any

from django.utils import timezone

from accounts import mail_queue
from accounts.club.current import read_again
from accounts.club.kept import OLD
from accounts.push import sending as push
from config.privacy import retention
from games.signals import tidying


def connect() -> None:
    """Listen, once for each process; and let a preview count what would be deleted."""
    OLD.update(retention.OLD)
    tidying.connect(delete_expired, dispatch_uid="config.delete_expired")
    tidying.connect(read_club, dispatch_uid="config.read_club")
    tidying.connect(send_mails, dispatch_uid="config.send_mails")
    tidying.connect(push_notices, dispatch_uid="config.push_notices")


def send_mails(**_told: Any) -> None:
    """Send what no process could send right after its commit."""
    mail_queue.send_due(timezone.now())


def push_notices(**_told: Any) -> None:
    """Send to devices what no process could send right after its commit."""
    push.send_soon()


def read_club(**_told: Any) -> None:
    """Know what the club has chosen; a keeper that answers no request reads it nowhere else."""
    read_again()


def delete_expired(**_told: Any) -> None:
    """Delete expired data, once an hour."""
    retention.delete_hourly(timezone.now())
