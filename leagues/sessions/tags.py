"""The sessions of a season, and the slips of one, in templates."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django import template
from django.utils.dateformat import format as date_text
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import ngettext, pgettext

from games.live.regions import render_rows
from leagues.models import Season, Session
from leagues.sessions.print_views import slips_in_words

register = template.Library()
register.simple_tag(slips_in_words)


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


@register.simple_tag
def session_lines(season: Season, sessions: Iterable[Any]) -> SafeString:
    """Rows of a list: {% session_lines season sessions %}.

    sessions: each with `people` and `counted`, how many there were.
    """
    begins = season.url_of("session", 0).removesuffix("0/")
    month = pgettext("date format", "M")
    return render_rows(
        "leagues/session_lines", [_line(begins, month, session) for session in sessions]
    )


def _line(begins: str, month: str, session: Any) -> SessionLine:
    at = localtime(session.starts_at)
    is_cancelled = session.status == Session.Status.CANCELLED
    people = ngettext("%(people)s person", "%(people)s people", session.people)
    games = ngettext("%(games)s game", "%(games)s games", session.counted)
    return SessionLine(
        url=f"{begins}{session.number}/",
        status=session.status,
        title=session.title,
        day=date_text(at, "j"),
        month=date_format(at, month),
        moment=at.isoformat(),
        when=date_format(at, "l H:i"),
        where=session.cancelled_because if is_cancelled else session.place,
        people=people % {"people": session.people} if session.people else "",
        games=games % {"games": session.counted} if session.counted else "",
    )
