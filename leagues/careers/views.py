"""The career of a player over the seasons of a league."""

from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_safe

from leagues.access import get_league
from leagues.careers import reading
from leagues.careers.page import career_of
from leagues.pages import league_context, open_page, to_member


@open_page
@require_safe
def career(request: HttpRequest, slug: str, player_id: int) -> HttpResponseBase:
    """All seasons of a player; of a guest who became a member, that member's."""
    league = get_league(request, slug)
    player = reading.find_player(league, player_id)
    if player is None:
        return to_member(request, league, player_id)
    context = league_context(request, league) | {
        "player": player,
        "career": career_of(league, player),
    }
    return render(request, "leagues/careers/career.html", context)
