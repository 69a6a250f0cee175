"""What stands behind the standings: meetings, sessions, charts, ratings."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from accounts.access import player_or_none
from games.live.regions import render_rows
from leagues.models import Season
from leagues.pages.access import get_league, get_season, get_session
from leagues.pages.shared import (
    asked_player,
    asked_players,
    by_version,
    kept_part,
    league_context,
    open_page,
)
from leagues.standings import chart_page as charting
from leagues.standings import meetings, rating_page
from leagues.standings.board import sessions_with_standings
from leagues.standings.segments import Segment, standings_context


@open_page
@require_safe
def head_to_head(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Who met whom; `?player=` leads to the story of one."""
    season = get_season(request, slug, number)
    if asked := asked_player(request, season.league):
        page = reverse("leagues:story", args=[slug, number, asked])
        return redirect(f"{page}#met")
    return by_version(request, season, lambda: _head_to_head(request, season))


def _head_to_head(request: HttpRequest, season: Season) -> HttpResponse:
    def context() -> dict[str, Any]:
        sessions = sessions_with_standings(season)
        players = meetings.listed_players(sessions[-1]) if sessions else []
        return {
            "league": season.league,
            "season": season,
            "players": players,
            "matrix": meetings.matrix(season, players),
            "has_more": len(players) > meetings.MOST_IN_MATRIX,
        }

    template = "leagues/standings/meetings_body.html"
    body = kept_part(request, season, template, context=context)
    context_of_page = standings_context(request, season, Segment.MEETINGS) | {"body": body}
    return render(request, "leagues/standings/meetings.html", context_of_page)


@open_page
@require_safe
def session_ranking(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponse:
    """Lead to who was best in one session, on its page."""
    found = get_session(request, slug, number, session)
    return redirect(f"{found.get_absolute_url()}#ranking-table")


@open_page
@require_safe
def charts(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """How the season went; `?player=` (several) chooses whose lines are drawn."""
    season = get_season(request, slug, number)
    context = standings_context(request, season, Segment.CHARTS)
    sessions = sessions_with_standings(season)
    asked = asked_players(request, season.league)
    choices = charting.choices(sessions[-1], asked, player_or_none(request)) if sessions else []
    shown = [choice for choice in choices if choice.is_shown]

    def figures() -> dict[str, Any]:
        return {"charts": charting.charts(season, sessions, shown)}

    ids = tuple(player.pk for player in shown)
    template = "leagues/standings/chart_figures.html"
    context |= {
        "choices": render_rows("leagues/players_to_tick", choices),
        "most": charting.MOST_SHOWN,
        "charts": kept_part(request, season, template, ids, context=figures) if ids else "",
    }
    return render(request, "leagues/standings/charts.html", context)


@open_page
@require_safe
def league_ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """How strong players are, apart from any season; `?player=` chooses whose history is drawn."""
    league = get_league(request, slug)
    if not league.is_rated:
        raise Http404
    rows = rating_page.rated(league)
    asked = asked_player(request, league)
    chosen = rating_page.chosen(rows, asked, player_or_none(request))
    context = league_context(request, league) | {
        "rows": rating_page.rows_of(rows, chosen) if rows else "",
        "chosen": chosen,
        "history": rating_page.history(league, chosen) if chosen else "",
    }
    return render(request, "leagues/standings/ratings.html", context)
