"""The pages of tables, and the commands on them: each one POST that needs no JavaScript."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial, wraps
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.middleware import HtmxDetails

from accounts.access import chosen_deck, current_player
from accounts.models import Deck, Player
from accounts.page_cache import cached_for_strangers
from games import access, archive, decks
from games.access import Viewer, sign_in_to_see, viewer_at
from games.errors import TableError, TableErrorCode
from games.forms import OpenTableForm
from games.guests.access import player_at
from games.guests.service import follow_rematch
from games.live import executor
from games.live.commands import LIMIT, execute
from games.live.regions import answer_text
from games.live.table_views import TableViews
from games.refusals import notice_html, refusal_text
from games.rules.errors import IllegalAction, InvalidOptions
from games.services import opening, playing, seating
from games.snapshot import Snapshot
from games.talk.presenter import panel_for
from games.whole_numbers import whole_number

# --- Pages -----------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def open_table(request: HttpRequest) -> HttpResponse:
    """The form for a new table, and what comes of it."""
    player = current_player(request)
    deck = chosen_deck(request) or Deck.BULLS
    form = OpenTableForm(request.POST or None, initial={"deck": deck})
    if request.method == "POST" and form.is_valid():
        default_name = gettext("%(name)s’s table") % {"name": player.name}
        plan = form.plan(default_name, deck)
        try:
            return redirect(opening.open_offered_table(player, plan, timezone.now()))
        except TableError as error:
            form.add_error(None, refusal_text(error))
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    return render(request, "games/open.html", {"form": form}, status=status)


@login_not_required
@cached_for_strangers
@require_safe
@sign_in_to_see
def table(request: HttpRequest, code: str) -> HttpResponseBase:
    """A table: to sit down, to play, to watch, to look back."""
    player = player_at(request, code)
    snapshot = access.get_table_for_viewer(code, player)
    viewer = viewer_at(
        snapshot,
        player.pk if player else None,
        is_organizer=player is not None and player.runs_the_club,
        language=get_language() or "en",
        deck=chosen_deck(request),
        is_guest=player is not None and player.is_table_guest,
    )
    if viewer is None:  # a guest whose seat was freed at this moment
        raise Http404
    talk = panel_for(snapshot, player) if player and not viewer.is_guest else None
    wishes = {"talk": talk.known} if talk else {}
    context = table_context(snapshot, viewer, **wishes) | {"talk": talk}
    return render(request, "games/table.html", context)


def table_context(snapshot: Snapshot, viewer: Viewer, **wishes: str) -> dict[str, Any]:
    """What the page of a table shows this viewer; wishes: further ones of its socket."""
    views = TableViews(snapshot.table_id, snapshot)
    wished = urlencode({"language": viewer.language, "deck": viewer.deck} | wishes)
    return {
        "snapshot": snapshot,
        "viewer": viewer,
        "regions": {name: region.html for name, region in views.whole(viewer).items()},
        "seconds_left": views.seconds_left(),
        "now": timezone.now(),
        "deck": viewer.deck,
        "sprite": decks.sprite(viewer.deck),
        "ws_url": f"/ws/tables/{snapshot.code}/?{wished}",
    }


@login_not_required
@require_safe
@never_cache
def record(request: HttpRequest, code: str) -> HttpResponse:
    """The game's record to download: while it runs, what its reader may see."""
    player = player_at(request, code)
    snapshot = access.get_table_for_viewer(code, player)
    if snapshot.play is None:
        raise Http404
    seat = snapshot.seat_of(player.pk) if player else None
    data = archive.record_of(snapshot, seat)
    disposition = f'attachment; filename="sixieme-{snapshot.code}.json"'
    return JsonResponse(
        data,
        json_dumps_params={"ensure_ascii": False},
        headers={"Content-Disposition": disposition},
    )


# --- Commands --------------------------------------------------------------------------

# Further arguments are those of its address.
CommandView = Callable[..., HttpResponse | None]


class HtmxHttpRequest(HttpRequest):
    """What django_htmx's middleware makes of a request."""

    htmx: HtmxDetails


def command(view: CommandView) -> Callable[..., HttpResponse]:
    """A POST about one table: its view gets the snapshot and the player, a refusal gets a sentence.

    htmx gets 204 (the socket brings the new page) or the refusal with its status; a plain form is
    led back to the table.
    """

    @require_POST
    @wraps(view)
    def wrapped(request: HtmxHttpRequest, code: str, **further: int) -> HttpResponse:
        return _execute(view, request, code, current_player(request), **further)

    return wrapped


def seat_command(view: CommandView) -> Callable[[HtmxHttpRequest, str], HttpResponse]:
    """A command that the guest of a table may send as well as a member."""
    only_post = require_POST(partial(_execute, view))

    @login_not_required
    @wraps(view)
    def wrapped(request: HtmxHttpRequest, code: str) -> HttpResponse:
        player = player_at(request, code)
        if player is None:
            return redirect_to_login(request.get_full_path())
        return only_post(request, code, player)

    return wrapped


def _execute(
    view: CommandView, request: HtmxHttpRequest, code: str, player: Player, **further: int
) -> HttpResponse:
    snapshot = access.get_table_for_viewer(code, player)
    try:
        LIMIT.count(player.pk)
        answer = view(request, snapshot, player, **further)
    except (TableError, IllegalAction, InvalidOptions) as error:
        return _refuse(request, snapshot, error)
    if answer is not None:
        return answer
    if request.htmx:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return redirect("games:table", snapshot.code)


def _refuse(request: HtmxHttpRequest, snapshot: Snapshot, error: Exception) -> HttpResponse:
    sentence = refusal_text(error)
    if request.htmx:
        return HttpResponse(notice_html(sentence), status=_status_of(error))
    messages.error(request, sentence)
    return redirect("games:table", snapshot.code)


def _status_of(error: Exception) -> HTTPStatus:
    if not isinstance(error, TableError):
        return HTTPStatus.UNPROCESSABLE_ENTITY
    if error.code in {TableErrorCode.NOT_HOST, TableErrorCode.NOT_SEATED}:
        return HTTPStatus.FORBIDDEN
    if error.code is TableErrorCode.BUSY:
        return HTTPStatus.TOO_MANY_REQUESTS
    return HTTPStatus.CONFLICT


@seat_command
def act(request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> HttpResponse | None:
    """Choose a card, take a row, and whatever else the game asks of a player."""
    result = executor.with_reconnect(execute, snapshot, player.pk, request.POST, timezone.now())
    command_id = request.POST.get("id")
    return HttpResponse(answer_text(command_id, result)) if request.htmx and command_id else None


@command
def sit(request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> None:
    """Take a free seat."""
    seating.sit(
        snapshot.table_id, player, _seat_index(request), request.POST.get("client_seed", "")
    )


@seat_command
def leave(request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> HttpResponse:
    """Stand up before the start."""
    seating.leave(snapshot.table_id, player, timezone.now())
    return _go(request, reverse("games:home" if player.is_table_guest else "games:lobby"))


@seat_command
def seed(request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> None:
    """Change one's own text for the deal."""
    seating.change_client_seed(snapshot.table_id, player, request.POST.get("client_seed", ""))


@command
def add_bot(request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> None:
    """Seat a bot: a button has one value, "gap.2" is the level and the seat."""
    level, _point, seat = request.POST.get("level", "").partition(".")
    seating.add_bot(snapshot.table_id, player, level, whole_number(seat, 2))


@command
def remove_seat(request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> None:
    """Free a seat."""
    index = _seat_index(request)
    if index is None:
        raise TableError(TableErrorCode.NOT_SEATED)
    seating.empty_seat(snapshot.table_id, player, index)


@command
def start(_request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> None:
    """Deal."""
    seating.start(snapshot.table_id, player, timezone.now())


@seat_command
def away(_request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> None:
    """Leave one's seat to the bot."""
    playing.step_away(snapshot.table_id, snapshot.own_seat(player.pk), timezone.now())


@seat_command
def back(_request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> None:
    """Take one's seat back from the bot."""
    playing.come_back(snapshot.table_id, snapshot.own_seat(player.pk), timezone.now())


@command
def abandon(_request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> None:
    """Break the game off."""
    playing.abandon(snapshot.table_id, player, timezone.now())


@seat_command
def rematch(request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> HttpResponse:
    """Open the next table for the same people, or sit down at the one that is open already."""
    if player.is_table_guest:
        return _go(request, follow_rematch(snapshot.table_id, player).get_absolute_url())
    following = seating.open_rematch(snapshot.table_id, player, timezone.now())
    with suppress(TableError):
        seating.sit(following.pk, player)
    return _go(request, following.get_absolute_url())


# --- Helpers ---------------------------------------------------------------------------


def _go(request: HtmxHttpRequest, url: str) -> HttpResponse:
    """Lead the browser to another page, also out of an htmx request."""
    if request.htmx:
        return HttpResponse(status=HTTPStatus.NO_CONTENT, headers={"HX-Redirect": url})
    return redirect(url)


def _seat_index(request: HttpRequest) -> int | None:
    """The seat that the form names; None if it names none."""
    return whole_number(request.POST.get("seat", ""), 2)
