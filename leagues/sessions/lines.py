"""The sessions of a season as lines of a list."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.db.models import Count
from django.http import HttpRequest
from django.utils.dateformat import format as date_text
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import ngettext, pgettext

from accounts.made_once import made_once
from games.live.regions import active_language, render_rows
from leagues.models import Attendance, Game, Season, Session


class SessionLine(NamedTuple):
    """A session in words. where: or why it was cancelled. people, games: how many, or empty."""

    url: str
    status: str
    title: str
    day: str
    month: str
    moment: str
    when: str
    where: str
    people: str
    games: str


def session_lines(request: HttpRequest, season: Season, sessions: Sequence[Session]) -> SafeString:
    """These sessions of a season as HTML, made once for each version of it."""
    # A session ends by itself as well.
    told_apart = tuple((session.pk, session.status) for session in sessions)
    key = ("session lines", season.pk, season.version, active_language(), told_apart)
    return SafeString(made_once(request, key, lambda: str(_drawn(season, sessions))))


def _drawn(season: Season, sessions: Sequence[Session]) -> SafeString:
    begins = season.url_of("session", 0).removesuffix("0/")
    month = pgettext("date format", "M")
    people = _counts(Attendance.objects.filter(session__in=sessions))
    games = _counts(Game.objects.counting().filter(session__in=sessions))
    lines = (
        _line(begins, month, session, people.get(session.pk, 0), games.get(session.pk, 0))
        for session in sessions
    )
    return render_rows("leagues/session_lines", lines)


def _counts(rows: Any) -> dict[int, int]:
    """How many of these rows each session has, by its id."""
    counted: Iterable[tuple[int, int]] = (
        rows.order_by().values_list("session").annotate(all=Count("pk"))
    )
    return dict(counted)


def _line(begins: str, month: str, session: Session, came: int, counted: int) -> SessionLine:
    at = localtime(session.starts_at)
    is_cancelled = session.status == Session.Status.CANCELLED
    people = ngettext("%(people)s person", "%(people)s people", came) % {"people": came}
    games = ngettext("%(games)s game", "%(games)s games", counted) % {"games": counted}
    return SessionLine(
        url=f"{begins}{session.number}/",
        status=session.status,
        title=session.title,
        day=date_text(at, "j"),
        month=date_format(at, month),
        moment=at.isoformat(),
        when=date_format(at, "l H:i"),
        where=session.cancelled_because if is_cancelled else session.place,
        people=people if came else "",
        games=games if counted else "",
    )
