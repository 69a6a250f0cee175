"""The tables of a session: started online, played on paper, printed, and shown to the room."""

from collections.abc import Collection
from datetime import datetime
from http import HTTPStatus
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.qr import qr_uri
from games.whole_numbers import whole_number, whole_numbers
from leagues.access import Level, acting_player, get_session
from leagues.errors import LeagueError
from leagues.messages import refusal_text
from leagues.models import Game, Session
from leagues.pages import open_page, require_form, season_context, status_of
from leagues.people.find import plain
from leagues.sessions import online
from leagues.sessions.board import board
from leagues.sessions.overview import Sitting, TableCard, session_overview
from leagues.sessions.regions import SessionPage, screen_regions, session_now, socket_url
from leagues.sessions.start import Chosen
from leagues.sheets.finished_pad import blank_rounds


@open_page
@require_form
def start(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Play the ticked tables online; what was ticked survives a refusal."""
    found = get_session(request, slug, number, session, Level.SCORER)
    if request.method != "POST":
        return redirect(f"{found.get_absolute_url()}#start-tables")
    chosen = Chosen(
        tables=whole_numbers(request.POST.getlist("table")),
        seats=whole_number(request.POST.get("seats"), 0),
        bot_for_absent="bot_for_absent" in request.POST,
    )
    if not chosen.tables:
        sentence = gettext("Tick the tables that play online.")
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        return board(request, found, chosen=chosen, notice=sentence, status=status)
    try:
        _deal(request, found, chosen)
    except LeagueError as error:
        if not _have_begun(found, chosen.tables):
            sentence, status = refusal_text(error), status_of(error)
            return board(request, found, chosen=chosen, notice=sentence, status=status)
    return redirect(found)


def _deal(request: HttpRequest, session: Session, chosen: Chosen) -> None:
    online.start_online(
        session,
        chosen.tables,
        acting_player(request),
        timezone.now(),
        seats=chosen.seats,
        bot_for_absent=chosen.bot_for_absent,
    )


def _have_begun(session: Session, tables: Collection[int]) -> bool:
    """Whether all of them play online: a form that is sent twice gets what it asked for."""
    begun = session.games.filter(kind=Game.Kind.LIVE, number__in=tables)
    return begun.count() == len(tables)


@open_page
@require_safe
def sheets(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponse:
    """Empty score sheets to print, of the tables in play on paper or of those in ?table=."""
    found = get_session(request, slug, number, session, Level.SCORER)
    wanted = whole_numbers(request.GET.getlist("table"))
    tables = [
        table
        for table in session_overview(found).in_play
        if not table.is_live and (not wanted or table.number in wanted)
    ]
    context = season_context(request, found.season, "sessions") | {
        "session": found,
        "title": gettext("Empty score sheets"),
        "tables": tables,
        "rounds": blank_rounds(found.season.season_rules.options),
    }
    return render(request, "leagues/sessions/sheets.html", context)


class Slip(NamedTuple):
    """A slip of paper: who sits where, until when, and the QR code of the game’s page, for whoever
    may not enter its sheet.
    """

    sitting: Sitting
    table: TableCard
    ends_at: datetime | None
    code: str


@open_page
@require_safe
def slips(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponse:
    """A slip for each person with the number of their table, to print and to cut."""
    found = get_session(request, slug, number, session)
    frame = season_context(request, found.season, "sessions")
    overview = session_overview(found) if frame["may_score"] else session_overview(found).told()
    slips = [
        Slip(sitting, table, each.row.ends_at if each.row else None, code)
        for each in overview.rounds
        for table in each.tables
        if table.is_in_play
        for code in [qr_uri(request.build_absolute_uri(table.url))]
        for sitting in table.sittings
        if not sitting.is_bot
    ]
    slips.sort(key=lambda slip: plain(slip.sitting.name))
    context = frame | {"session": found, "title": gettext("Seat slips"), "slips": slips}
    return render(request, "leagues/sessions/slips.html", context)


@open_page
@require_safe
def screen(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponse:
    """The session for the whole room: huge, dark, and always up to date."""
    found = get_session(request, slug, number, session)
    regions = screen_regions(session_now(found, timezone.now()))
    context = season_context(request, found.season, "sessions") | {
        "session": found,
        "regions": {name: region.html for name, region in regions.items()},
        "ws_url": socket_url(found, SessionPage.SCREEN),
        "shown_version": found.season.version,
        "address": request.build_absolute_uri(found.get_absolute_url()),
    }
    return render(request, "leagues/sessions/screen.html", context)
