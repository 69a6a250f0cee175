"""What leaves the house: files, feeds, a page to print, and the page that lists all of it."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import wraps
from pathlib import Path
from typing import Any

from csp.decorators import csp_replace
from django.db.models import Count, F, Prefetch
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from accounts.access import player_or_none
from accounts.made_once import made_once, may_be_busy
from accounts.models import Theme
from accounts.names import join_names
from games.whole_numbers import whole_number
from leagues.exports import results, standings
from leagues.exports.feeds import calendar_of, feed_of
from leagues.exports.results import packed_file
from leagues.exports.token_views import by_private_address, with_token
from leagues.exports.tokens import private_urls
from leagues.models import Game, GameSeat, League, Season, Session
from leagues.models.league import in_address
from leagues.pages.access import get_league, get_season
from leagues.pages.shared import (
    View,
    by_version,
    frame_context,
    kept_part,
    open_page,
    season_context,
    unless_listed,
)
from leagues.sheets.csv.text import CONTENT_TYPE, csv_lines
from leagues.standings.board import board_of, sessions_with_standings
from leagues.standings.rules_in_words import how_it_is_won
from leagues.standings.season_picture.page import picture_of
from leagues.standings.views import asked_session

JSON = "application/json"
# Of a summary: more than most clubs play in a season.
GAMES_ON_A_PAGE = 500


def export(view: Callable[[HttpRequest, Season, Session | None], HttpResponseBase]) -> View:
    """Decorate a file of a season as of `?session=`, or of now, that programs may ask for."""

    @open_page
    @with_token
    @wraps(view)
    def wrapped(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
        season = get_season(request, slug, number)
        session = asked_session(request, sessions_with_standings(season))
        return as_file(view(request, season, session), season, Path(request.path).name)

    return wrapped


@export
def standings_csv(
    _request: HttpRequest, _season: Season, session: Session | None
) -> HttpResponseBase:
    """The standings."""
    return _csv(standings.FIELDS, standings.standings_rows(session))


@export
def standings_json(
    request: HttpRequest, season: Season, session: Session | None
) -> HttpResponseBase:
    """The same with what the season agreed on."""
    return JsonResponse(standings.standings_data(request, season, session))


@export
def teams_csv(_request: HttpRequest, season: Season, session: Session | None) -> HttpResponseBase:
    """The standings of teams."""
    return _csv(standings.TEAM_FIELDS, standings.team_rows(season, session))


@export
def teams_json(request: HttpRequest, season: Season, session: Session | None) -> HttpResponseBase:
    """The same with the members of each team."""
    return JsonResponse(standings.team_data(request, season, session))


@export
def results_csv(request: HttpRequest, season: Season, session: Session | None) -> HttpResponseBase:
    """Every confirmed result, a line for each seat."""
    key = _key_of(request, season, session, "results.csv")

    def parts() -> Iterator[str]:
        return iter(csv_lines(results.FIELDS, results.results_rows(season, session)))

    return packed_file(request, key, CONTENT_TYPE, parts)


@export
def results_json(request: HttpRequest, season: Season, session: Session | None) -> HttpResponseBase:
    """The same, a game at a time."""
    key = _key_of(request, season, session, "results.json")
    return packed_file(request, key, JSON, lambda: results.results_json(request, season, session))


@open_page
def share(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """All ways out of the house."""
    season = get_season(request, slug, number)
    context = (
        season_context(request, season, "standings")
        | frame_context(request, season)
        | {
            "season_url": request.build_absolute_uri(season.get_absolute_url()),
            "tonight_url": request.build_absolute_uri(season.url_of("tonight")),
            "private": private_urls(request, player_or_none(request), season.league),
        }
    )
    return render(request, "leagues/exports/share.html", context)


@open_page
def summary(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """The champions, the standings, and a table of all results; `?page=` of a long season."""
    season = get_season(request, slug, number)
    return by_version(request, season, lambda: _summary(request, season))


def _summary(request: HttpRequest, season: Season) -> HttpResponse:
    page = whole_number(request.GET.get("page"), 1)

    def context() -> dict[str, Any]:
        found = _summary_of(season, page)
        if found is None:
            raise Http404
        return {"season": season, "summary": found, "how": how_it_is_won(season.season_rules)}

    body = kept_part(request, season, "leagues/exports/summary_body.html", page, context=context)
    of_page = season_context(request, season, "standings") | {"body": body}
    return render(request, "leagues/exports/summary.html", of_page)


def _summary_of(season: Season, page: int) -> dict[str, Any] | None:
    """A page of the summary of a season as it stands, None where there is none of that number.

    champions: the names on the first place, as a sentence has them; "" where nobody has a place.
    board, picture: None before anything counts, and on further pages. results: the games of the
    page, session by session, their seats in the order of the places. games, players: of all pages.
    At most ten statements.
    """
    is_first = page == 1
    sessions = sessions_with_standings(season) if is_first else []
    board = board_of(season, sessions, sessions[-1]) if sessions else None
    played = Game.objects.counting().filter(session__season=season)
    counts = played.order_by("session__starts_at", "session__number").values_list("session")
    pages = _pages(list(counts.annotate(games=Count("pk"))))
    if not 1 <= page <= len(pages):
        return None
    by_place = F("place").asc(nulls_last=True), "index"
    seats = GameSeat.objects.select_related("player").order_by(*by_place)
    results = (
        played.filter(session__in=pages[page - 1])
        .select_related("session", "round")
        .prefetch_related(Prefetch("seats", seats))
        .order_by("session__starts_at", "session__number", "number")
    )
    players = GameSeat.objects.filter(game__in=played, player__isnull=False)
    return {
        "page": page,
        "pages": range(1, len(pages) + 1),
        "board": board,
        "picture": picture_of(season) if is_first else None,
        "champions": join_names(board.winners) if board else "",
        "results": list(results),
        "games": played.count(),
        "players": players.aggregate(all=Count("player", distinct=True))["all"],
    }


def _pages(counts: Iterable[tuple[int, int]]) -> list[list[int]]:
    """The sessions of each page, from (session, games); the first of several has none."""
    pages: list[list[int]] = [[]]
    room = GAMES_ON_A_PAGE
    for session, games in counts:
        if pages[-1] and games > room:
            pages.append([])
            room = GAMES_ON_A_PAGE
        pages[-1].append(session)
        room -= games
    return [[], *pages] if len(pages) > 1 else pages


@open_page
def calendar(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The sessions of a league, as a calendar to subscribe to."""
    league = get_league(request, slug)
    return unless_listed(_calendar(request, league), league)


def _calendar(request: HttpRequest, league: League) -> HttpResponse:
    text = _kept(request, league, "version", calendar_of)
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{league.slug}.ics"'
    return response


@open_page
def feed(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The newest results of a league."""
    league = get_league(request, slug)
    return unless_listed(_feed(request, league), league)


def _feed(request: HttpRequest, league: League) -> HttpResponse:
    text = _kept(request, league, "standings_version", feed_of)
    return HttpResponse(text, content_type="application/atom+xml")


# For the calendar program and the news reader of a member, who need not sign in.
private_calendar = require_safe(by_private_address(may_be_busy(_calendar)))
private_feed = require_safe(by_private_address(may_be_busy(_feed)))


def _kept(
    request: HttpRequest,
    league: League,
    version: str,
    text_of: Callable[[HttpRequest, League], str],
) -> str:
    """A text about all seasons of a league, made once for each of their versions.

    version: the field of a season that tells these.
    """
    versions = tuple(league.seasons.order_by("pk").values_list("pk", version))
    site = request.build_absolute_uri("/")
    key = (text_of.__name__, league.pk, league.settings_version, versions, site, get_language())
    return made_once(request, key, lambda: text_of(request, league))


def _csv(fields: Sequence[str], rows: Iterable[Sequence[Any]]) -> HttpResponse:
    return HttpResponse("".join(csv_lines(fields, rows)), content_type=CONTENT_TYPE)


def as_file(response: HttpResponseBase, season: Season, name: str) -> HttpResponseBase:
    """A response that browsers save under a name of its own."""
    stem = in_address(f"{season.league}-{season}") or season.league.slug
    response["Content-Disposition"] = f'attachment; filename="{stem}-{name}"'
    return unless_listed(response, season.league)


def _key_of(
    request: HttpRequest, season: Season, session: Session | None, name: str
) -> tuple[Hashable, ...]:
    """What a file of a season depends on; addresses in it are those the site is asked by."""
    site, until = request.build_absolute_uri("/"), session.number if session else 0
    return (name, season.pk, season.standings_version, site, until)


@open_page
def embed(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """The present standings, alone; `?theme=light` or `dark` as the other site is."""
    season = get_season(request, slug, number)
    page = _framed if season.league.is_framed else _page
    return unless_listed(page(request, season), season.league)


def _page(request: HttpRequest, season: Season) -> HttpResponse:
    asked = request.GET.get("theme")
    sessions = sessions_with_standings(season)
    template = "leagues/exports/plain_standings.html"

    def standings() -> dict[str, Any]:
        return {"board": board_of(season, sessions, sessions[-1])}

    context = {
        "league": season.league,
        "season": season,
        "standings": kept_part(request, season, template, context=standings) if sessions else "",
        "theme": asked if asked in Theme.values else Theme.AUTO,
    }
    return render(request, "leagues/exports/embed.html", context)


def _framed(request: HttpRequest, season: Season) -> HttpResponseBase:
    """The same, which any site may put in a frame."""

    @xframe_options_exempt
    @csp_replace({"frame-ancestors": ["*"]})
    @may_be_busy
    def page(request: HttpRequest) -> HttpResponseBase:
        return _page(request, season)

    return page(request)
