"""Typing a score sheet: entering it, and correcting it."""

import secrets
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from accounts.models import Player
from leagues.access import Level, acting_player, get_entering, get_game, get_session
from leagues.errors import LeagueError, LeagueErrorCode
from leagues.messages import refusal_text
from leagues.models import Game, GameVersion, Session
from leagues.pages import open_page, require_form, season_context, status_of, whole
from leagues.sheets import results
from leagues.sheets.conflict import present_differences
from leagues.sheets.desk import Desk
from leagues.sheets.drafts import begins_on_own, draft_of, drop_draft, save_draft
from leagues.sheets.entry_page import EntryView, present_entry
from leagues.sheets.new_games import next_number, open_game, opened_already
from leagues.sheets.typed_sheet import ABOUT_NAMES, Fault, TypedSheet

ENTERED = {Game.Status.SEATED, Game.Status.SUBMITTED}
PAGE_NAME = 16


@open_page
@require_form
def enter(
    request: HttpRequest, slug: str, number: int, session: int, game: int
) -> HttpResponseBase:
    """The sheet of a game while nobody has confirmed it."""
    entering = get_entering(request, slug, number, session, game)
    found, by = entering.game, entering.player
    if found.kind != Game.Kind.SHEET:
        return redirect(found)
    if request.method != "POST":
        return _page(request, Desk.of_game(found)) if found.status in ENTERED else redirect(found)
    desk = Desk.of_game(found)
    typed = _typed(request, found)
    try:
        if "do" in request.POST:
            save_draft(found, typed, by, _name_of_page(request), timezone.now())
            return _page(request, desk, typed)
        reading = desk.read(typed)
        if desk.faults(reading):
            return _page(request, desk, typed, refused=True)
        results.submit(
            found,
            reading.sheet,
            by,
            timezone.now(),
            may_confirm=entering.may_confirm,
            guests=reading.guests,
        )
    except LeagueError as error:
        return _conflict(request, desk, typed, error)
    return _told(request, found, gettext("Table %(number)d counts."))


@open_page
@require_form
def correct(
    request: HttpRequest, slug: str, number: int, session: int, game: int
) -> HttpResponseBase:
    """The sheet of a game that counts, to be replaced with a reason."""
    found = get_game(request, slug, number, session, game, Level.SCORER)
    if found.kind != Game.Kind.SHEET or found.status != Game.Status.CONFIRMED:
        return redirect(found)
    desk = Desk.of_game(found)
    if request.method != "POST":
        return _page(request, desk)
    typed = _typed(request, found)
    if "do" in request.POST:
        return _page(request, desk, typed)
    reading = desk.read(typed)
    if desk.faults(reading):
        return _page(request, desk, typed, refused=True)
    try:
        results.correct(
            found,
            reading.sheet,
            acting_player(request),
            reason_of(request),
            timezone.now(),
            guests=reading.guests,
        )
    except LeagueError as error:
        return _conflict(request, desk, typed, error)
    return _told(request, found, gettext("Table %(number)d is corrected."))


@open_page
@require_POST
def draft(
    request: HttpRequest, slug: str, number: int, session: int, game: int
) -> HttpResponseBase:
    """What is wrong with the sheet so far; while it is entered it is also kept."""
    entering = get_entering(request, slug, number, session, game)
    found = entering.game
    typed = _typed(request, found)
    desk = Desk.of_game(found)
    page = _name_of_page(request)
    context: dict[str, Any] = {"game": found}
    status = HTTPStatus.OK
    if "throw_away" in request.POST:
        return _throw_away(request, found)
    try:
        if "correcting" not in request.POST:
            save_draft(found, typed, entering.player, page, timezone.now())
            context["draft"] = draft_of(found)
    except LeagueError as error:
        context |= _what_others_did(desk, typed, error)
        status = HTTPStatus.CONFLICT
    context |= {"sheet": _shown(desk, typed, complete=False), "version": found.version}
    return render(request, "leagues/sheets/state.html", context, status=status)


# --- Steps -----------------------------------------------------------------------------


def _typed(request: HttpRequest, game: Game) -> TypedSheet:
    """What was typed, and in `game` on top of which version of it.

    What a page saved by itself a moment ago, it was typed on top of that.
    """
    fields = request.POST
    if "over" in fields or not begins_on_own(game, _name_of_page(request)):
        game.version = whole(fields.get("over") or fields.get("version"))
    typed = TypedSheet.from_fields(fields)
    match fields.get("do"):
        case "round":
            return typed.with_size(0, len(typed.rounds) + 1)
        case "player":
            return typed.with_size(len(typed.columns) + 1, 0)
        case _:
            return typed


def _name_of_page(request: HttpRequest) -> str:
    """What tells a page with a sheet from another one with the same sheet."""
    name = request.POST.get("page", "")[:PAGE_NAME]
    return name if name.isalnum() else secrets.token_hex(PAGE_NAME // 2)


def _shown(desk: Desk, typed: TypedSheet, *, complete: bool) -> EntryView:
    """The sheet with what is wrong; complete: what is missing is wrong too."""
    reading = desk.read(typed)
    missing = desk.faults(reading)
    faults = missing if complete else desk.faults(reading, complete=False)
    return present_entry(
        typed, reading, faults, desk.candidates, desk.game.rules, is_complete=not missing
    )


def _page(
    request: HttpRequest,
    desk: Desk,
    typed: TypedSheet | None = None,
    *,
    refused: bool = False,
    status: HTTPStatus = HTTPStatus.OK,
    **more: Any,
) -> HttpResponse:
    """The page of the sheet; refused: somebody wanted to submit what cannot be."""
    game = desk.game
    sheet = _shown(desk, desk.with_room(typed or desk.typed()), complete=refused)
    context = season_context(request, game.session.season, "sessions") | {
        "session": game.session,
        "game": game,
        "sheet": sheet,
        "version": game.version,
        "sheet_url": _sheet_url(game),
        "page": _name_of_page(request),
        "draft": draft_of(game),
        "correcting": game.status == Game.Status.CONFIRMED,
        "reason": request.POST.get("reason", ""),
        "refused": refused,
        **more,
    }
    if refused:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    return render(request, "leagues/sheets/entry.html", context, status=status)


def _conflict(
    request: HttpRequest, desk: Desk, typed: TypedSheet, error: LeagueError
) -> HttpResponse:
    """Everything that was typed again, beside what others did; submitting it anew replaces that."""
    if error.code == LeagueErrorCode.NEEDS_REASON:
        missing = refusal_text(error)
        return _page(request, desk, typed, status=status_of(error), reason_missing=missing)
    more = _what_others_did(desk, typed, error)
    desk.game.refresh_from_db(fields=["version", "status"])
    # Who can be named may be what has changed.
    desk = Desk.of_game(desk.game)
    return _page(request, desk, typed, status=status_of(error), **more)


def _what_others_did(desk: Desk, typed: TypedSheet, error: LeagueError) -> dict[str, Any]:
    """The refusal, and where what is stored differs from what was typed."""
    if error.code != LeagueErrorCode.LATE:
        return {"error": refusal_text(error)}
    stored = Desk(
        Game.objects.select_related("session__season").get(pk=desk.game.pk), desk.candidates
    )
    draft = draft_of(stored.game)
    by = draft.by if draft else stored.game.entered_by_id
    return {
        "error": refusal_text(error),
        "late_by": Player.objects.filter(pk=by).first() if by else None,
        "sheet_url": _sheet_url(stored.game),
        "newest": stored.game.version,
        "differences": present_differences(typed, stored.typed(), desk.candidates.names),
    }


def _sheet_url(game: Game) -> str:
    """Where the sheet of a game is typed."""
    page = "game_correct" if game.status == Game.Status.CONFIRMED else "game_submit"
    session = game.session
    season = session.season
    address = [season.league.slug, season.number, session.number, game.number]
    return reverse(f"leagues:{page}", args=address)


def cut_short(game: Game) -> str:
    """What becomes of a game that the rules of the season take out."""
    sentence = gettext(
        "Table %(number)d was cut short: by the rules of this season it does not count."
    )
    return sentence % {"number": game.number}


def reason_of(request: HttpRequest) -> str:
    """Why a game is changed, as far as its history has room for it."""
    # PostgreSQL keeps no text with a zero byte.
    return request.POST.get("reason", "").replace("\0", "")[: GameVersion.REASON_LENGTH]


def _told(request: HttpRequest, game: Game, done: str) -> HttpResponse:
    """Back to the game, which says what became of it."""
    game.refresh_from_db()
    if game.status == Game.Status.VOIDED:
        messages.success(request, cut_short(game))
        return redirect(game)
    if game.status != Game.Status.CONFIRMED:
        done = gettext("Table %(number)d is entered. It counts once somebody has confirmed it.")
    elif game.pending_id is not None:
        done = gettext("Table %(number)d: the correction counts once somebody else has agreed.")
    messages.success(request, done % {"number": game.number})
    return redirect(game)


def _throw_away(request: HttpRequest, game: Game) -> HttpResponse:
    """Begin the sheet anew."""
    try:
        drop_draft(game)
    except LeagueError as error:
        messages.error(request, refusal_text(error))
    return redirect(_sheet_url(game))


@open_page
@require_form
def new(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """A game of score sheet that nobody was drawn for: who plays it."""
    found = get_session(request, slug, number, session, Level.SCORER)
    desk = Desk.of_session(found)
    typed = desk.with_room(TypedSheet.from_fields(request.POST))
    table = whole(request.POST.get("table")) or next_number(found)
    if request.POST.get("do") == "player":
        typed = typed.with_size(len(typed.columns) + 1, 0)
        return _new_page(request, found, desk, typed, table)
    if request.method != "POST":
        return _new_page(request, found, desk, typed, table)
    reading = desk.read(typed)
    # Its guests have their names already where this was sent before.
    game = opened_already(found, reading, table)
    if game is None:
        faults = [fault for fault in desk.faults(reading) if fault.code in ABOUT_NAMES]
        if faults:
            return _new_page(request, found, desk, typed, table, faults=faults)
        try:
            game = open_game(found, reading, table)
        except LeagueError as error:
            return _new_page(request, found, desk, typed, table, error=refusal_text(error))
    return redirect("leagues:game_submit", slug, number, session, game.number)


def _new_page(
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
