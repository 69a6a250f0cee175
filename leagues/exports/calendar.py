"""The sessions of a league as a calendar (RFC 5545)."""

from collections.abc import Iterable
from datetime import timedelta
from typing import TYPE_CHECKING

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext

from leagues.exports.readable import readable
from leagues.models import League, Season, Session

if TYPE_CHECKING:
    from icalendar import Event

# How long a session takes is nowhere agreed on; calendars want an end.
LASTS = timedelta(hours=3)


def calendar_of(request: HttpRequest, league: League, sessions: Iterable[Session]) -> bytes:
    """The calendar of a league's sessions; times are in UTC, which calendars show as local ones."""
    # It brings three megabytes, for a page that few ask for.
    from icalendar import Calendar

    calendar = Calendar()
    calendar.add("prodid", "-//Sixième//Leagues//")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", readable(league.name))
    for session in sessions:
        calendar.add_component(_event(request, league, session))
    return bytes(calendar.to_ical())


def sessions_of(league: League) -> list[Session]:
    """The sessions of all seasons that are not being prepared any more, oldest first."""
    opened = Session.objects.filter(season__league=league).exclude(
        season__status=Season.Status.DRAFT
    )
    found = list(opened.select_related("season").order_by("starts_at", "pk"))
    for session in found:
        session.season.league = league
    return found


def _event(request: HttpRequest, league: League, session: Session) -> "Event":
    from icalendar import Event

    event = Event()
    event.add("uid", f"session-{session.pk}@{request.get_host()}")
    words = {"league": league.name, "text": session.title}
    event.add("summary", readable(gettext("%(league)s: %(text)s") % words))
    event.add("dtstart", session.starts_at)
    event.add("dtend", session.starts_at + LASTS)
    event.add("dtstamp", timezone.now())
    event.add("url", request.build_absolute_uri(session.get_absolute_url()))
    if session.status == Session.Status.CANCELLED:
        event.add("status", "CANCELLED")
    if session.place:
        event.add("location", readable(session.place))
    return event
