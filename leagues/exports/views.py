"""What leaves the house: files, feeds, a page to print, and the page that lists all of it."""

from collections.abc import AsyncIterator, Iterator
from itertools import islice

from asgiref.sync import sync_to_async
from csp.decorators import csp_replace
from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
    StreamingHttpResponse,
)
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from accounts.models import Theme
from accounts.names import MISSING
from games.picture import Picture, PictureLine, picture_response
from leagues.access import get_league, get_season
from leagues.exports import results, standings
from leagues.exports.calendar import calendar_of, sessions_of
from leagues.exports.csv_text import csv_lines
from leagues.exports.feed import feed_of, newest_games
from leagues.exports.summary import summary_of
from leagues.models import League, Season, Session
from leagues.models.league import in_address
from leagues.pages import kept_page, open_page, season_context
from leagues.setup.embedding import frame_codes, may_be_framed
from leagues.setup.home import home_of
from leagues.standings.board import board_of, sessions_with_standings
from leagues.standings.figures import figure_text
from leagues.standings.rules_in_words import how_it_is_won
from leagues.standings.views import asked_session

PARTS_AT_ONCE = 500
CSV = "text/csv; charset=utf-8"
JSON = "application/json"


@open_page
@require_safe
def standings_csv(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """The standings, as of `?session=` if asked."""
    season, session = _asked(request, slug, number)
    lines = csv_lines(standings.FIELDS, standings.standings_rows(session))
    return as_file(HttpResponse("".join(lines), content_type=CSV), season, "standings.csv")


@open_page
@require_safe
def standings_json(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """The same with what the season agreed on."""
    season, session = _asked(request, slug, number)
    data = standings.standings_data(request, season, session)
    return as_file(JsonResponse(data), season, "standings.json")


@open_page
@require_safe
def results_csv(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Every confirmed result, a line for each seat, up to `?session=` if asked."""
    season, session = _asked(request, slug, number)
    rows = results.results_rows(season, session)
    response = StreamingHttpResponse(_as_read(csv_lines(results.FIELDS, rows)), content_type=CSV)
    return as_file(response, season, "results.csv")


@open_page
@require_safe
def results_json(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """The same, a game at a time."""
    season, session = _asked(request, slug, number)
    parts = results.results_json(request, season, session)
    return as_file(
        StreamingHttpResponse(_as_read(parts), content_type=JSON), season, "results.json"
    )


@open_page
@require_safe
def share(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """All ways out of the house."""
    season = get_season(request, slug, number)
    context = season_context(request, season, "standings") | {
        "season_url": request.build_absolute_uri(season.get_absolute_url()),
        "frame_codes": frame_codes(request, season),
    }
    return render(request, "leagues/exports/share.html", context)


@open_page
@require_safe
def summary(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The champions, the standings, and a table of all results."""
    season = get_season(request, slug, number)
    context = season_context(request, season, "standings") | {
        "summary": summary_of(season),
        "how": how_it_is_won(season.season_rules),
    }
    return render(request, "leagues/exports/summary.html", context)


@open_page
@require_safe
def calendar(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The sessions of a league, as a calendar to subscribe to."""
    league = get_league(request, slug)
    text = calendar_of(request, league, sessions_of(league))
    response = HttpResponse(text, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{league.slug}.ics"'
    return unless_listed(response, league)


@open_page
@require_safe
def feed(request: HttpRequest, slug: str) -> HttpResponseBase:
    """The newest results of a league."""
    league = get_league(request, slug)
    text = feed_of(request, league, newest_games(league))
    return unless_listed(HttpResponse(text, content_type="application/atom+xml"), league)


def as_file(response: HttpResponseBase, season: Season, name: str) -> HttpResponseBase:
    """A response that browsers save under a name of its own."""
    stem = in_address(f"{season.league}-{season}") or season.league.slug
    response["Content-Disposition"] = f'attachment; filename="{stem}-{name}"'
    return unless_listed(response, season.league)


def unless_listed(response: HttpResponseBase, league: League) -> HttpResponseBase:
    """Ask search engines to leave a page alone that is found by its link only."""
    if league.visibility == League.Visibility.UNLISTED:
        response["X-Robots-Tag"] = "noindex"
    return response


def _asked(request: HttpRequest, slug: str, number: int) -> tuple[Season, Session | None]:
    season = get_season(request, slug, number)
    return season, asked_session(request, sessions_with_standings(season))


async def _as_read(parts: Iterator[str]) -> AsyncIterator[str]:
    """The parts as they are read, many at once: each reading occupies a thread of the server."""
    read = sync_to_async(lambda: "".join(islice(parts, PARTS_AT_ONCE)))
    while text := await read():
        yield text


@open_page
@require_safe
def embed(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """The present standings, alone; `?theme=light` or `dark` as the other site is."""
    season = get_season(request, slug, number)
    page = _framed if may_be_framed(season.league) else _page
    return unless_listed(page(request, season), season.league)


def _page(request: HttpRequest, season: Season) -> HttpResponse:
    asked = request.GET.get("theme")
    sessions = sessions_with_standings(season)
    context = {
        "league": season.league,
        "season": season,
        "board": board_of(season, sessions, sessions[-1]) if sessions else None,
        "theme": asked if asked in Theme.values else Theme.AUTO,
    }
    return render(request, "leagues/exports/embed.html", context)


def _framed(request: HttpRequest, season: Season) -> HttpResponseBase:
    """The same, which any site may put in a frame."""

    @xframe_options_exempt
    @csp_replace({"frame-ancestors": ["*"]})
    def page(request: HttpRequest) -> HttpResponseBase:
        return _page(request, season)

    return page(request)


@kept_page
@require_safe
def picture(request: HttpRequest, slug: str) -> HttpResponseBase:
    """Who leads a league, as PNG; asked for again each time, since a league may shut its doors."""
    league = get_league(request, slug)
    return unless_listed(picture_response(request, _told(league)), league)


def _told(league: League) -> Picture:
    """All that stands in the picture: the league, its season, who leads."""
    home = home_of(league, may_organize=False)
    if home.season is None:
        return Picture(league.name, gettext("The first season is being prepared."))
    preset = home.season.season_rules.preset
    lines = [
        PictureLine(str(row.place or MISSING), row.player.name, figure_text(row.figure, preset))
        for row in home.top
    ]
    return Picture(league.name, home.season.name, tuple(lines))
