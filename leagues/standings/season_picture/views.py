"""The season as one picture, on a page and to share."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from games.page.picture import png_response
from games.whole_numbers import whole_number
from leagues.models import Season
from leagues.pages.access import get_season
from leagues.pages.shared import (
    asked_player,
    by_version,
    kept_page,
    kept_part,
    open_page,
    unless_listed,
)
from leagues.standings.season_picture.page import picture_of, share_picture
from leagues.standings.segments import Segment, standings_context


@open_page
@require_safe
def season_picture(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """The picture; `?player=` shows one thread before the others, `?page=` other players."""
    season = get_season(request, slug, number)
    return by_version(request, season, lambda: _page(request, season))


def _page(request: HttpRequest, season: Season) -> HttpResponse:
    chosen = asked_player(request, season.league)
    page = whole_number(request.GET.get("page"), 1)

    def context() -> dict[str, Any]:
        picture = picture_of(season, page, chosen)
        if picture is None and page != 1:
            raise Http404
        return {"league": season.league, "season": season, "picture": picture}

    body = kept_part(
        request, season, "leagues/season_picture/body.html", page, chosen, context=context
    )
    of_page = standings_context(request, season, Segment.PICTURE) | {
        "body": body,
        "preview_url": season.url_of("season_picture_png"),
    }
    return render(request, "leagues/season_picture/page.html", of_page)


@kept_page
@require_safe
def season_picture_png(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """The picture as PNG; drawn once for each version of the standings."""
    season = get_season(request, slug, number)
    told = (season.pk, season.standings_version, season.league.name, season.name, get_language())
    return unless_listed(png_response(request, told, lambda: share_picture(season)), season.league)
