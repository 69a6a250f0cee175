"""Why somebody stands where they stand."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from leagues.access import get_season
from leagues.models import Standing
from leagues.presenters.frame import season_context
from leagues.presenters.standings import sessions_with_standings
from leagues.presenters.why import why_page
from leagues.views.common import open_page
from leagues.views.standings import asked_session


@open_page
@require_safe
def why(request: HttpRequest, slug: str, number: int, player_id: int) -> HttpResponse:
    """The games behind a player's standing, and the arithmetic; `?session=` as of one."""
    season = get_season(request, slug, number)
    sessions = sessions_with_standings(season)
    session = asked_session(request, sessions)
    standing = (
        Standing.objects.select_related("player")
        .filter(session=session, player__pk=player_id)
        .first()
        if session
        else None
    )
    if session is None or standing is None:
        raise Http404
    is_past = session != sessions[-1]
    context = season_context(request, season, "standings") | {
        "session": session,
        "query": f"?session={session.number}" if is_past else "",
        "is_past": is_past,
        "why": why_page(standing, season, session),
    }
    return render(request, "leagues/standings/why.html", context)
