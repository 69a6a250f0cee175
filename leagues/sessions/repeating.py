"""The dates of sessions that repeat: every week, every two weeks, every month on one weekday.

Plain dates of the clock on the wall: a session begins at the same local time before and after the
clocks change.
"""

from calendar import monthrange
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from itertools import count, islice, takewhile

from django.db import models
from django.utils.translation import gettext_lazy as _

WEEK = timedelta(days=7)
# Of a season; more is a mistake in typing.
MOST_TIMES = 60


class Every(models.TextChoices):
    """How often a session repeats."""

    ONCE = "", _("Only once")
    WEEK = "week", _("Every week")
    TWO_WEEKS = "two_weeks", _("Every two weeks")
    MONTH = "month", _("Every month, on the same weekday")


def repeated(
    first: datetime, every: Every, times: int | None = None, until: date | None = None
) -> list[datetime]:
    """The beginnings of sessions, `first` included: so many times, or until a day, itself included.

    first: without a time zone. At most MOST_TIMES.
    """
    days = _days(first.date(), every)
    if until is not None:
        days = takewhile(lambda day: day <= until, days)
    most = MOST_TIMES if times is None else min(times, MOST_TIMES)
    return [datetime.combine(day, first.time()) for day in islice(days, most)]


def _days(first: date, every: Every) -> Iterator[date]:
    match every:
        case Every.ONCE:
            return iter([first])
        case Every.MONTH:
            return (_same_weekday(first, months) for months in count())
    step = WEEK if every is Every.WEEK else 2 * WEEK
    return (first + times * step for times in count())


def _same_weekday(first: date, months: int) -> date:
    """The same weekday so many months later: the second Tuesday follows the second Tuesday.

    A fifth one is the last of its month, for many months have four.
    """
    year, month = divmod(first.year * 12 + first.month - 1 + months, 12)
    weekday, length = monthrange(year, month + 1)
    days = range(1 + (first.weekday() - weekday) % 7, length + 1, 7)
    return date(year, month + 1, days[min((first.day - 1) // 7, len(days) - 1)])
