"""A game for everybody who may see it, its history, and what scorers do about it."""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from accounts.access import player_or_none
from accounts.compiled_once import compiled_once
from accounts.models import Player
from accounts.pictures import files
from accounts.rate_limit import RateLimit, too_many
from games.whole_numbers import whole_number
from leagues.models import Game, GameVersion, SheetPhoto
from leagues.models.errors import LeagueError
from leagues.pages.access import (
    Level,
    acting_player,
    get_entering,
    get_game,
    get_season,
    may_see_unconfirmed,
)
from leagues.pages.shared import (
    View,
    command,
    moved,
    open_page,
    reason_in,
    refusal_text,
    refuse,
    season_context,
    url_of,
)
from leagues.sheets import photos, results
from leagues.sheets.entering import after_table, cut_short_text
from leagues.sheets.game_page import needs_somebody_else, present_game, two_text
from leagues.sheets.score_links.views import present_link


@open_page
def game(request: HttpRequest, slug: str, number: int, session: int, game: int) -> HttpResponse:
    """A game: its result, its pad and its history; htmx gets what a session's page shows of it."""
    found = get_game(request, slug, number, session, game)
    context = game_context(request, found)
    if request.headers.get("HX-Request"):
        return render(request, "leagues/sheets/look.html", context)
    context["link"] = present_link(request, found)
    return render(request, "leagues/sheets/game.html", context)


to_confirm = moved("sessions#to-confirm", Level.SCORER)


@command("sessions#to-confirm")
def confirm_ticked(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Agree to several sheets, each as it was seen; the others are named."""
    season = get_season(request, slug, number, Level.SCORER)
    seen = dict(_seen_versions(request.POST.getlist("sheet")))
    games = Game.objects.filter(session__season=season, pk__in=seen).select_related(
        "session", "round"
    )
    by, now, done, first = acting_player(request), timezone.now(), 0, 0
    for game in games.order_by("session__starts_at", "session__number", "number"):
        game.version = seen[game.pk]
        try:
            is_done = results.confirm(game, by, now)
        except LeagueError as error:
            messages.error(request, f"{_place(game)}: {refusal_text(error)}")
        else:
            done, first = done + is_done, first + (not is_done)
    if first:
        sentence = ngettext(
            "%(count)d sheet counts once somebody else has confirmed it too.",
            "%(count)d sheets count once somebody else has confirmed them too.",
            first,
        )
        messages.success(request, sentence % {"count": first})
    if done:
        sentence = ngettext("%(count)d sheet confirmed.", "%(count)d sheets confirmed.", done)
        messages.success(request, sentence % {"count": done})
    elif not seen:
        messages.error(request, gettext("Tick the sheets that you want to confirm."))
    return redirect(url_of("sessions#to-confirm", slug, number))


def _seen_versions(texts: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Ids of games and the versions that were seen, as WaitingView.seen names them."""
    for text in texts:
        game, _colon, version = text.partition(":")
        yield whole_number(game, 0), whole_number(version, 0)


def _place(game: Game) -> str:
    session = game.session.title
    if game.round:
        words = {"session": session, "round": game.round.number}
        session = gettext("%(session)s, round %(round)d") % words
    return gettext("%(session)s, table %(number)d") % {
        "session": session,
        "number": game.table_number,
    }


@command("game")
def confirm(
    request: HttpRequest, slug: str, number: int, session: int, game: int
) -> HttpResponseBase:
    """Agree to what somebody else entered; where somebody was faster, the same page says so."""
    found = _seen(request, get_game(request, slug, number, session, game, Level.SCORER))
    is_listed = request.POST.get("next") == "to_confirm"
    page = url_of("sessions#to-confirm", slug, number) if is_listed else after_table(found)
    try:
        results.confirm(found, acting_player(request), timezone.now())
    except LeagueError as error:
        return refuse(request, error, page)
    messages.success(request, _confirmed(found))
    return redirect(page)


def _with_reason(do: Callable[[Game, Player, str, datetime], None]) -> View:
    """The command that does this to a game, for a reason."""

    @command("game")
    def view(
        request: HttpRequest, slug: str, number: int, session: int, game: int
    ) -> HttpResponseBase:
        found = _seen(request, get_game(request, slug, number, session, game, Level.SCORER))
        reason = reason_in(request.POST, GameVersion.REASON_LENGTH)
        do(found, acting_player(request), reason, timezone.now())
        found.refresh_from_db(fields=["proposed"])
        if found.proposed:
            sentence = gettext("Table %(number)d: nothing changes until somebody else has agreed.")
            messages.success(request, sentence % {"number": found.table_number})
        return redirect(found)

    return view


turn_down = _with_reason(results.turn_down)
void = _with_reason(results.void)
restore = _with_reason(results.restore)


@command("game")
def not_played(
    request: HttpRequest, slug: str, number: int, session: int, game: int
) -> HttpResponseBase:
    """Say that nobody played at a table."""
    found = _seen(request, get_game(request, slug, number, session, game, Level.ORGANIZER))
    results.not_played(found, acting_player(request), timezone.now())
    messages.success(
        request, gettext("Table %(number)d was not played.") % {"number": found.table_number}
    )
    return redirect(found.session)


# --- Steps -----------------------------------------------------------------------------


def _seen(request: HttpRequest, game: Game) -> Game:
    """The game, with the version that its reader has seen."""
    game.version = whole_number(request.POST.get("version"), 0)
    return game


def _confirmed(game: Game) -> str:
    """What became of a game to which a second person agreed."""
    was_proposed = game.proposed
    game.refresh_from_db(fields=["status"])
    words = {"number": game.table_number}
    match game.status:
        case Game.Status.CONFIRMED:
            return gettext("Table %(number)d counts.") % words
        case Game.Status.VOIDED if not was_proposed:
            return cut_short_text(game)
        case Game.Status.VOIDED:
            return gettext("Table %(number)d no longer counts.") % words
        case Game.Status.SUBMITTED:
            sentence = gettext("Table %(number)d counts once somebody else has confirmed it too.")
            return sentence % words
        case _:
            return gettext("Table %(number)d is in play again.") % words


def game_context(request: HttpRequest, game: Game) -> dict[str, Any]:
    """What the page of a game shows."""
    sees_all = may_see_unconfirmed(request, game)
    reader = player_or_none(request)
    return season_context(request, game.session.season, "sessions") | {
        "session": game.session,
        "game": game,
        "shown": present_game(game, sees_all=sees_all),
        "sees_all": sees_all,
        "is_own": reader is not None and needs_somebody_else(game, reader),
        "takes_two": two_text(game),
        "photos": _photos(game.pk) if sees_all and game.kind == Game.Kind.SHEET else (),
    }


@compiled_once
def _photos(game_id: int) -> QuerySet[SheetPhoto]:
    return SheetPhoto.objects.filter(game=game_id).select_related("by").order_by("pk")


# A photo takes up to a second to read, also one that is refused.
PHOTOS_BY_MEMBER = RateLimit("photo", 20, 60)


@command("game")
def photo_add(
    request: HttpRequest, slug: str, number: int, session: int, game: int
) -> HttpResponseBase:
    """Attach a photo of the sheet."""
    entering = get_entering(request, slug, number, session, game)
    if not PHOTOS_BY_MEMBER.is_allowed(str(entering.player.pk)):
        return too_many(request)
    photos.add(entering.game, request.FILES.get("photo"), entering.player, timezone.now())
    messages.success(request, gettext("The photo is attached."))
    return redirect(entering.game)


@open_page
def photo(
    request: HttpRequest, slug: str, number: int, session: int, game: int, photo_id: int
) -> HttpResponse:
    """The picture itself."""
    found = get_game(request, slug, number, session, game, Level.SCORER)
    data = files.read(_photo_of(found, photo_id).file)
    if data is None:
        raise Http404
    response = HttpResponse(data, content_type="image/jpeg")
    response["Content-Disposition"] = 'inline; filename="sheet.jpg"'
    response["X-Robots-Tag"] = "noindex"
    return response


@command("game")
def photo_delete(
    request: HttpRequest, slug: str, number: int, session: int, game: int, photo_id: int
) -> HttpResponseBase:
    """Delete a photo at once."""
    found = get_game(request, slug, number, session, game, Level.ORGANIZER)
    photos.delete(_photo_of(found, photo_id), acting_player(request))
    messages.success(request, gettext("The photo is deleted."))
    return redirect(found)


def _photo_of(game: Game, photo_id: int) -> SheetPhoto:
    photo = get_object_or_404(SheetPhoto, game=game, pk=photo_id)
    photo.game = game
    return photo
