"""The final of a season, and what it takes."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString

from accounts.access import player_or_none
from accounts.rate_limit import RateLimit, address_of, too_many
from games.live.regions import render_flat, render_rows
from games.whole_numbers import whole_number
from leagues.models import Season
from leagues.pages.access import get_season
from leagues.pages.shared import asked_players, kept_part, open_page
from leagues.sessions.finals.outlook import next_game_of, outlook
from leagues.sessions.finals.qualifying import ways_to_the_final
from leagues.standings.scoring.what_it_takes import can_be_told
from leagues.standings.segments import Segment, standings_context

# Members are counted one by one: those of a club may share an address. Of strangers nobody knows
# how many are one person, so all of them together are counted as well.
BY_MEMBER = RateLimit("what_it_takes", 20, 60)
BY_STRANGER = RateLimit("what_it_takes_unknown", 10, 60)
BY_STRANGERS = RateLimit("what_it_takes_strangers", 30, 60)


@open_page
def final(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Lead to who qualifies for the final."""
    season = get_season(request, slug, number)
    if not season.final:
        raise Http404
    return redirect(season.url_of(Segment.TAKES))


@open_page
def what_it_takes(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Who qualifies for the final, and what players need in the next game to reach a place.

    `?place=` to reach which place, `?player=` who plays. Where there is neither a final nor a next
    game it leads to the standings.
    """
    season = get_season(request, slug, number)
    if not season.is_open and not season.final:
        return redirect(season)
    context = standings_context(request, season, Segment.TAKES)
    if season.final:
        context["ways"] = ways_to_the_final(season, with_replies=context["may_score"])
    if season.is_open and (can_be_told(season.season_rules) or not season.final):
        coming = asked_players(request, season.league)
        if coming and not _may_ask(request):
            return too_many(request)
        context["needs"] = _needs(request, season, coming)
    return render(request, "leagues/finals/what_it_takes.html", context)


def _needs(request: HttpRequest, season: Season, coming: list[int]) -> SafeString:
    """What players need; coming: who was chosen to play, by id."""
    place, next_game = whole_number(request.GET.get("place"), 1), next_game_of(season)

    def context() -> dict[str, Any]:
        found = outlook(season, place, coming, next_game)
        return {
            "season": season,
            "outlook": found,
            "choices": render_rows("leagues/players_to_tick", found.choices),
            "rows": render_rows("leagues/what_it_takes", found.rows),
        }

    template = "leagues/finals/needs.html"
    # Hardly anybody else chooses the same players.
    if coming:
        return render_flat(template, context())
    return kept_part(request, season, template, place, next_game, context=context)


def _may_ask(request: HttpRequest) -> bool:
    """Count a question about other players: each choice of them is computed, up to a second."""
    if player := player_or_none(request):
        return BY_MEMBER.is_allowed(str(player.pk))
    return BY_STRANGER.is_allowed(address_of(request)) and BY_STRANGERS.is_allowed("all")
