"""Typing a score sheet: entering it, and correcting it."""

import secrets
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
from accounts.names import legible
from leagues.access import Level, acting_player, get_entering, get_game, get_session
from leagues.errors import LeagueError, LeagueErrorCode
from leagues.messages import refusal_text
from leagues.models import Game, GameVersion
from leagues.pages import open_page, require_form, season_context, status_of, whole
from leagues.people.find import Candidates, candidates_of
from leagues.sheets import results
from leagues.sheets.drafts import draft_of, drop_draft, page_saved_last, save_draft
from leagues.sheets.entry_page import grid_of, present_differences
from leagues.sheets.form import PlayersForm, SheetForm, texts_of_seats, texts_of_sheet
from leagues.sheets.new_games import next_number, open_game, opened_already, unstored_game
from leagues.sheets.revisions import read_revision

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
        return _page(request, _stored(found)) if found.status in ENTERED else redirect(found)
    form = _sent(request, found)
    try:
        if not form.is_complete:
            save_draft(found, form.texts, by, _name_of_page(request), timezone.now())
        elif form.is_valid():
            results.submit(
                found,
                form.sheet,
                by,
                timezone.now(),
                may_confirm=entering.may_confirm,
                guests=form.guests,
            )
            return _to_game(request, found, gettext("Table %(number)d counts."))
    except LeagueError as error:
        return _conflict(request, form, error)
    return _page(request, form)


@open_page
@require_form
def correct(
    request: HttpRequest, slug: str, number: int, session: int, game: int
) -> HttpResponseBase:
    """The sheet of a game that counts, to be replaced with a reason."""
    found = get_game(request, slug, number, session, game, Level.SCORER)
    if found.kind != Game.Kind.SHEET or found.status != Game.Status.CONFIRMED:
        return redirect(found)
    if request.method != "POST":
        return _page(request, _stored(found))
    form = _sent(request, found)
    if not form.is_complete or not form.is_valid():
        return _page(request, form)
    try:
        results.correct(
            found,
            form.sheet,
            acting_player(request),
            reason_of(request),
            timezone.now(),
            guests=form.guests,
        )
    except LeagueError as error:
        return _conflict(request, form, error)
    return _to_game(request, found, gettext("Table %(number)d is corrected."))


@open_page
@require_POST
def draft(
    request: HttpRequest, slug: str, number: int, session: int, game: int
) -> HttpResponseBase:
    """What is wrong with the sheet so far; while it is entered it is also kept."""
    entering = get_entering(request, slug, number, session, game)
    found = entering.game
    form = _sent(request, found, as_draft=True)
    context: dict[str, Any] = {}
    status = HTTPStatus.OK
    if "throw_away" in request.POST:
        return _throw_away(request, found)
    try:
        if "correcting" not in request.POST:
            page = _name_of_page(request)
            save_draft(found, form.texts, entering.player, page, timezone.now())
            context["draft"] = draft_of(found)
    except LeagueError as error:
        context = _what_others_did(form, error)
        status = HTTPStatus.CONFLICT
    context |= {"form": form, "version": found.version}
    return render(request, "leagues/sheets/state.html", context, status=status)


@open_page
@require_form
def new(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """A game of score sheet that nobody was drawn for: who plays it."""
    found = get_session(request, slug, number, session, Level.SCORER)
    table = whole(request.POST.get("table")) or next_number(found)
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
    context = season_context(request, found.season, "sessions") | grid_of(form)
    context |= {"session": found, "table": table, "error": error}
    status = HTTPStatus.UNPROCESSABLE_ENTITY if is_sent else HTTPStatus.OK
    return render(request, "leagues/sheets/new.html", context, status=status)


# --- Steps -----------------------------------------------------------------------------


def _sent(request: HttpRequest, game: Game, *, as_draft: bool = False) -> SheetForm:
    """The form as it was sent; `game` gets the version on top of which it was typed.

    That is the newest one where the page itself saved it: it may be sent before the answer with
    that version has arrived.
    """
    fields = request.POST
    if "over" in fields or not page_saved_last(game, _name_of_page(request)):
        game.version = whole(fields.get("over") or fields.get("version"))
    # "Keep mine" keeps what was typed; it enters no result.
    is_complete = not as_draft and fields.keys().isdisjoint({"do", "over"})
    return SheetForm(fields, game, candidates_of(game.session), is_complete=is_complete)


def _stored(game: Game, people: Candidates | None = None) -> SheetForm:
    """The sheet as far as it is written: the draft, what was entered, or who was drawn."""
    draft, sheet = draft_of(game), game.pending or game.sheet
    if draft is not None:
        texts = draft.texts
    elif sheet is not None:
        texts = texts_of_sheet(read_revision(sheet))
    else:
        seats = game.seats.order_by("index")
        texts = texts_of_seats(seats.values_list("player_id", "substitute_for_id"))
    return SheetForm(texts, game, people or candidates_of(game.session), is_complete=False)


def _name_of_page(request: HttpRequest) -> str:
    """What tells two open pages with the same sheet apart."""
    name = request.POST.get("page", "")[:PAGE_NAME]
    return name if name.isalnum() else secrets.token_hex(PAGE_NAME // 2)


def _page(
    request: HttpRequest,
    form: SheetForm,
    status: HTTPStatus = HTTPStatus.OK,
    **more: Any,
) -> HttpResponse:
    """The page of the sheet; 422 where a sheet with faults was submitted."""
    game = form.game
    refused = form.is_complete and not form.is_valid()
    context = season_context(request, game.session.season, "sessions") | grid_of(form)
    context |= {
        "session": game.session,
        "game": game,
        "version": game.version,
        "sheet_url": _sheet_url(game),
        "page": _name_of_page(request),
        "draft": draft_of(game),
        "correcting": game.status == Game.Status.CONFIRMED,
        "reason": request.POST.get("reason", ""),
        "refused": refused,
        **more,
    }
    if refused and status == HTTPStatus.OK:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    return render(request, "leagues/sheets/entry.html", context, status=status)


def _conflict(request: HttpRequest, form: SheetForm, error: LeagueError) -> HttpResponse:
    """The page with all that was typed, and what others did; submitted again it replaces that."""
    status = status_of(error)
    if error.code == LeagueErrorCode.NEEDS_REASON:
        return _page(request, form, status, reason_missing=refusal_text(error))
    more = _what_others_did(form, error)
    game = form.game
    game.refresh_from_db(fields=["version", "status"])
    # Who can be named may be what has changed.
    people = candidates_of(game.session)
    form = SheetForm(form.texts, game, people, is_complete=form.is_complete)
    return _page(request, form, status, **more)


def _what_others_did(form: SheetForm, error: LeagueError) -> dict[str, Any]:
    """The refusal, and where what is stored differs from what was typed."""
    if error.code != LeagueErrorCode.LATE:
        return {"error": refusal_text(error)}
    stored = Game.objects.select_related("session__season").get(pk=form.game.pk)
    draft = draft_of(stored)
    by = draft.by if draft else stored.entered_by_id
    return {
        "error": refusal_text(error),
        "late_by": Player.objects.filter(pk=by).first() if by else None,
        "sheet_url": _sheet_url(stored),
        "newest": stored.version,
        "differences": present_differences(form, _stored(stored, form.people)),
    }


def _sheet_url(game: Game) -> str:
    """Where the sheet of a game is typed."""
    page = "game_correct" if game.status == Game.Status.CONFIRMED else "game_submit"
    session = game.session
    season = session.season
    address = [season.league.slug, season.number, session.number, game.number]
    return reverse(f"leagues:{page}", args=address)


def cut_short_text(game: Game) -> str:
    """The sentence about a game that was cut short and does not count by the season's rules."""
    sentence = gettext(
        "Table %(number)d was cut short: by the rules of this season it does not count."
    )
    return sentence % {"number": game.number}


def reason_of(request: HttpRequest) -> str:
    """Why a game is changed, as far as its history has room for it.

    Names in it are spelled as those of players are, so that an erasure finds them.
    """
    return legible(request.POST.get("reason", ""))[: GameVersion.REASON_LENGTH]


def _to_game(request: HttpRequest, game: Game, done: str) -> HttpResponse:
    """Back to the game, which says what became of it; done: where it counts."""
    game.refresh_from_db()
    if game.status == Game.Status.VOIDED:
        messages.success(request, cut_short_text(game))
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
