"""The final of a season, and what it takes."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts.access import player_or_none
from accounts.rate_limit import RateLimit, address_of, too_many
from games.live.regions import render_flat, render_rows
from games.whole_numbers import whole_number
from leagues.pages.access import get_season
from leagues.pages.shared import asked_players, kept_part, open_page
from leagues.sessions.finals.outlook import next_game_of, outlook
from leagues.sessions.finals.qualifying import ways_to_the_final
from leagues.standings.segments import Segment, standings_context

# Members are counted one by one: those of a club may share an address. Of strangers nobody knows
# how many are one person, so all of them together are counted as well.
BY_MEMBER = RateLimit("what_it_takes", 20, 60)
BY_STRANGER = RateLimit("what_it_takes_unknown", 10, 60)
BY_STRANGERS = RateLimit("what_it_takes_strangers", 30, 60)


@open_page
def final(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Who qualifies for the semi-final and the final, and how they went."""
    season = get_season(request, slug, number)
    if not season.final:
        raise Http404
    context = standings_context(request, season, Segment.FINAL)
    context["ways"] = ways_to_the_final(season, with_replies=context["may_score"])
    return render(request, "leagues/finals/final.html", context)


@open_page
def what_it_takes(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What players need in the next game; `?place=` to reach which place, `?player=` who plays.

    Without a next game it leads to the standings.
    """
    season = get_season(request, slug, number)
    if not season.is_open:
        return redirect(season)
    coming = asked_players(request, season.league)
    if coming and not _may_ask(request):
        return too_many(request)
    place, next_game = whole_number(request.GET.get("place"), 1), next_game_of(season)

    def context() -> dict[str, Any]:
        found = outlook(season, place, coming, next_game)
        return {
            "league": season.league,
            "season": season,
            "outlook": found,
            "choices": render_rows("leagues/players_to_tick", found.choices),
            "rows": render_rows("leagues/what_it_takes", found.rows),
        }

    template = "leagues/finals/needs.html"
    body = (
        # Hardly anybody else chooses the same players.
        render_flat(template, context())
        if coming
        else kept_part(request, season, template, place, next_game, context=context)
    )
    of_page = standings_context(request, season, Segment.TAKES) | {"body": body}
    return render(request, "leagues/finals/what_it_takes.html", of_page)


def _may_ask(request: HttpRequest) -> bool:
    """Count a question about other players: each choice of them is computed, up to a second."""
    if player := player_or_none(request):
        return BY_MEMBER.is_allowed(str(player.pk))
    return BY_STRANGER.is_allowed(address_of(request)) and BY_STRANGERS.is_allowed("all")
