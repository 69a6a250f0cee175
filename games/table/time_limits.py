"""How long a player may think: the times one may choose, and the words for them and for moments."""

from datetime import datetime

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext, pgettext
from django.utils.translation import gettext_lazy as _

MINUTE, HOUR, DAY = 60, 3600, 86_400

# Seconds per choice.
LIVE = (10, 20, 30, 45, 60, 90, 120)
BY_CORRESPONDENCE = (12 * HOUR, DAY, 2 * DAY, 3 * DAY, 7 * DAY)
# From here on nobody is expected to keep the page open.
SHORTEST_CORRESPONDENCE = BY_CORRESPONDENCE[0]


def is_correspondence(seconds: int | None) -> bool:
    """Whether a table with this time per choice is played by correspondence."""
    return seconds is not None and seconds >= SHORTEST_CORRESPONDENCE


def live_choices(present: int | None = None) -> list[tuple[object, object]]:
    """The live times and no limit, as choices of a form field.

    present: a time that was chosen when others were on offer; it stays one of them.
    """
    times = sorted({*LIVE, *([present] if present else [])})
    return [("", _("No limit")), *((seconds, duration(seconds)) for seconds in times)]


def all_choices() -> list[tuple[object, object]]:
    """The live times, no limit, and below them those for play by correspondence."""
    days = [(seconds, duration(seconds)) for seconds in BY_CORRESPONDENCE]
    return [*live_choices(), (_("By correspondence"), days)]


def duration(seconds: int) -> str:
    """A time in words, such as "45 seconds", "1 min 30 s", "12 hours" or "3 days"."""
    if seconds % DAY == 0:
        days = seconds // DAY
        return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}
    if seconds % HOUR == 0:
        hours = seconds // HOUR
        return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}
    minutes, rest = divmod(seconds, MINUTE)
    if minutes == 0 or seconds <= MINUTE:
        return gettext("%(count)d s") % {"count": seconds}
    if rest == 0:
        return gettext("%(count)d min") % {"count": minutes}
    return gettext("%(minutes)d min %(seconds)d s") % {"minutes": minutes, "seconds": rest}


def per_choice(seconds: int | None) -> str:
    """The time per choice of a table in words."""
    if seconds is None:
        return gettext("No time limit")
    if is_correspondence(seconds):
        return gettext("By correspondence, %(time)s per choice") % {"time": duration(seconds)}
    return gettext("%(seconds)d seconds per choice") % {"seconds": seconds}


def day_and_time(moment: datetime) -> str:
    """A moment of the coming days, such as "Tue 24 Nov, 18:00", in the site's time zone."""
    local = timezone.localtime(moment)
    return gettext("%(day)s, %(time)s") % {
        "day": date_format(local, pgettext("date format", "D j M")),
        "time": date_format(local, "H:i"),
    }
