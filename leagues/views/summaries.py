"""A season on one page, to print and to pin up."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from leagues.access import get_season
from leagues.presenters.frame import season_context
from leagues.presenters.rules import how_it_is_won
from leagues.presenters.summary import summary_of
from leagues.views.common import open_page


@open_page
@require_safe
def summary(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The champions, the standings, and a table of all results."""
    season = get_season(request, slug, number)
    context = season_context(request, season, "standings") | {
        "summary": summary_of(season),
        "how": how_it_is_won(season.season_rules),
    }
    return render(request, "leagues/out/summary.html", context)
