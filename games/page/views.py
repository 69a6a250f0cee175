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
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access import chosen_deck, current_player
from accounts.club import usual
from accounts.club.current import club
from accounts.made_once import made_once, may_be_busy
from accounts.models import Deck, Player
from accounts.page_cache import cached_for_strangers
from games.live import executor
from games.live.regions import active_language, answer_text, drawn_all, look_of
from games.models import Table
from games.page import decks
from games.page.describe import status_sentence
from games.page.draw import text_of
from games.page.picture import Picture, PictureLine, picture_response
from games.page.result import present_steps
from games.page.table_views import TableViews
from games.play import pausing, playing
from games.play.commands import execute_here
from games.play.table_commands import HtmxHttpRequest, arrived_at, command, go_to, seat_command
from games.rules.engine import view_for
from games.rules.errors import RulesError
from games.seats import guests, opening, rematch, seating
from games.seats.fitting import fit_of
from games.seats.forms import USUAL_BOT, OpenTableForm
from games.seats.guest_views import hosted_table, invitations_url
from games.seats.inviting import invitations_of
from games.signals import notes_asked
from games.table import archive
from games.table.access import (
    Viewer,
    get_asked_table,
    get_table_for_viewer,
    has_left,
    player_at,
    sign_in_to_see,
    viewer_at,
)
from games.table.errors import TableError, TableErrorCode, refusal_text
from games.table.snapshot import Snapshot
from games.talk.presenter import panel_for
from games.whole_numbers import whole_number

NOT_FOR_OTHERS = gettext_lazy(
    "In this club, organizers open the tables for several people. Alone with bots you can play."
)

# --- Pages -----------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def open_table(request: HttpRequest) -> HttpResponse:
    """The form for a new table, and what comes of it."""
    player = current_player(request)
    deck = chosen_deck(request) or Deck.BULLS
    fit = fit_of(player)
    first = {"deck": deck, "bot_level": fit.level if fit else USUAL_BOT}
    form = OpenTableForm(request.POST or None, initial=first | usual.offered("usual_tables"))
    if request.method == "POST" and form.is_valid():
        plan = form.plan(deck)
        is_for_others = plan.seat_count > 1 + len(plan.bot_levels)
        if is_for_others and club().is_opened_by_organizers and not player.runs_the_club:
            form.add_error(None, NOT_FOR_OTHERS)
        else:
            try:
                return redirect(opening.open_offered_table(player, plan, timezone.now()))
            except TableError as error:
                form.add_error(None, refusal_text(error))
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_bound else HTTPStatus.OK
    return render(request, "games/open.html", {"form": form, "fit": fit}, status=status)


@login_not_required
@cached_for_strangers
@require_safe
@sign_in_to_see
def table(request: HttpRequest, code: str) -> HttpResponseBase:
    """A table: to sit down, to play, to watch, to look back; with `?invite` also whom to invite."""
    return _page(request, code)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def guest_links(request: HttpRequest, code: str) -> HttpResponse:
    """Make a link for a guest and show its address, this once; where nothing is sent, lead there.

    No redirect follows the creation: the token would have to be stored for it.
    """
    snapshot = hosted_table(request, code)
    if request.method != "POST":
        return redirect(invitations_url(code))
    if not club().has_guests:
        raise Http404
    try:
        token = guests.invite(snapshot.table_id, current_player(request), timezone.now())
    except TableError as error:
        messages.error(request, refusal_text(error))
        return redirect(invitations_url(code))
    address = reverse("games:guest_link", args=[token])
    return _page(request, code, request.build_absolute_uri(address))


def _page(request: HttpRequest, code: str, link: str = "") -> HttpResponse:
    """link: a new one for a guest."""
    player = player_at(request, code)
    try:
        snapshot = get_table_for_viewer(code, player)
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
    is_asked = link or "invite" in request.GET
    if player and is_asked and viewer.is_host and snapshot.status == Table.Status.OPEN:
        context |= {"link": link, "invitations": invitations_of(snapshot, player, timezone.now())}
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
    text = record_text(request, code, player_at(request, code))
    disposition = f'attachment; filename="sixieme-{code}.json"'
    return HttpResponse(
        text, content_type="application/json", headers={"Content-Disposition": disposition}
    )


def record_text(request: HttpRequest, code: str, player: Player | None) -> str:
    """The record of a game as JSON, for this reader. Raises Http404 where there is none for them.

    Raises BusyError and TooManyMadeError.
    """
    snapshot = get_table_for_viewer(code, player)
    if snapshot.play is None or snapshot.is_sealed(timezone.now()):
        raise Http404
    # An ended game is shown whole, to everybody alike.
    seat = snapshot.seat_of(player.pk) if player and not snapshot.has_ended else None
    names = tuple(other.name for other in snapshot.seats)
    try:
        return made_once(
            request,
            ("record", snapshot.code, snapshot.version, seat, names),
            lambda: json.dumps(archive.record_of(snapshot, seat), ensure_ascii=False),
        )
    except RulesError:
        raise Http404 from None


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
    """Seat a bot of the level that was chosen, without a seat at the first that is free."""
    level = request.POST.get("level", "")
    seating.add_bot(snapshot.table_id, player, level, _seat_index(request))


@command
def remove_seat(request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> None:
    """Free a seat."""
    index = _seat_index(request)
    if index is None:
        raise TableError(TableErrorCode.NOT_SEATED)
    seating.empty_seat(snapshot.table_id, player, index)


@command
def play_unrated(_request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> None:
    """Play without rating, as somebody who sits there."""
    seating.play_unrated(snapshot.table_id, player)


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
def next_game(request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> HttpResponse:
    """Open the next table for the same people, or sit down at the one that is open already."""
    following = rematch.play_again(snapshot.table_id, player, timezone.now())
    return go_to(request, following.get_absolute_url())


@seat_command
def fast_forward(_request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> None:
    """Let the bots play the rest at once."""
    playing.finish_by_bots(snapshot.table_id, snapshot.own_seat(player.pk), timezone.now())


@seat_command
def propose_pause(request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> None:
    """Propose a pause."""
    pausing.propose(snapshot.table_id, snapshot.own_seat(player.pk), arrived_at(request))


@seat_command
def agree_to_pause(request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> None:
    """Agree to the pause that somebody has proposed."""
    pausing.agree(snapshot.table_id, snapshot.own_seat(player.pk), arrived_at(request))


@seat_command
def refuse_pause(request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> None:
    """Refuse the pause, or withdraw one's own proposal."""
    pausing.refuse(snapshot.table_id, snapshot.own_seat(player.pk), arrived_at(request))


@seat_command
def end_pause(request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> None:
    """Let the game go on, as one of its players or as an organizer of the club."""
    seat = None if player.runs_the_club else snapshot.own_seat(player.pk)
    pausing.go_on(snapshot.table_id, arrived_at(request), seat)


@seat_command
def decline_rematch(_request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> None:
    """Do not play again."""
    rematch.decline(snapshot.table_id, player)


@command
def release_seat(request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> None:
    """No longer hold a seat for somebody, as the host."""
    waited_for = whole_number(request.POST.get("player"), None)
    if waited_for is not None:
        rematch.release_for(snapshot.table_id, player, waited_for)


def _seat_index(request: HttpRequest) -> int | None:
    """The seat that the form names; None if it names none."""
    return whole_number(request.POST.get("seat"), None, 2)


# --- The result ------------------------------------------------------------------------

# A page asks so many times whether the standings are up to date.
MOST_ASKED = 6


@login_not_required
@require_safe
def picture(request: HttpRequest, code: str) -> HttpResponseBase:
    """How a finished game ended, as PNG, for everybody who may look at its table."""
    snapshot = get_asked_table(request, code)
    if snapshot.status != Table.Status.FINISHED:
        raise Http404
    return picture_response(request, picture_of(snapshot))


@login_not_required
@require_safe
@never_cache
def notes(request: HttpRequest, code: str) -> HttpResponse:
    """What a finished game counts for, as HTML that the page of the table puts below the result.

    `?again=2`: asked for the third time, since it was not known before.
    """
    snapshot = get_asked_table(request, code)
    if snapshot.status != Table.Status.FINISHED:
        raise Http404
    answers = notes_asked.send(Table, table_id=snapshot.table_id, user=request.user)
    found: list[Any] = [note for _receiver, note in answers if note is not None]
    before = whole_number(request.GET.get("again", "0"), None, 1)
    asked = MOST_ASKED if before is None else before + 1
    is_pending = any(note.is_pending for note in found) and asked < MOST_ASKED
    context = {"notes": found, "again": f"{request.path}?again={asked}" if is_pending else ""}
    return render(request, "games/result/notes.html", context)


def picture_of(snapshot: Snapshot) -> Picture:
    """All that the picture of a finished game shows."""
    game = snapshot.game
    assert game is not None  # noqa: S101 - it is finished
    view = view_for(game, None)
    lines = [
        PictureLine(str(placing.rank), placing.name, str(placing.heads))
        for step in present_steps(snapshot, view, snapshot.deck)
        for placing in step.placings
    ]
    sentence = text_of(look_of(active_language()), status_sentence(snapshot, view)) or gettext(
        "The result"
    )
    return Picture(snapshot.title, sentence, tuple(lines))
