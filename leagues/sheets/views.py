"""Typing a score sheet: entering it, and correcting it."""

from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from accounts.names import legible
from accounts.rate_limit import RateLimit, limited
from games.whole_numbers import whole_number
from leagues.access import Level, acting_player, get_entering, get_game, get_session
from leagues.errors import LeagueError
from leagues.messages import refusal_text
from leagues.models import Game, GameVersion, Session
from leagues.pages import open_page, require_form, season_context
from leagues.people.find import candidates_of
from leagues.sheets import results
from leagues.sheets.entering import SheetPage
from leagues.sheets.entry_page import grid_of
from leagues.sheets.form import PlayersForm
from leagues.sheets.new_games import next_number, open_game, opened_already, unstored_game

# Far more than a page sends that saves at every pause; a scorer may have two tables open.
BY_MEMBER = RateLimit("sheet", 240, 60)

ENTERED = {Game.Status.SEATED, Game.Status.SUBMITTED}


@open_page
@limited(BY_MEMBER)
@require_form
def enter(
    request: HttpRequest, slug: str, number: int, session: int, game: int
) -> HttpResponseBase:
    """The sheet of a game while nobody has confirmed it."""
    entering = get_entering(request, slug, number, session, game)
    found, by = entering.game, entering.player
    if found.kind != Game.Kind.SHEET:
        return redirect(found)
    page = SheetPage(request, by)
    if request.method != "POST":
        return page.show(page.stored(found)) if found.status in ENTERED else redirect(found)
    form = page.sent(found)
    try:
        if not form.is_complete:
            page.keep(form)
        elif form.is_valid():
            entered = results.submit(
                found,
                form.sheet,
                by,
                timezone.now(),
                may_confirm=entering.may_confirm,
                guests=form.guests,
            )
            onward = after_table(found) if entering.may_confirm else found.get_absolute_url()
            return _tell(request, entered, gettext("Table %(number)d counts."), onward)
    except LeagueError as error:
        return page.conflict(form, error)
    return page.show(form)


@open_page
@limited(BY_MEMBER)
@require_form
def correct(
    request: HttpRequest, slug: str, number: int, session: int, game: int
) -> HttpResponseBase:
    """The sheet of a game that counts, to be replaced with a reason."""
    found = get_game(request, slug, number, session, game, Level.SCORER)
    can_be_corrected = found.kind == Game.Kind.SHEET and found.status == Game.Status.CONFIRMED
    if not can_be_corrected or not found.session.season.is_open:
        return redirect(found)
    by = acting_player(request)
    page = SheetPage(request, by)
    if request.method != "POST":
        return page.show(page.stored(found))
    form = page.sent(found)
    if not form.is_complete or not form.is_valid():
        return page.show(form)
    try:
        corrected = results.correct(
            found,
            form.sheet,
            by,
            reason_of(request),
            timezone.now(),
            guests=form.guests,
        )
    except LeagueError as error:
        return page.conflict(form, error)
    done = gettext("Table %(number)d is corrected.")
    return _tell(request, corrected, done, found.get_absolute_url())


@open_page
@limited(BY_MEMBER)
@require_POST
def draft(
    request: HttpRequest, slug: str, number: int, session: int, game: int
) -> HttpResponseBase:
    """What is wrong with the sheet so far; while it is entered it is also kept."""
    entering = get_entering(request, slug, number, session, game)
    return SheetPage(request, entering.player).kept(entering.game)


@open_page
@limited(BY_MEMBER)
@require_form
def new(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """A game of score sheet that nobody was drawn for: who plays it."""
    found = get_session(request, slug, number, session, Level.SCORER)
    table = whole_number(request.POST.get("table"), 0) or next_number(found)
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


def cut_short_text(game: Game) -> str:
    """The sentence about a game that was cut short and does not count by the season's rules."""
    sentence = gettext(
        "Table %(number)d was cut short: by the rules of this season it does not count."
    )
    return sentence % {"number": game.table_number}


def reason_of(request: HttpRequest) -> str:
    """Why a game is changed, as far as its history has room for it.

    Names in it are spelled as those of players are, so that an erasure finds them.
    """
    return legible(request.POST.get("reason", ""))[: GameVersion.REASON_LENGTH]


def after_table(game: Game) -> str:
    """Where a scorer goes on after a table: to the evening while it lasts, else to the game."""
    if game.session.status == Session.Status.RUNNING:
        return f"{game.session.get_absolute_url()}#table-{game.number}"
    return game.get_absolute_url()


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
