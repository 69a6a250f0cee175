"""Delete expired data when a keeper tidies."""

from typing import Any

from django.utils import timezone

from config.privacy import retention
from games.signals import tidying


def connect() -> None:
    """Listen, once for each process."""
    tidying.connect(delete_expired, dispatch_uid="config.delete_expired")


def delete_expired(**_told: Any) -> None:
    """Delete expired data, once an hour."""
    retention.delete_hourly(timezone.now())
