"""What every page of a season shows around its own matter: where one is, and what one may do."""

from typing import Any

from django.http import HttpRequest

from leagues.access import Level, level_in
from leagues.models import League, Season


def league_context(request: HttpRequest, league: League) -> dict[str, Any]:
    """Context of leagues/league_base.html: the league and what the reader may do in it."""
    level = level_in(league, request.user)
    return {
        "league": league,
        "level": level,
        "may_score": level >= Level.SCORER,
        "may_organize": level >= Level.ORGANIZER,
        "is_owner": level >= Level.OWNER,
    }


def season_context(request: HttpRequest, season: Season, tab: str) -> dict[str, Any]:
    """Context of leagues/season_base.html: league, season, tab and what the reader may do.

    tab: standings, sessions, players, meetings, charts, rules or manage.
    """
    return league_context(request, season.league) | {"season": season, "tab": tab}
