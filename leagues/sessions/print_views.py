"""What is printed of a session: seat slips, empty score sheets, and the sheet of one game."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext, pgettext

from accounts.qr import ANY_MASK, qr_uri
from games.live.regions import render_rows
from games.plain_text import plain
from games.whole_numbers import whole_number, whole_numbers
from leagues.models import Session
from leagues.pages.access import Level, get_game, get_session, level_of
from leagues.pages.shared import moved, open_page, season_context
from leagues.sessions.overview import TableCard, TableRound
from leagues.sessions.reading import session_overview
from leagues.sheets.finished_pad import blank_rounds
from leagues.sheets.game_views import game_context
from leagues.sheets.score_links import service as score_links
from leagues.sheets.score_links.views import present_link

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


def _menu(session: Session, what: str, *, may_score: bool) -> list[tuple[str, str, bool]]:
    """Addresses and names of what can be printed, and whether this page shows it."""
    season = session.season
    page = season.url_of("print", session.number)
    lines = [(f"{page}?what={SLIPS}", gettext("Seat slips"), what == SLIPS)]
    if may_score:
        lines.append((f"{page}?what={SHEETS}", gettext("Empty score sheets"), what == SHEETS))
    return [*lines, (season.url_of("summary"), gettext("Summary of the season"), False)]


def _sheets(request: HttpRequest, session: Session) -> dict[str, Any]:
    """Empty score sheets of the tables in play on paper."""
    wanted = whole_numbers(request.GET.getlist("table"))
    codes = _sheet_codes(request, session)
    tables = [
        (table, codes.get(table.number, ""))
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


def _sheet_codes(request: HttpRequest, session: Session) -> dict[int, str]:
    """The QR codes that open sheets of tables, by the number of the game: for those who score."""
    addresses = score_links.addresses_of(session, request)
    return {number: qr_uri(address, ANY_MASK) for number, address in addresses.items()}


class Slip(NamedTuple):
    """A slip of paper: who sits where, with whom, and the QR code of the sheet.

    time: the round, and until when it lasts. shows_game: the code opens the game, not its sheet.
    """

    table: int
    name: str
    others: list[str]
    time: str
    code: SafeString
    shows_game: bool


def _slips(request: HttpRequest, session: Session) -> dict[str, Any]:
    """A slip for each person with the number of their table, to cut."""
    overview, codes = session_overview(session, in_play=True), dict[int, str]()
    if level_of(request, session.season.league) >= Level.SCORER:
        codes = _sheet_codes(request, session)
    else:
        overview = overview.told()
    slips: list[Slip] = []
    for each in overview.rounds:
        for table in each.tables:
            slips += _slips_of(request, each, table, codes.get(table.number, ""))
    slips.sort(key=lambda slip: plain(slip.name))
    day = date_format(localtime(session.starts_at), "SHORT_DATE_FORMAT")
    return {
        "session": session,
        "title": gettext("Seat slips"),
        "what": SLIPS if slips else "",
        "nothing": gettext(
            "Nobody is at a table now. Draw the tables first: then everybody gets a slip with "
            "their table number."
        ),
        "slips": render_rows(
            "leagues/slips",
            f"{session.season.league.name} · {day}",
            [gettext("QR code: opens this score sheet"), gettext("QR code of the table")],
            [
                pgettext("under a QR code", "Score sheet"),
                pgettext("under a QR code", "Table and result"),
            ],
            slips,
        ),
    }


def _slips_of(
    request: HttpRequest, round: TableRound, table: TableCard, sheet_code: str
) -> Iterator[Slip]:
    """The slips of a table; sheet_code: "" for whoever may not enter its sheet."""
    words = []
    if round.row:
        said = pgettext("of a session", "Round %(number)s")
        words.append(said % {"number": round.row.number})
        if round.row.ends_at:
            ends = date_format(localtime(round.row.ends_at), "H:i")
            words.append(gettext("until %(time)s") % {"time": ends})
    code = sheet_code or qr_uri(request.build_absolute_uri(table.url), ANY_MASK)
    for sitting in table.sittings:
        if not sitting.is_bot:
            yield Slip(
                table=table.table_number,
                name=sitting.name,
                others=[other.name for other in table.sittings if other != sitting],
                time=" ".join(words),
                # A code holds nothing that would have to be escaped.
                code=SafeString(code),
                shows_game=not sheet_code,
            )


def _game(request: HttpRequest, slug: str, number: int, session: int) -> dict[str, Any]:
    """The sheet of a game; empty where nothing counts yet."""
    game = get_game(request, slug, number, session, whole_number(request.GET.get("game"), 0))
    context = game_context(request, game)
    return context | {
        "link": present_link(request, game),
        "names": [seat.called for seat in context["shown"]["parts"]],
        "title": game.table_name,
        "what": GAME,
        "rounds": blank_rounds(game.rules),
    }


sheets = moved("print", Level.SCORER, what=SHEETS)
slips = moved("print", what=SLIPS)
sheet = moved("print", what=GAME, game="{game}")
