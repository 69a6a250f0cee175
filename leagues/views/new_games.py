"""A game of score sheet that nobody was drawn for."""

from collections.abc import Sequence
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render

from leagues.access import Level, get_session
from leagues.errors import LeagueError
from leagues.models import Session
from leagues.presenters.frame import season_context
from leagues.presenters.sheet_desk import Desk
from leagues.presenters.sheet_entry import present_entry
from leagues.refusals import refusal_text
from leagues.services.new_games import next_number, open_game, opened_already
from leagues.typed_sheet import ABOUT_NAMES, Fault, TypedSheet
from leagues.views.common import open_page, require_form
from leagues.views.numbers import whole


@open_page
@require_form
def new(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Who plays it."""
    found = get_session(request, slug, number, session, Level.SCORER)
    desk = Desk.of_session(found)
    typed = desk.with_room(TypedSheet.from_fields(request.POST))
    table = whole(request.POST.get("table")) or next_number(found)
    if request.POST.get("do") == "player":
        typed = typed.with_size(len(typed.columns) + 1, 0)
        return _page(request, found, desk, typed, table)
    if request.method != "POST":
        return _page(request, found, desk, typed, table)
    reading = desk.read(typed)
    # Its guests have their names already where this was sent before.
    game = opened_already(found, reading, table)
    if game is None:
        faults = [fault for fault in desk.faults(reading) if fault.code in ABOUT_NAMES]
        if faults:
            return _page(request, found, desk, typed, table, faults=faults)
        try:
            game = open_game(found, reading, table)
        except LeagueError as error:
            return _page(request, found, desk, typed, table, error=refusal_text(error))
    return redirect("leagues:game_submit", slug, number, session, game.number)


def _page(
    request: HttpRequest,
    session: Session,
    desk: Desk,
    typed: TypedSheet,
    table: int,
    *,
    faults: Sequence[Fault] = (),
    error: str = "",
) -> HttpResponse:
    view = present_entry(
        typed, desk.read(typed), faults, desk.candidates, desk.game.rules, is_complete=False
    )
    context = season_context(request, session.season, "sessions") | {
        "session": session,
        "sheet": view,
        "table": table,
        "error": error,
    }
    status = HTTPStatus.UNPROCESSABLE_ENTITY if faults or error else HTTPStatus.OK
    return render(request, "leagues/sheets/new.html", context, status=status)
