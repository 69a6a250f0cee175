"""Typing a score sheet on the page of its session: entering it, and correcting it."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from accounts.rate_limit import RateLimit, limited
from games.whole_numbers import whole_number
from leagues.models import Game, GameVersion, Session
from leagues.models.errors import LeagueError
from leagues.pages.access import Level, acting_player, get_entering, get_game, get_session
from leagues.pages.shared import open_form, reason_in, refusal_text, season_context
from leagues.people.find import candidates_of
from leagues.sessions.board import board
from leagues.sheets import results
from leagues.sheets.entering import SheetPage, after_table, cut_short_text, grid_of
from leagues.sheets.form import PlayersForm
from leagues.sheets.new_games import open_game, opened_already, unstored_game

# Far more than a page sends that saves at every pause; a scorer may have two tables open.
BY_MEMBER = RateLimit("sheet", 240, 60)

ENTERED = {Game.Status.SEATED, Game.Status.SUBMITTED}
NEW = "new"


class SheetOnBoard(SheetPage):
    """The sheet of a game, in its place on the page of the session."""

    def respond(self, game: Game, context: dict[str, Any], status: HTTPStatus) -> HttpResponse:
        which = str(game.number)
        template = "leagues/sheets/entry.html"
        return on_board(self.request, game.session, which, template, context, status)


def on_board(
    request: HttpRequest,
    session: Session,
    which: str,
    template: str,
    context: Mapping[str, Any],
    status: HTTPStatus,
) -> HttpResponse:
    """A sheet over the page of its session, whose address names it; htmx gets the sheet alone.

    which: the number of its game, or NEW.
    """
    if request.headers.get("HX-Request"):
        frame = season_context(request, session.season, "sessions") | {"session": session}
        return render(request, template, frame | dict(context), status=status)
    page = session.get_absolute_url()
    if request.method != "POST" and request.path != page:
        return redirect(f"{page}?sheet={which}")
    frame = season_context(request, session.season, "sessions") | {"session": session}
    sheet = render_to_string(template, frame | dict(context), request)
    return board(request, session, shown={"sheet": sheet}, status=status)


def sheet_of(request: HttpRequest, session: Session, which: str) -> HttpResponseBase:
    """The page of a session with a sheet over it, for whoever may enter or correct that."""
    season = session.season
    address = (season.league.slug, season.number, session.number)
    if which == NEW:
        return new(request, *address)
    game = get_object_or_404(session.games, number=whole_number(which, 0))
    view = correct if game.status == Game.Status.CONFIRMED else enter
    return view(request, *address, game.number)


@open_form
@limited(BY_MEMBER)
def enter(
    request: HttpRequest, slug: str, number: int, session: int, game: int
) -> HttpResponseBase:
    """The sheet of a game while nobody has confirmed it."""
    entering = get_entering(request, slug, number, session, game)
    found, by = entering.game, entering.player
    if found.kind != Game.Kind.SHEET:
        return redirect(found)
    sheet = SheetOnBoard(request, by)
    if request.method != "POST":
        return sheet.show(sheet.stored(found)) if found.status in ENTERED else redirect(found)
    form = sheet.sent(found)
    try:
        if not form.is_complete:
            sheet.keep(form)
        elif form.is_valid():
            entered = results.submit(
                found,
                form.sheet,
                by,
                timezone.now(),
                may_confirm=entering.may_confirm,
                guests=form.guests,
            )
            page = after_table(entered, may_confirm=entering.may_confirm)
            return _tell(request, entered, gettext("Table %(number)d counts."), page)
    except LeagueError as error:
        return sheet.conflict(form, error)
    return sheet.show(form)


@open_form
@limited(BY_MEMBER)
def correct(
    request: HttpRequest, slug: str, number: int, session: int, game: int
) -> HttpResponseBase:
    """The sheet of a game that counts, to be replaced with a reason."""
    found = get_game(request, slug, number, session, game, Level.SCORER)
    can_be_corrected = found.kind == Game.Kind.SHEET and found.status == Game.Status.CONFIRMED
    if not can_be_corrected or not found.session.season.is_open:
        return redirect(found)
    by = acting_player(request)
    sheet = SheetOnBoard(request, by)
    if request.method != "POST":
        return sheet.show(sheet.stored(found))
    form = sheet.sent(found)
    if not form.is_complete or not form.is_valid():
        return sheet.show(form)
    try:
        corrected = results.correct(
            found,
            form.sheet,
            by,
            reason_in(request.POST, GameVersion.REASON_LENGTH),
            timezone.now(),
            guests=form.guests,
        )
    except LeagueError as error:
        return sheet.conflict(form, error)
    done = gettext("Table %(number)d is corrected.")
    return _tell(request, corrected, done, found.get_absolute_url())


@open_form
@limited(BY_MEMBER)
@require_POST
def draft(
    request: HttpRequest, slug: str, number: int, session: int, game: int
) -> HttpResponseBase:
    """What is wrong with the sheet so far; while it is entered it is also kept."""
    entering = get_entering(request, slug, number, session, game)
    return SheetOnBoard(request, entering.player).kept(entering.game)


@open_form
@limited(BY_MEMBER)
def new(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """A game of score sheet that nobody was drawn for: who plays it."""
    found = get_session(request, slug, number, session, Level.SCORER)
    table = whole_number(request.POST.get("table"), 0) or found.next_game_number()
    is_sent = request.method == "POST" and "do" not in request.POST
    people = candidates_of(found)
    form = PlayersForm(request.POST, unstored_game(found), people, is_complete=is_sent)
    is_valid, error = form.is_valid(), ""
    if is_sent:
        # Its guests have their names already where this was sent before.
        game = opened_already(found, form.sheet, table)
        try:
            if game is None and is_valid:
                game = open_game(found, form.sheet, form.guests, table)
        except LeagueError as refused:
            error = refusal_text(refused)
        if game is not None:
            return redirect("leagues:game_submit", slug, number, session, game.number)
    context = grid_of(form) | {"table": table, "error": error}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if is_sent else HTTPStatus.OK
    return on_board(request, found, NEW, "leagues/sheets/new.html", context, status)


# --- Steps -----------------------------------------------------------------------------


def _tell(request: HttpRequest, game: Game, done: str, page: str) -> HttpResponse:
    """Lead to a page that says what became of a game; done: what, where it counts."""
    if game.status == Game.Status.VOIDED:
        messages.success(request, cut_short_text(game))
        return redirect(page)
    if game.status != Game.Status.CONFIRMED:
        done = gettext("Table %(number)d is entered. It counts once somebody has confirmed it.")
    elif game.pending_id is not None:
        done = gettext("Table %(number)d: the correction counts once somebody else has agreed.")
    messages.success(request, done % {"number": game.table_number})
    return redirect(page)
