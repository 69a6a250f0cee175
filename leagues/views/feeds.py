"""What other programs follow: the calendar of a league and the feed of its results."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_safe

from leagues.access import get_league
from leagues.exports.calendar import calendar_of, sessions_of
from leagues.exports.feed import feed_of, newest_games
from leagues.views.common import open_page
from leagues.views.exports import unless_listed


@open_page
@require_safe
def calendar(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The sessions of a league, as a calendar to subscribe to."""
    league = get_league(request, slug)
    text = calendar_of(request, league, sessions_of(league))
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{league.slug}.ics"'
    return unless_listed(response, league)


@open_page
@require_safe
def feed(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The newest results of a league."""
    league = get_league(request, slug)
    text = feed_of(request, league, newest_games(league))
    return unless_listed(HttpResponse(text, content_type="application/atom+xml"), league)
