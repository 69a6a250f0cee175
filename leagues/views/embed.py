"""The standings for a frame on another site, where the league permits it."""

from csp.decorators import csp_replace
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from accounts.models import Theme
from leagues.access import get_season
from leagues.models import Season
from leagues.presenters.embedding import may_be_framed
from leagues.presenters.standings import board_of, sessions_with_standings
from leagues.views.common import open_page
from leagues.views.exports import unless_listed


@open_page
@require_safe
def embed(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """The present standings, alone; `?theme=light` or `dark` as the other site is."""
    season = get_season(request, slug, number)
    page = _framed if may_be_framed(season.league) else _page
    return unless_listed(page(request, season), season.league)


def _page(request: HttpRequest, season: Season) -> HttpResponse:
    asked = request.GET.get("theme")
    sessions = sessions_with_standings(season)
    context = {
        "league": season.league,
        "season": season,
        "board": board_of(season, sessions, sessions[-1]) if sessions else None,
        "theme": asked if asked in Theme.values else Theme.AUTO,
    }
    return render(request, "leagues/out/embed.html", context)


def _framed(request: HttpRequest, season: Season) -> HttpResponseBase:
    """The same, which any site may put in a frame."""

    @xframe_options_exempt
    @csp_replace({"frame-ancestors": ["*"]})
    def page(request: HttpRequest) -> HttpResponseBase:
        return _page(request, season)

    return page(request)
