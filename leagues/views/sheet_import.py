"""Several sheets of a session at once: pasted or uploaded, looked at, then entered."""

from collections.abc import Iterable, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language, gettext, ngettext
from django.views.decorators.http import require_safe

from leagues.access import Level, acting_player, get_session
from leagues.candidates import candidates_of
from leagues.errors import LeagueError
from leagues.models import Game, Session
from leagues.presenters.frame import season_context
from leagues.presenters.sheet_entry import groups_of
from leagues.presenters.sheet_import import (
    present_players_refused,
    present_sheets,
    problem_text,
    settle_names,
)
from leagues.presenters.sheet_pad import blank_rounds
from leagues.refusals import refusal_text
from leagues.services.sheet_import import import_sheets
from leagues.sheets.csv_headings import ENGLISH, FRENCH
from leagues.sheets.csv_text import decode
from leagues.sheets.pad import Pad
from leagues.sheets.sheet_csv import MOST_CHARACTERS, Sheet, read_sheets, write_sheets
from leagues.views.common import open_page, require_form
from leagues.views.numbers import whole

EXAMPLE = (
    Sheet("A", Pad(("Ana", "Ben", "Cleo"), ((5, 12, 0), (20, 8, 31), (3, 47, 9)))),
    Sheet("B", Pad(("Dora", "Eric"), (), (70, 24), 6)),
)

# A character of UTF-8 takes up to four bytes.
MOST_BYTES = 4 * MOST_CHARACTERS


@open_page
@require_form
def import_page(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Paste or upload, settle the names, then enter all of it or nothing."""
    found = get_session(request, slug, number, session, Level.SCORER)
    if request.method != "POST":
        return _page(request, found, "")
    text = _text(request)
    rules = found.season.season_rules
    reading = read_sheets(text, rules.options)
    if reading.problems:
        problems = [problem_text(problem, rules.options) for problem in reading.problems]
        return _page(request, found, text, problems=problems)
    candidates = candidates_of(found)
    settled = settle_names(reading.sheets, candidates, request.POST)
    games = _games(found)
    problems = [
        *_tables_taken(reading.sheets, games),
        *present_players_refused(reading.sheets, settled, rules),
    ]
    if "import" in request.POST and not settled.open and not problems:
        try:
            return _import(request, found, reading.sheets, settled.people, games.values())
        except LeagueError as error:
            problems = [refusal_text(error)]
            games = _games(found)
    return _page(
        request,
        found,
        text,
        problems=problems,
        sheets=present_sheets(reading.sheets, games, rules.options),
        questions=settled.questions,
        groups=groups_of(candidates),
        unanswered="import" in request.POST and bool(settled.open),
    )


@open_page
@require_safe
def import_template(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponse:
    """A text to fill in with a spreadsheet: the tables nobody has entered, or an example."""
    found = get_session(request, slug, number, session, Level.SCORER)
    games = found.games.filter(kind=Game.Kind.SHEET, status=Game.Status.SEATED)
    sheets = [_empty(game) for game in games.prefetch_related("seats__player")]
    headings = FRENCH if get_language() == "fr" else ENGLISH
    text = write_sheets(sheets or EXAMPLE, headings)
    answer = HttpResponse(text, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="session-{found.number}.csv"'
    return answer


# --- Steps -----------------------------------------------------------------------------


def _page(
    request: HttpRequest, session: Session, text: str, *, problems: Sequence[str] = (), **more: Any
) -> HttpResponse:
    """The page with what was pasted; refused where something is wrong with it."""
    context = season_context(request, session.season, "sessions") | {
        "session": session,
        "text": text,
        "problems": problems,
        **more,
    }
    refused = problems or more.get("unanswered")
    status = HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK
    return render(request, "leagues/sheets/import.html", context, status=status)


def _text(request: HttpRequest) -> str:
    """What was uploaded, or else pasted; cut where it is too long to be read at all."""
    file = request.FILES.get("file")
    if file is not None:
        return decode(file.read(MOST_BYTES + 1))
    return request.POST.get("text", "")


def _games(session: Session) -> dict[str, Game]:
    """The games of a session by what a sheet of theirs is called."""
    return {str(game.number): game for game in session.games.all()}


def _import(
    request: HttpRequest,
    session: Session,
    sheets: Sequence[Sheet],
    people: Mapping[str, int],
    games: Iterable[Game],
) -> HttpResponse:
    by, seen = acting_player(request), _seen(request, games)
    _tell(request, import_sheets(session, sheets, people, by, timezone.now(), seen))
    return redirect(session)


def _seen(request: HttpRequest, games: Iterable[Game]) -> dict[int, int]:
    """The versions of games whose drafts were shown before all was entered."""
    return {game.number: whole(request.POST.get(f"seen{game.number}")) for game in games}


def _tables_taken(sheets: Iterable[Sheet], games: Mapping[str, Game]) -> list[str]:
    """Sheets with the number of a table that has a result: imported twice, or called wrongly."""
    sentence = gettext(
        "Line %(line)d: table %(number)d is not open: correct that game, or rename the sheet."
    )
    return [
        sentence % {"line": sheet.lines[0], "number": games[sheet.name].number}
        for sheet in sheets
        if sheet.name in games and not _is_open(games[sheet.name])
    ]


def _is_open(game: Game) -> bool:
    return game.kind == Game.Kind.SHEET and game.status == Game.Status.SEATED


def _empty(game: Game) -> Sheet:
    """The sheet of a game with its players and room for rounds."""
    names = tuple(seat.player.name for seat in game.seats.all() if seat.player)
    rounds = (("",) * len(names),) * len(blank_rounds(game.rules))
    return Sheet(str(game.number), Pad(names, rounds))


def _tell(request: HttpRequest, entered: Sequence[Game]) -> None:
    count = len(entered)
    sentence = ngettext("%(count)d sheet is entered.", "%(count)d sheets are entered.", count)
    messages.success(request, sentence % {"count": count})
