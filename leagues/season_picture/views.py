"""The season as one picture, on a page and to share."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from accounts.made_once import may_be_busy
from games.picture import png_response
from leagues.access import get_season
from leagues.models import League
from leagues.pages import asked_player, kept_page, open_page, season_context
from leagues.season_picture.page import picture_of, share_picture


@open_page
@require_safe
def season_picture(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The picture; `?player=` shows one thread before the others."""
    season = get_season(request, slug, number)
    chosen = asked_player(request, season.league)
    context = season_context(request, season, "charts") | {
        "picture": picture_of(season, chosen),
        "preview_url": reverse("leagues:season_picture_png", args=[slug, number]),
    }
    return render(request, "leagues/season_picture/page.html", context)


@kept_page
@may_be_busy
@require_safe
def season_picture_png(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """The picture as PNG; drawn once for each version of the standings."""
    season = get_season(request, slug, number)
    told = (season.pk, season.standings_version, season.league.name, season.name, get_language())
    response = png_response(request, told, lambda: share_picture(season))
    if season.league.visibility == League.Visibility.UNLISTED:
        response["X-Robots-Tag"] = "noindex"
    return response
