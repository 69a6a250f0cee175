"""What is printed of a session: seat slips, empty score sheets, and the sheet of one game."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.functional import SimpleLazyObject
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext, pgettext

from accounts.qr import ANY_MASK, qr_uri
from games.live.regions import render_rows
from games.plain_text import plain
from games.whole_numbers import whole_number, whole_numbers
from leagues.models import Session
from leagues.pages.access import Level, get_game, get_session, level_of
from leagues.pages.shared import open_page, season_context
from leagues.sessions.overview import Sitting, TableCard
from leagues.sessions.reading import session_overview
from leagues.sheets.finished_pad import blank_rounds
from leagues.sheets.game_views import game_context

SLIPS, SHEETS, GAME = "slips", "sheets", "game"


@open_page
def print_page(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponse:
    """What ?what= names: SLIPS, SHEETS (of ?table= alone, if given), or the GAME of ?game=."""
    what = request.GET.get("what", SLIPS)
    address = (slug, number, session)
    if what == GAME:
        context = _game(request, *address)
    elif what == SHEETS:
        context = _sheets(request, get_session(request, *address, Level.SCORER))
    else:
        context = _slips(request, get_session(request, *address))
    found = context["session"]
    frame = season_context(request, found.season, "sessions")
    context["menu"] = _menu(found, what, may_score=frame["may_score"])
    return render(request, "leagues/sessions/print.html", frame | context)


class MenuLine(NamedTuple):
    """Something to print; is_shown: this page shows it."""

    url: str
    name: str
    is_shown: bool


def _menu(session: Session, what: str, *, may_score: bool) -> list[MenuLine]:
    season = session.season
    page = season.url_of("print", session.number)
    summary = season.url_of("summary")
    lines = [MenuLine(f"{page}?what={SLIPS}", gettext("Seat slips"), what == SLIPS)]
    if may_score:
        name = gettext("Empty score sheets")
        lines.append(MenuLine(f"{page}?what={SHEETS}", name, what == SHEETS))
    return [*lines, MenuLine(summary, gettext("Summary of the season"), is_shown=False)]


def _sheets(request: HttpRequest, session: Session) -> dict[str, Any]:
    """Empty score sheets of the tables in play on paper."""
    wanted = whole_numbers(request.GET.getlist("table"))
    tables = [
        table
        for table in session_overview(session, in_play=True).in_play
        if not table.is_live and (not wanted or table.number in wanted)
    ]
    return {
        "session": session,
        "title": gettext("Empty score sheets"),
        "what": SHEETS if tables else "",
        "nothing": gettext(
            "No table is playing on paper now. Draw the tables first: each one that does not "
            "start online gets a sheet with its players’ names."
        ),
        "tables": tables,
        "rounds": blank_rounds(session.season.season_rules.options),
    }


def _code_of(request: HttpRequest, table: TableCard) -> Any:
    """The QR code of a game's page, drawn where it is shown: scorers are shown another one."""
    return SimpleLazyObject(lambda: qr_uri(request.build_absolute_uri(table.url), ANY_MASK))


class Slip(NamedTuple):
    """A slip of paper: who sits where, until when, and the QR code of the game’s page, for whoever
    may not enter its sheet.
    """

    sitting: Sitting
    table: TableCard
    ends_at: datetime | None
    code: Any


class SlipInWords(NamedTuple):
    """The same as it is printed. shows_game: whether its code opens no sheet."""

    table: int
    name: str
    others: list[str]
    time: str
    code: SafeString
    shows_game: bool


def slips_in_words(session: Session, slips: Iterable[Slip], codes: Mapping[int, str]) -> SafeString:
    """The slips as HTML. codes: of sheets to enter, by the number of the game: only scorers and
    organizers print these.
    """
    day = date_format(localtime(session.starts_at), "SHORT_DATE_FORMAT")
    return render_rows(
        "leagues/slips",
        f"{session.season.league.name} · {day}",
        [gettext("QR code: opens this score sheet"), gettext("QR code of the table")],
        [
            pgettext("under a QR code", "Score sheet"),
            pgettext("under a QR code", "Table and result"),
        ],
        [_slip_in_words(slip, codes.get(slip.table.number, "")) for slip in slips],
    )


def _slip_in_words(slip: Slip, link: str) -> SlipInWords:
    table, words = slip.table, []
    if table.round_number:
        said = pgettext("of a session", "Round %(number)s")
        words.append(said % {"number": table.round_number})
    if slip.ends_at:
        words.append(
            gettext("until %(time)s") % {"time": date_format(localtime(slip.ends_at), "H:i")}
        )
    return SlipInWords(
        table=table.table_number,
        name=slip.sitting.name,
        others=[other.name for other in table.sittings if other != slip.sitting],
        time=" ".join(words),
        # A code holds nothing that would have to be escaped.
        code=SafeString(link or slip.code),
        shows_game=not link,
    )


def _slips(request: HttpRequest, session: Session) -> dict[str, Any]:
    """A slip for each person with the number of their table, to cut."""
    overview = session_overview(session, in_play=True)
    if level_of(request, session.season.league) < Level.SCORER:
        overview = overview.told()
    slips = [
        Slip(sitting, table, each.row.ends_at if each.row else None, code)
        for each in overview.rounds
        for table in each.tables
        if table.is_in_play
        for code in [_code_of(request, table)]
        for sitting in table.sittings
        if not sitting.is_bot
    ]
    slips.sort(key=lambda slip: plain(slip.sitting.name))
    return {
        "session": session,
        "title": gettext("Seat slips"),
        "what": SLIPS if slips else "",
        "nothing": gettext(
            "Nobody is at a table now. Draw the tables first: then everybody gets a slip with "
            "their table number."
        ),
        "slips": slips,
    }


def _game(request: HttpRequest, slug: str, number: int, session: int) -> dict[str, Any]:
    """The sheet of a game; empty where nothing counts yet."""
    game = get_game(request, slug, number, session, whole_number(request.GET.get("game"), 0))
    context = game_context(request, game)
    return context | {
        "title": game.table_name,
        "what": GAME,
        "rounds": blank_rounds(game.rules),
    }


# --- Addresses of before -----------------------------------------------------------------


def _printed(request: HttpRequest, session: Session, what: str) -> HttpResponse:
    season = session.season
    page = season.url_of("print", session.number)
    query = request.GET.copy()
    query["what"] = what
    return redirect(f"{page}?{query.urlencode()}")


@open_page
def sheets(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponse:
    """Lead to the empty score sheets."""
    found = get_session(request, slug, number, session, Level.SCORER)
    return _printed(request, found, SHEETS)


@open_page
def slips(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponse:
    """Lead to the seat slips."""
    return _printed(request, get_session(request, slug, number, session), SLIPS)


@open_page
def sheet(request: HttpRequest, slug: str, number: int, session: int, game: int) -> HttpResponse:
    """Lead to the sheet of a game."""
    found = get_game(request, slug, number, session, game)
    season = found.session.season
    page = season.url_of("print", session)
    return redirect(f"{page}?what={GAME}&game={game}")
