"""A game for everybody who may see it, its history, and what scorers do about it."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from leagues.access import Level, acting_player, get_game, get_season, may_see_unconfirmed
from leagues.models import Game
from leagues.pages import command, open_page, season_context, whole
from leagues.sheets import results
from leagues.sheets.finished_pad import blank_rounds
from leagues.sheets.game_page import present_game
from leagues.sheets.views import cut_short_text, reason_of
from leagues.sheets.waiting import present_waiting


@open_page
@require_safe
def game(request: HttpRequest, slug: str, number: int, session: int, game: int) -> HttpResponse:
    """A game: its result, its pad and its history."""
    found = get_game(request, slug, number, session, game)
    return render(request, "leagues/sheets/game.html", _context(request, found))


@open_page
@require_safe
def sheet_print(
    request: HttpRequest, slug: str, number: int, session: int, game: int
) -> HttpResponse:
    """The pad alone, for paper; empty where nothing counts yet."""
    found = get_game(request, slug, number, session, game)
    context = _context(request, found) | {"rounds": blank_rounds(found.rules)}
    return render(request, "leagues/sheets/print.html", context)


@open_page
@require_safe
def to_confirm(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """What was entered or corrected and waits for a second person."""
    season = get_season(request, slug, number, Level.SCORER)
    context = season_context(request, season, "sessions") | {
        "waiting": present_waiting(season, acting_player(request)),
    }
    return render(request, "leagues/sheets/to_confirm.html", context)


def _game_url(slug: str, number: int, session: int, game: int) -> str:
    return reverse("leagues:game", args=[slug, number, session, game])


@command(_game_url)
def confirm(
    request: HttpRequest, slug: str, number: int, session: int, game: int
) -> HttpResponseBase:
    """Agree to what somebody else entered."""
    found = _seen(request, get_game(request, slug, number, session, game, Level.SCORER))
    results.confirm(found, acting_player(request), timezone.now())
    messages.success(request, _confirmed(found))
    if request.POST.get("next") == "to_confirm":
        return redirect("leagues:to_confirm", slug, number)
    return redirect(found)


@command(_game_url)
def turn_down(
    request: HttpRequest, slug: str, number: int, session: int, game: int
) -> HttpResponseBase:
    """Drop a correction that waits."""
    found = _seen(request, get_game(request, slug, number, session, game, Level.SCORER))
    results.turn_down(found, acting_player(request), reason_of(request), timezone.now())
    return redirect(found)


@command(_game_url)
def void(request: HttpRequest, slug: str, number: int, session: int, game: int) -> HttpResponseBase:
    """Take a game out of the standings."""
    found = _seen(request, get_game(request, slug, number, session, game, Level.SCORER))
    results.void(found, acting_player(request), reason_of(request), timezone.now())
    _tell_if_proposed(request, found)
    return redirect(found)


@command(_game_url)
def not_played(
    request: HttpRequest, slug: str, number: int, session: int, game: int
) -> HttpResponseBase:
    """Say that nobody played at a table."""
    found = _seen(request, get_game(request, slug, number, session, game, Level.ORGANIZER))
    results.not_played(found, acting_player(request), timezone.now())
    messages.success(request, gettext("Table %(number)d was not played.") % {"number": game})
    return redirect(found.session)


@command(_game_url)
def restore(
    request: HttpRequest, slug: str, number: int, session: int, game: int
) -> HttpResponseBase:
    """Count it again."""
    found = _seen(request, get_game(request, slug, number, session, game, Level.SCORER))
    results.restore(found, acting_player(request), reason_of(request), timezone.now())
    _tell_if_proposed(request, found)
    return redirect(found)


# --- Steps -----------------------------------------------------------------------------


def _seen(request: HttpRequest, game: Game) -> Game:
    """The game, with the version that its reader has seen."""
    game.version = whole(request.POST.get("version"))
    return game


def _confirmed(game: Game) -> str:
    """What became of a game to which a second person agreed."""
    was_proposed = game.proposed
    game.refresh_from_db(fields=["status"])
    words = {"number": game.number}
    match game.status:
        case Game.Status.CONFIRMED:
            return gettext("Table %(number)d counts.") % words
        case Game.Status.VOIDED if not was_proposed:
            return cut_short_text(game)
        case Game.Status.VOIDED:
            return gettext("Table %(number)d no longer counts.") % words
        case _:
            return gettext("Table %(number)d is in play again.") % words


def _tell_if_proposed(request: HttpRequest, game: Game) -> None:
    """Say that a second person must agree, where one must."""
    game.refresh_from_db(fields=["proposed"])
    if game.proposed:
        sentence = gettext("Table %(number)d: nothing changes until somebody else has agreed.")
        messages.success(request, sentence % {"number": game.number})


def _context(request: HttpRequest, game: Game) -> dict[str, Any]:
    sees_all = may_see_unconfirmed(request, game)
    return season_context(request, game.session.season, "sessions") | {
        "session": game.session,
        "game": game,
        "shown": present_game(game, sees_all=sees_all),
        "sees_all": sees_all,
    }
