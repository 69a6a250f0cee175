"""The pages of tables, and the commands on them: each one POST that needs no JavaScript."""

import json
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access import chosen_deck, current_player
from accounts.made_once import made_once, may_be_busy
from accounts.models import Deck, Player
from accounts.page_cache import cached_for_strangers
from games import access, archive, decks
from games.access import Viewer, sign_in_to_see, viewer_at
from games.errors import TableError, TableErrorCode
from games.forms import OpenTableForm
from games.guests.access import has_left, player_at
from games.live import executor
from games.live.commands import execute_here
from games.live.table_views import TableViews
from games.page.regions import active_language, answer_text, drawn_all
from games.refusals import refusal_text
from games.rematch.service import play_again
from games.rules.errors import RulesError
from games.services import opening, playing, seating
from games.snapshot import Snapshot
from games.table_commands import HtmxHttpRequest, arrived_at, command, go_to, seat_command
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
        plan = form.plan(deck)
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
    try:
        snapshot = access.get_table_for_viewer(code, player)
    except Http404:
        if player is None and has_left(request.COOKIES, code):
            return render(request, "games/guests/left.html", status=HTTPStatus.FORBIDDEN)
        raise
    viewer = viewer_at(
        snapshot,
        player.pk if player else None,
        is_organizer=player is not None and player.runs_the_club,
        language=active_language(),
        deck=chosen_deck(request),
        is_guest=player is not None and player.is_table_guest,
    )
    if viewer is None:  # a guest whose seat was freed at this moment
        raise Http404
    talk = panel_for(snapshot, player) if player and not viewer.is_guest else None
    socket_query = {"talk": talk.known} if talk else {}
    context = table_context(snapshot, viewer, **socket_query) | {"talk": talk}
    return render(request, "games/table.html", context)


def table_context(snapshot: Snapshot, viewer: Viewer, **socket_query: str) -> dict[str, Any]:
    """The context of a table's page. socket_query: further parameters of the socket's address."""
    views = TableViews(snapshot.table_id, snapshot)
    query = urlencode({"language": viewer.language, "deck": viewer.deck} | socket_query)
    return {
        "snapshot": snapshot,
        "viewer": viewer,
        "regions": drawn_all(views.look(viewer), views.whole(viewer)),
        "seconds_left": views.seconds_left(),
        "now": timezone.now(),
        "deck": viewer.deck,
        "sprite": decks.sprite(viewer.deck),
        "ws_url": f"/ws/tables/{snapshot.code}/?{query}",
    }


@login_not_required
@may_be_busy
@require_safe
@never_cache
def record(request: HttpRequest, code: str) -> HttpResponse:
    """The game's record to download: while it runs, what its reader may see."""
    player = player_at(request, code)
    snapshot = access.get_table_for_viewer(code, player)
    if snapshot.play is None or snapshot.is_sealed(timezone.now()):
        raise Http404
    # An ended game is shown whole, to everybody alike.
    seat = snapshot.seat_of(player.pk) if player and not snapshot.has_ended else None
    names = tuple(other.name for other in snapshot.seats)
    try:
        text = made_once(
            request,
            ("record", snapshot.code, snapshot.version, seat, names),
            lambda: json.dumps(archive.record_of(snapshot, seat), ensure_ascii=False),
        )
    except RulesError:
        raise Http404 from None
    disposition = f'attachment; filename="sixieme-{snapshot.code}.json"'
    return HttpResponse(
        text, content_type="application/json", headers={"Content-Disposition": disposition}
    )


# --- Commands --------------------------------------------------------------------------


@seat_command
def act(request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> HttpResponse | None:
    """Choose a card, take a row, and whatever else the game asks of a player."""
    result = executor.with_reconnect(
        execute_here, snapshot, player.pk, request.POST, arrived_at(request)
    )
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
    if player.is_table_guest:
        # A spectator there, or told where they are: has_left.
        messages.info(request, gettext("You have stood up."))
        return go_to(request, reverse("games:table", args=[snapshot.code]))
    return go_to(request, reverse("games:lobby"))


@seat_command
def seed(request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> None:
    """Change one's own text for the deal."""
    seating.change_client_seed(snapshot.table_id, player, request.POST.get("client_seed", ""))


@command
def add_bot(request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> None:
    """Seat a bot: a button has one value, "gap.2" is the level and the seat."""
    level, _point, seat = request.POST.get("level", "").partition(".")
    seating.add_bot(snapshot.table_id, player, level, whole_number(seat, None, 2))


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
    following = play_again(snapshot.table_id, player, timezone.now())
    return go_to(request, following.get_absolute_url())


# --- Helpers ---------------------------------------------------------------------------


def _seat_index(request: HttpRequest) -> int | None:
    """The seat that the form names; None if it names none."""
    return whole_number(request.POST.get("seat"), None, 2)
