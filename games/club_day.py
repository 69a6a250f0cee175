"""The day by the clock of the club."""

from datetime import date, datetime

from django.utils import timezone


def day_of(now: datetime) -> date:
    """The day by the clock of the club, whatever the reader's."""
    return timezone.localdate(now, timezone.get_default_timezone())
