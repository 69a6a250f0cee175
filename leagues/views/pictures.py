"""The picture that other sites show beside a link to a league."""

from hashlib import sha256

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.names import MISSING
from leagues.access import get_league
from leagues.exports.picture import Line, draw_picture
from leagues.models import League
from leagues.presenters.figures import figure_text
from leagues.presenters.leagues import home_of
from leagues.views.common import kept_page
from leagues.views.exports import unless_listed

KEPT_SECONDS = 24 * 60 * 60

Told = tuple[str, str, tuple[Line, ...]]


@kept_page
@require_safe
def picture(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Who leads a league, as PNG; asked for again each time, since a league may shut its doors."""
    league = get_league(request, slug)
    told = _told(league)
    etag = f'"{sha256(repr(told).encode()).hexdigest()[:32]}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        response = HttpResponse(_drawn(etag, told), content_type="image/png")
    response.headers["ETag"] = etag
    patch_cache_control(response, private=True, no_cache=True)
    return unless_listed(response, league)


def _told(league: League) -> Told:
    """All that stands in the picture: the league, its season, who leads."""
    home = home_of(league, may_organize=False)
    if home.season is None:
        return league.name, gettext("The first season is being prepared."), ()
    preset = home.season.season_rules.preset
    lines = [
        Line(str(row.place or MISSING), row.player.name, figure_text(row.figure, preset))
        for row in home.top
    ]
    return league.name, home.season.name, tuple(lines)


def _drawn(etag: str, told: Told) -> bytes:
    """The drawing, kept as long as the same is told."""
    key = f"league-picture.{etag}"
    drawn: bytes | None = cache.get(key)
    if drawn is None:
        drawn = draw_picture(*told)
        cache.set(key, drawn, KEPT_SECONDS)
    return drawn
