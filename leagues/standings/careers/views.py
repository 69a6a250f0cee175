"""The story of a player: a season in full, and all seasons of the league."""

from typing import Any

from django.db.models import Exists, OuterRef
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from accounts.made_once import made_once
from accounts.models import Player
from games.live.regions import render_flat
from leagues.models import Entrant, League, Season, Session, Standing
from leagues.pages.access import get_league, get_season
from leagues.pages.shared import kept_part, open_page, season_context, to_member
from leagues.standings import chart_page, meetings
from leagues.standings.board import sessions_with_standings
from leagues.standings.careers.career import career_of, find_player, rating_of
from leagues.standings.counted_games import RANKED
from leagues.standings.views import asked_session
from leagues.standings.why import why_context


@open_page
def story(request: HttpRequest, slug: str, number: int, player_id: int) -> HttpResponseBase:
    """The games behind a player's standing, whom they met, charts, and their career.

    ?session= tells the season as of one of its sessions.
    """
    season = get_season(request, slug, number)
    sessions = sessions_with_standings(season)
    session = asked_session(request, sessions)
    standing = (
        Standing.objects.select_related("player")
        .filter(session=session, player__pk=player_id)
        .first()
        if session
        else None
    )
    context = season_context(request, season, "standings")
    if session is None or standing is None:
        # Who is listed and has no standing yet has a story without this season.
        listed = season.entrants.filter(player__pk=player_id).select_related("player").first()
        if listed is None or "session" in request.GET:
            return to_member(request, season.league, player_id)
        player = listed.player
    else:
        player = standing.player
        context["body"] = kept_part(
            request,
            season,
            "leagues/careers/season.html",
            session.number,
            player_id,
            context=lambda: _season(season, sessions, session, standing),
        )
    context |= {"player": player, "career": _career(request, season.league, player)}
    return render(request, "leagues/careers/story.html", context)


@open_page
def career(request: HttpRequest, slug: str, player_id: int) -> HttpResponseBase:
    """Lead to the career of a player, in their story of the newest season they stand in."""
    league = get_league(request, slug)
    player = find_player(league, player_id)
    if player is None:
        return to_member(request, league, player_id)
    stands = Exists(Standing.objects.filter(season=OuterRef("pk"), player=player))
    listed = Exists(Entrant.objects.filter(season=OuterRef("pk"), player=player))
    seen = league.seasons.exclude(status=Season.Status.DRAFT).filter(stands | listed)
    # The newest in which they stand, else the newest.
    season = seen.order_by(stands.desc(), "-number").first()
    if season is None:
        raise Http404
    page = season.url_of("story", player_id)
    return redirect(f"{page}#career")


def _career(request: HttpRequest, league: League, player: Player) -> SafeString:
    """What the story tells of all seasons: made once for the present standings and rating."""
    seasons = league.seasons.order_by("pk").values_list("pk", "name", "standings_version")
    rating = rating_of(league, player)
    strength = rating and (rating.mu, rating.sigma, rating.games)
    is_member = request.user.is_authenticated
    key = ("career", league.pk, player.pk, get_language(), *seasons, strength, is_member)

    def drawn() -> str:
        career = career_of(league, player)
        context = {"league": league, "career": career, "player": player, "is_member": is_member}
        return str(render_flat("leagues/careers/career.html", context))

    return SafeString(made_once(request, key, drawn))


def _season(
    season: Season, sessions: list[Session], session: Session, standing: Standing
) -> dict[str, Any]:
    """What the story tells of one season, the same for everybody."""
    player: Player = standing.player
    is_past = session != sessions[-1]
    # As of then, what came later is not told.
    told = sessions[: sessions.index(session) + 1]
    played = RANKED.filter(game__session__season=season)
    has_met = standing.games > 0 and not is_past
    return {
        "league": season.league,
        "season": season,
        "session": session,
        "query": f"?session={session.number}" if is_past else "",
        "is_past": is_past,
        "why": why_context(standing, season, session),
        "met": meetings.met_by(played, player) if has_met else [],
        "charts": chart_page.charts_of(season, told, player) if standing.games else [],
    }
