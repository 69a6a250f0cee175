"""Several sheets of a session at once: pasted or uploaded, looked at, then entered."""

from collections.abc import Iterable, Mapping, Sequence
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language, gettext, ngettext

from accounts.rate_limit import RateLimit, visitor_of
from games.whole_numbers import whole_number
from leagues.models import Game, Session
from leagues.models.errors import LeagueError
from leagues.pages.access import Level, acting_player, get_session
from leagues.pages.shared import TOO_OFTEN, open_form, open_page, refusal_text, season_context
from leagues.people.find import candidates_of
from leagues.sheets.csv.reading import ENGLISH, FRENCH, MOST_CHARACTERS, read_sheets, write_sheets
from leagues.sheets.csv.text import CONTENT_TYPE
from leagues.sheets.entering import groups_of
from leagues.sheets.finished_pad import blank_rounds
from leagues.sheets.import_page import (
    LinesForm,
    present_problems,
    present_sheets,
    sent_text,
    settle_names,
)
from leagues.sheets.new_games import (
    NamedSheet,
    Repeat,
    TablesByName,
    find_repeats,
    import_sheets,
    sheet_name,
    unstored_game,
    wanted,
)
from leagues.sheets.score_sheet import Pad

EXAMPLE = (
    ("A", Pad(("Ana", "Ben", "Cleo"), ((5, 12, 0), (20, 8, 31), (3, 47, 9)))),
    ("B", Pad(("Dora", "Eric"), (), (70, 24), 6)),
)

# A long text takes up to a second to read, and is sent for each question about it.
BY_MEMBER = RateLimit("import", 30, 60)


@open_form
def import_page(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Paste or upload, settle the names, then enter all of it or nothing."""
    found = get_session(request, slug, number, session, Level.SCORER)
    if request.method != "POST":
        return _page(request, found, "")
    text = sent_text(request, MOST_CHARACTERS)
    if not BY_MEMBER.is_allowed(visitor_of(request)):
        status = HTTPStatus.TOO_MANY_REQUESTS
        return _page(request, found, text, problems=[str(TOO_OFTEN)], status=status)
    reading = read_sheets(text)
    people = candidates_of(found)
    names = (name for sheet in reading.sheets for name in sheet.players)
    settled = settle_names(names, people, request.POST)
    game = unstored_game(found)
    forms = [LinesForm(sheet, settled.people, game, people) for sheet in reading.sheets]
    problems, is_unreadable = present_problems(reading.problems, forms)
    if is_unreadable:
        return _page(request, found, text, problems=problems)
    sheets = [NamedSheet(form.name, form.sheet, form.guests) for form in forms]
    again = _again(request, sheets)
    repeats = find_repeats(found, sheets)
    tables = _tables(found)
    lines = {form.name: form.places["p0"].line for form in forms}
    problems = [*_table_problems(wanted(sheets, repeats, again), tables, lines), *problems]
    # Without questions the sheets were pointed out before, unless somebody was faster.
    pointed_out = bool(settled.questions) and _has_unseen(request, repeats)
    if "import" in request.POST and not (settled.open or problems or pointed_out):
        try:
            return _import(request, found, sheets, tables.by_number)
        except LeagueError as error:
            problems = [refusal_text(error)]
            tables = _tables(found)
            repeats = find_repeats(found, sheets)
    return _page(
        request,
        found,
        text,
        problems=problems,
        sheets=present_sheets(forms, tables, repeats, again),
        has_repeats=any(repeat.times for repeat in repeats),
        questions=settled.questions,
        groups=groups_of(people),
        unanswered="import" in request.POST and bool(settled.open),
        pointed_out="import" in request.POST and pointed_out,
    )


@open_page
def import_template(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponse:
    """A text to fill in with a spreadsheet: the tables nobody has entered, or an example."""
    found = get_session(request, slug, number, session, Level.SCORER)
    games = found.games.filter(kind=Game.Kind.SHEET, status=Game.Status.SEATED)
    games = games.select_related("round").prefetch_related("seats__player")
    sheets = [_empty(game) for game in games]
    headings = FRENCH if get_language() == "fr" else ENGLISH
    text = write_sheets(sheets or EXAMPLE, headings)
    name = {"Content-Disposition": f'attachment; filename="session-{found.number}.csv"'}
    return HttpResponse(text, content_type=CONTENT_TYPE, headers=name)


# --- Steps -----------------------------------------------------------------------------


def _page(
    request: HttpRequest,
    session: Session,
    text: str,
    *,
    problems: Sequence[str] = (),
    status: HTTPStatus = HTTPStatus.OK,
    **more: Any,
) -> HttpResponse:
    """The page with what was pasted; 422 where something is wrong with it."""
    context = season_context(request, session.season, "sessions") | {
        "session": session,
        "text": text,
        "problems": problems,
        **more,
    }
    refused = problems or more.get("unanswered") or more.get("pointed_out")
    if refused and status == HTTPStatus.OK:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    return render(request, "leagues/sheets/import.html", context, status=status)


def _tables(session: Session) -> TablesByName:
    return TablesByName(session.games.select_related("round"))


def _import(
    request: HttpRequest,
    session: Session,
    sheets: Sequence[NamedSheet],
    numbers: Iterable[int],
) -> HttpResponse:
    by, now = acting_player(request), timezone.now()
    seen, again = _seen(request, numbers), _again(request, sheets)
    entered = import_sheets(session, sheets, by, now, seen, again)
    _tell(request, len(entered), len(sheets) - len(entered))
    return redirect(session)


def _seen(request: HttpRequest, numbers: Iterable[int]) -> dict[int, int]:
    """The versions of games whose drafts were shown before all was entered, by their numbers."""
    return {number: whole_number(request.POST.get(f"seen{number}"), 0) for number in numbers}


def _again(request: HttpRequest, sheets: Sequence[NamedSheet]) -> dict[int, int]:
    """How often each sheet was there already when it was ticked to be entered again."""
    return {
        index: whole_number(request.POST.get(f"again{index}"), 0) for index in range(len(sheets))
    }


def _has_unseen(request: HttpRequest, repeats: Sequence[Repeat]) -> bool:
    """Whether a sheet that is there already was not shown as such: the names said it only now."""
    return any(
        repeat.times and f"again{index}" not in request.POST for index, repeat in enumerate(repeats)
    )


def _table_problems(
    sheets: Iterable[NamedSheet], tables: TablesByName, lines: Mapping[str, int]
) -> list[str]:
    """Sheets of a table that has another result or sheet, or that could be of several tables."""
    problems, named = [], set[int]()
    for sheet in sheets:
        game = tables.get(sheet.name)
        words = {"line": lines[sheet.name], "name": sheet.name}
        if tables.is_ambiguous(sheet.name):
            sentence = gettext(
                "Line %(line)d: several rounds have a table %(name)s: write the round before it, "
                "such as “Round 2, table 3”."
            )
            problems.append(sentence % words)
        elif game and not _is_open(game):
            sentence = gettext(
                "Line %(line)d: %(table)s is not open: correct that game, or rename the sheet."
            )
            problems.append(sentence % (words | {"table": game.table_name}))
        elif game and game.number in named:
            sentence = gettext("Line %(line)d: %(table)s already has a sheet further up.")
            problems.append(sentence % (words | {"table": game.table_name}))
        named |= {game.number} if game else set()
    return problems


def _is_open(game: Game) -> bool:
    return game.kind == Game.Kind.SHEET and game.status == Game.Status.SEATED


def _empty(game: Game) -> tuple[str, Pad]:
    """The sheet of a game with its players and room for rounds."""
    names = tuple(seat.player.name for seat in game.seats.all() if seat.player)
    rounds = (("",) * len(names),) * len(blank_rounds(game.rules))
    return sheet_name(game), Pad(names, rounds)


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
