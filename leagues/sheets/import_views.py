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
from leagues.errors import LeagueError
from leagues.messages import refusal_text
from leagues.models import Game, Session
from leagues.pages import open_page, require_form, season_context, whole
from leagues.people.find import candidates_of, names_of_merged
from leagues.sheets.csv.headings import ENGLISH, FRENCH
from leagues.sheets.csv.reading import MOST_CHARACTERS, read_sheets, write_sheets
from leagues.sheets.csv.text import decode
from leagues.sheets.entry_page import groups_of
from leagues.sheets.finished_pad import blank_rounds
from leagues.sheets.import_page import LinesForm, present_problems, present_sheets, settle_names
from leagues.sheets.importing import NamedSheet, Repeat, find_repeats, import_sheets, wanted
from leagues.sheets.new_games import unstored_game
from leagues.sheets.pad.pad import Pad

EXAMPLE = (
    ("A", Pad(("Ana", "Ben", "Cleo"), ((5, 12, 0), (20, 8, 31), (3, 47, 9)))),
    ("B", Pad(("Dora", "Eric"), (), (70, 24), 6)),
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
    reading = read_sheets(text)
    people = candidates_of(found)
    merged = names_of_merged(found.season.league)
    settled = settle_names(reading.sheets, people, merged, request.POST)
    game = unstored_game(found)
    forms = [LinesForm(sheet, settled.people, game, people) for sheet in reading.sheets]
    problems, is_unreadable = present_problems(reading.problems, forms)
    if is_unreadable:
        return _page(request, found, text, problems=problems)
    sheets = [NamedSheet(form.name, form.sheet, form.guests) for form in forms]
    again = _again(request, sheets)
    repeats = find_repeats(found, sheets)
    games = _games(found)
    lines = {form.name: form.places["p0"].line for form in forms}
    problems = [*_tables_taken(wanted(sheets, repeats, again), games, lines), *problems]
    # Without questions the sheets were pointed out before, unless somebody was faster.
    pointed_out = bool(settled.questions) and _has_unseen(request, repeats)
    if "import" in request.POST and not (settled.open or problems or pointed_out):
        try:
            return _import(request, found, sheets, games.values())
        except LeagueError as error:
            problems = [refusal_text(error)]
            games = _games(found)
            repeats = find_repeats(found, sheets)
    return _page(
        request,
        found,
        text,
        problems=problems,
        sheets=present_sheets(forms, games, repeats, again),
        has_repeats=any(repeat.times for repeat in repeats),
        questions=settled.questions,
        groups=groups_of(people),
        unanswered="import" in request.POST and bool(settled.open),
        pointed_out="import" in request.POST and pointed_out,
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
    refused = problems or more.get("unanswered") or more.get("pointed_out")
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
    sheets: Sequence[NamedSheet],
    games: Iterable[Game],
) -> HttpResponse:
    by, now = acting_player(request), timezone.now()
    seen, again = _seen(request, games), _again(request, sheets)
    entered = import_sheets(session, sheets, by, now, seen, again)
    _tell(request, len(entered), len(sheets) - len(entered))
    return redirect(session)


def _seen(request: HttpRequest, games: Iterable[Game]) -> dict[int, int]:
    """The versions of games whose drafts were shown before all was entered."""
    return {game.number: whole(request.POST.get(f"seen{game.number}")) for game in games}


def _again(request: HttpRequest, sheets: Sequence[NamedSheet]) -> dict[int, int]:
    """How often each sheet was there already when it was ticked to be entered again."""
    return {index: whole(request.POST.get(f"again{index}")) for index in range(len(sheets))}


def _has_unseen(request: HttpRequest, repeats: Sequence[Repeat]) -> bool:
    """Whether a sheet that is there already was not shown as such: the names said it only now."""
    return any(
        repeat.times and f"again{index}" not in request.POST for index, repeat in enumerate(repeats)
    )


def _tables_taken(
    sheets: Iterable[NamedSheet], games: Mapping[str, Game], lines: Mapping[str, int]
) -> list[str]:
    """Sheets with the number of a table that has another result: that is to be corrected."""
    sentence = gettext(
        "Line %(line)d: table %(number)d is not open: correct that game, or rename the sheet."
    )
    return [
        sentence % {"line": lines[sheet.name], "number": games[sheet.name].number}
        for sheet in sheets
        if sheet.name in games and not _is_open(games[sheet.name])
    ]


def _is_open(game: Game) -> bool:
    return game.kind == Game.Kind.SHEET and game.status == Game.Status.SEATED


def _empty(game: Game) -> tuple[str, Pad]:
    """The sheet of a game with its players and room for rounds."""
    names = tuple(seat.player.name for seat in game.seats.all() if seat.player)
    rounds = (("",) * len(names),) * len(blank_rounds(game.rules))
    return str(game.number), Pad(names, rounds)


def _tell(request: HttpRequest, entered: int, left_out: int) -> None:
    if entered:
        sentence = ngettext("%(count)d sheet is entered.", "%(count)d sheets are entered.", entered)
        messages.success(request, sentence % {"count": entered})
    if left_out:
        sentence = ngettext(
            "%(count)d sheet is there already: it was not entered again.",
            "%(count)d sheets are there already: they were not entered again.",
            left_out,
        )
        messages.info(request, sentence % {"count": left_out})
