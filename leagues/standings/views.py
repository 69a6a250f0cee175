"""The standings of a season, now and as of any session, and what stands behind them."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from django.contrib.messages import get_messages
from django.contrib.staticfiles.storage import staticfiles_storage
from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import (
    add_never_cache_headers,
    patch_cache_control,
)
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from accounts.access import is_organizer, player_or_none
from accounts.club.current import club
from accounts.compiled_once import compiled_once
from accounts.made_once import made_once
from accounts.models import Player, User
from accounts.page_cache import etag_of, unless_kept
from games.live.regions import kept_rows, render_flat
from games.page.picture import png_response
from games.whole_numbers import whole_number
from leagues.models import Entrant, League, RatingPoint, Season, Session, Standing
from leagues.models.notice import unread
from leagues.pages.access import get_league, get_season
from leagues.pages.shared import (
    asked_player,
    asked_players,
    by_version,
    kept_page,
    kept_part,
    league_context,
    moved,
    open_page,
    season_context,
    to_member,
    unless_listed,
)
from leagues.standings import chart_page as charting
from leagues.standings import live_standings, meetings
from leagues.standings.board import (
    StandingsRow,
    newest_with_standings,
    session_asked_for,
    sessions_with_standings,
)
from leagues.standings.careers.career import career_of, find_player, rating_of
from leagues.standings.counted_games import RANKED
from leagues.standings.season_picture.page import picture_of, share_picture
from leagues.standings.segments import Segment, standings_context
from leagues.standings.why import why_context


@kept_page
def standings(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """The standings; `?session=` asks for them as of one. Nothing is sent twice to one browser."""
    season = get_season(request, slug, number)
    context = standings_context(request, season, Segment.TABLE)
    if get_messages(request):
        # What is said once may not be kept.
        once = _page(request, season, context)
        add_never_cache_headers(once)
        return once
    etag = _etag_of(request, season, context)
    response = unless_kept(request, etag, lambda: _page(request, season, context))
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _etag_of(request: HttpRequest, season: Season, frame: Mapping[str, object]) -> str:
    """The validator of a page of a season for whoever asks; weak, since tokens in it differ.

    Its league's settings count through the season's version. The day counts since a session
    that should have begun is forgotten.
    """
    user, player = request.user, player_or_none(request)
    viewer = (user.pk, user.theme, is_organizer(user)) if isinstance(user, User) else ()
    return etag_of(
        club().number,
        season.pk,
        season.version,
        request.get_full_path(),
        get_language(),
        viewer,
        (player.name, player.picture) if player else "",
        # The header says how many notices are unread.
        sum(unread(player.pk)) if player else 0,
        *(frame[name] for name in ("may_score", "may_organize", "is_owner")),
        # The page carries a token that stands with the browser's own.
        request.META.get("CSRF_COOKIE", ""),
        # Another edition of the site has other files.
        getattr(staticfiles_storage, "manifest_hash", ""),
        timezone.localdate(),
    )


def _page(request: HttpRequest, season: Season, context: dict[str, object]) -> HttpResponse:
    language = get_language() or "en"
    may_score = bool(context["may_score"])
    page = live_standings.page(season, request.GET.get("session"), language, may_score=may_score)
    if page is None:
        raise Http404
    player = player_or_none(request)
    own = page.region.rows.get(player.pk) if player else None
    context |= {
        "page": page,
        "own": own,
        "own_url": _own_url(season, own, page) if own else "",
        "may_sign_up": player is not None and own is None and _may_sign_up(season, player),
        "ws_url": "" if page.is_past else _socket_url(season, language),
    }
    return render(request, "leagues/standings/page.html", context)


def _may_sign_up(season: Season, player: Player) -> bool:
    """Whether a member may put themselves down and has not yet; one statement while some may."""
    if not season.is_open or not season.takes_sign_ups():
        return False
    mine = (
        season.entrants.filter(player=player).order_by().values("pk"),
        season.sign_ups.filter(player=player).order_by().values("pk"),
    )
    return not mine[0].union(mine[1]).exists()


def asked_session(request: HttpRequest, sessions: Sequence[Session]) -> Session | None:
    """The session that `?session=` names, or the newest; None where there is none. Raises 404."""
    asked = request.GET.get("session", "")
    found = session_asked_for(sessions, asked)
    if asked and found is None:
        raise Http404
    return found


def _own_url(season: Season, own: StandingsRow, page: live_standings.StandingsPage) -> str:
    url = season.url_of("story", own.player)
    return f"{url}?session={page.session.number}" if page.session and page.is_past else url


def _socket_url(season: Season, language: str) -> str:
    if season.status == Season.Status.DRAFT:
        return ""
    wishes = urlencode({"language": language, "version": season.standings_version})
    return f"/ws/seasons/{season.league.slug}/{season.number}/?{wishes}"


@open_page
def head_to_head(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Lead to who met whom, among the charts; `?player=` to the story of one."""
    season = get_season(request, slug, number)
    asked = asked_player(request, season.league)
    page = season.url_of("story", asked) if asked else season.url_of("charts")
    return redirect(f"{page}#met")


session_ranking = moved("session#ranking-table")


@open_page
def charts(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """How the season went: lines, who met whom, and the season as one picture.

    `?player=` (several) chooses whose lines are drawn; the thread of a single one is before the
    others in the picture. `?page=` shows other players there.
    """
    season = get_season(request, slug, number)
    return by_version(request, season, lambda: _charts(request, season))


def _charts(request: HttpRequest, season: Season) -> HttpResponse:
    context = standings_context(request, season, Segment.CHARTS)
    context["preview_url"] = season.url_of("season_picture_png")
    if newest := newest_with_standings(season):
        asked = asked_players(request, season.league)
        followed = asked[0] if len(asked) == 1 else 0
        context |= {
            **_lines(request, season, newest, asked),
            "met": _met(request, season),
            "picture": _picture(request, season, followed),
        }
    return render(request, "leagues/standings/charts.html", context)


def _lines(
    request: HttpRequest, season: Season, newest: int, asked: list[int]
) -> dict[str, object]:
    choices = charting.choices(newest, asked, player_or_none(request))
    shown = [choice for choice in choices if choice.is_shown]
    ids = tuple(player.pk for player in shown)

    def context() -> dict[str, Any]:
        return {"charts": charting.charts(season, sessions_with_standings(season), shown)}

    template = "leagues/standings/chart_figures.html"
    return {
        "choices": kept_rows("leagues/players_to_tick", choices),
        "most": charting.MOST_SHOWN,
        "charts": kept_part(request, season, template, ids, context=context) if ids else "",
    }


def _met(request: HttpRequest, season: Season) -> SafeString:
    def context() -> dict[str, Any]:
        players = meetings.listed_players(sessions_with_standings(season)[-1])
        return {
            "league": season.league,
            "season": season,
            "matrix": meetings.matrix(season, players),
            "has_more": len(players) > meetings.MOST_IN_MATRIX,
        }

    return kept_part(request, season, "leagues/standings/meetings.html", context=context)


def _picture(request: HttpRequest, season: Season, followed: int) -> SafeString:
    """Raises Http404 where the picture has no such page."""
    page = whole_number(request.GET.get("page"), 1)

    def context() -> dict[str, Any]:
        picture = picture_of(season, page, followed)
        if picture is None and page != 1:
            raise Http404
        return {"league": season.league, "season": season, "picture": picture}

    template = "leagues/season_picture/body.html"
    return kept_part(request, season, template, page, followed, context=context)


@open_page
def league_ratings(request: HttpRequest, slug: str) -> HttpResponse:
    """How strong players are, apart from any season; `?player=` chooses whose history is drawn."""
    league = get_league(request, slug)
    if not league.is_rated:
        raise Http404
    rows = charting.rated(league)
    asked = asked_player(request, league)
    chosen = charting.chosen(rows, asked, player_or_none(request))
    context = league_context(request, league) | {
        "rows": kept_rows("leagues/ratings", chosen.pk if chosen else 0, rows) if rows else "",
        "chosen": chosen,
        "history": _history(request, league, chosen, rows) if chosen else "",
    }
    return render(request, "leagues/standings/ratings.html", context)


def _history(
    request: HttpRequest, league: League, chosen: Player, rows: Sequence[charting.RatedRow]
) -> SafeString:
    """The drawing of somebody's rating, made once until it changes."""
    rating = next(row.strength for row in rows if row.player == chosen.pk)
    key = ("rating", league.pk, chosen.pk, chosen.name, rating, get_language())

    def drawn() -> str:
        points = RatingPoint.objects.filter(league=league, player=chosen)
        return str(charting.drawing_of(chosen, points))

    return SafeString(made_once(request, key, drawn))


@open_page
def season_picture(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Lead to the picture, among the charts; `?player=` to one thread of it."""
    season = get_season(request, slug, number)
    asked = asked_player(request, season.league)
    return redirect(f"{season.url_of('charts')}{f'?player={asked}' if asked else ''}#weave")


@kept_page
def season_picture_png(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """The picture as PNG; drawn once for each version of the standings."""
    season = get_season(request, slug, number)
    told = (season.pk, season.standings_version, season.league.name, season.name, get_language())
    return unless_listed(png_response(request, told, lambda: share_picture(season)), season.league)


# --- The story of a player -----------------------------------------------------------------


@open_page
def story(request: HttpRequest, slug: str, number: int, player_id: int) -> HttpResponseBase:
    """The games behind a player's standing, whom they met, charts, and their career.

    ?session= tells the season as of one of its sessions.
    """
    season = get_season(request, slug, number)
    sessions = sessions_with_standings(season)
    session = asked_session(request, sessions)
    standing = next(iter(_standings(session.pk, player_id)), None) if session else None
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
            context=lambda: _story(season, sessions, session, standing),
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


@compiled_once
def _standings(session_id: int, player_id: int) -> QuerySet[Standing]:
    rows = Standing.objects.select_related("player").order_by()
    return rows.filter(session=session_id, player=player_id)


@compiled_once
def _versions(league_id: int) -> QuerySet[Season, tuple[int, str, int]]:
    seasons = Season.objects.filter(league=league_id).order_by("pk")
    return seasons.values_list("pk", "name", "standings_version")


def _career(request: HttpRequest, league: League, player: Player) -> SafeString:
    """What the story tells of all seasons: made once for the present standings and rating."""
    seasons = _versions(league.pk)
    rating = rating_of(league, player)
    strength = rating and (rating.mu, rating.sigma, rating.games)
    is_member = request.user.is_authenticated
    key = ("career", league.pk, player.pk, get_language(), *seasons, strength, is_member)

    def drawn() -> str:
        career = career_of(league, player)
        context = {"league": league, "career": career, "player": player, "is_member": is_member}
        return str(render_flat("leagues/careers/career.html", context))

    return SafeString(made_once(request, key, drawn))


def _story(
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
        "charts": charting.charts_of(season, told, player) if standing.games else [],
    }
