"""What the whole site does when a keeper tidies: send mails that wait, delete expired data."""

from typing import Any

from django.utils import timezone

from accounts import mail_queue
from config.privacy import retention
from games.signals import tidying


def connect() -> None:
    """Listen, once for each process."""
    tidying.connect(delete_expired, dispatch_uid="config.delete_expired")
    tidying.connect(send_mails, dispatch_uid="config.send_mails")


def send_mails(**_told: Any) -> None:
    """Send what no process could send right after its commit."""
    mail_queue.send_due(timezone.now())


def delete_expired(**_told: Any) -> None:
    """Delete expired data, once an hour."""
    retention.delete_hourly(timezone.now())
