"""How a season is shown to others: its link, the code for a website, files."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from leagues.access import get_season
from leagues.presenters.embedding import frame_codes
from leagues.presenters.frame import season_context
from leagues.views.common import open_page


@open_page
@require_safe
def share(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """All ways out of the house."""
    season = get_season(request, slug, number)
    context = season_context(request, season, "standings") | {
        "season_url": request.build_absolute_uri(season.get_absolute_url()),
        "frame_codes": frame_codes(request, season),
    }
    return render(request, "leagues/out/share.html", context)
