"""The picture that other sites show beside a link to a league."""

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_safe

from leagues.access import get_league
from leagues.exports.picture import Line, draw_picture
from leagues.models import League, Season
from leagues.presenters.figures import figure_text
from leagues.presenters.leagues import LeagueHome, home_of
from leagues.views.common import kept_page
from leagues.views.exports import unless_listed

KEPT_SECONDS = 24 * 60 * 60
BROWSERS_KEEP_SECONDS = 600


@kept_page
@require_safe
def picture(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Who leads a league, as PNG."""
    league = get_league(request, slug)
    home = home_of(league, may_organize=False)
    response = HttpResponse(_picture(league, home), content_type="image/png")
    who_keeps = "private" if league.visibility == League.Visibility.MEMBERS else "public"
    patch_cache_control(response, max_age=BROWSERS_KEEP_SECONDS, **{who_keeps: True})
    return unless_listed(response, league)


def _picture(league: League, home: LeagueHome) -> bytes:
    """The drawing, kept as long as nothing in it has changed."""
    season = home.season
    version = f"{season.pk}.{season.version}" if season else "0"
    key = f"league-picture.{league.pk}.{version}.{get_language()}"
    drawn: bytes | None = cache.get(key)
    if drawn is None:
        drawn = _draw(league, season, home)
        cache.set(key, drawn, KEPT_SECONDS)
    return drawn


def _draw(league: League, season: Season | None, home: LeagueHome) -> bytes:
    if season is None:
        return draw_picture(league.name, gettext("The first season is being prepared."), [])
    preset = season.season_rules.preset
    lines = [
        Line(str(row.place or "–"), row.player.name, figure_text(row.figure, preset))
        for row in home.top
    ]
    return draw_picture(league.name, season.name, lines)
