"""The talk of a table over HTTP: to read, to write, and to look after."""

from contextlib import suppress

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.access import current_player
from accounts.models import Player
from games.play import playing
from games.play.table_commands import HtmxHttpRequest, command
from games.table import access
from games.table.errors import TableError, TableErrorCode
from games.table.snapshot import Snapshot
from games.talk import reading, service
from games.talk.models import Report
from games.talk.presenter import own_frame_text, panel_for, present
from games.whole_numbers import whole_number


@require_safe
@never_cache
def older(request: HttpRequest, code: str) -> HttpResponse:
    """The talk on a page of its own, fifty messages at a time, with all whom the reader hides."""
    player = current_player(request)
    snapshot = access.get_table_for_viewer(code, player)
    talk = panel_for(snapshot, player, whole_number(request.GET.get("before"), None))
    return render(request, "games/talk/older.html", {"snapshot": snapshot, "talk": talk})


@require_safe
@never_cache
def message(request: HtmxHttpRequest, code: str, number: int) -> HttpResponse:
    """What its reader may do about a message: a page, or what js/talk.js shows of it."""
    player = current_player(request)
    snapshot = access.get_table_for_viewer(code, player)
    found = reading.message_for(snapshot.table_id, number, player)
    is_own = found.author_id == player.pk
    is_moderator = service.is_moderator(snapshot.host_id, player)
    context = {
        "snapshot": snapshot,
        "message": present(snapshot.code, [found], {})[0],
        "at": found.at,
        "may_delete": (is_own or is_moderator) and not found.is_deleted,
        "may_hide": not is_own and not found.author.erased_at,
        "is_hidden": any(muted.pk == found.author_id for muted in reading.muted_by(player)),
        "may_silence": is_moderator and not is_own and not found.author.runs_the_club,
        "is_silenced": reading.is_silenced_here(snapshot.table_id, found.author_id),
        "may_report": not is_own and not found.is_deleted and not found.author.erased_at,
        "reasons": Report.Reason.choices,
    }
    part = "options" if request.htmx else "message_page"
    return render(request, f"games/talk/{part}.html", context)


@command
def say(request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> HttpResponse | None:
    """Write a message, or show a reaction."""
    now = timezone.now()
    if reaction := request.POST.get("reaction"):
        service.react(snapshot.table_id, player, reaction, now)
    else:
        service.say(snapshot.table_id, player, request.POST.get("text", ""), now)
    seat = snapshot.seat_of(player.pk)
    if seat is not None and snapshot.away[seat]:
        # Who writes is there. The game may be over by now.
        with suppress(TableError):
            playing.come_back(snapshot.table_id, seat, now)
    return _answer(request, snapshot, player)


@command
def switch(request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> HttpResponse | None:
    """Turn the talk off or on."""
    service.switch(snapshot.table_id, player, is_off=request.POST.get("off") == "1")
    return _answer(request, snapshot, player)


@command
def moderate(
    request: HtmxHttpRequest, snapshot: Snapshot, player: Player, number: int
) -> HttpResponse | None:
    """Delete a message, or hide or silence its author."""
    table_id, is_personal = snapshot.table_id, False
    match request.POST.get("do"):
        case "delete":
            service.delete(table_id, player, number)
        case "mute":
            service.mute(player, reading.message_for(table_id, number, player).author)
            is_personal = True
        case "silence":
            service.silence(table_id, player, number)
        case "unsilence":
            service.silence(table_id, player, number, ends=True)
        case _:
            raise TableError(TableErrorCode.BAD_MESSAGE)
    return _answer(request, snapshot, player, is_personal=is_personal)


@command
def unmute(request: HtmxHttpRequest, snapshot: Snapshot, player: Player) -> HttpResponse | None:
    """Show again what somebody writes."""
    if (muted := whole_number(request.POST.get("player"), None)) is None:
        raise Http404
    service.unmute(player, muted)
    return _answer(request, snapshot, player, is_personal=True)


def _answer(
    request: HtmxHttpRequest, snapshot: Snapshot, player: Player, *, is_personal: bool = False
) -> HttpResponse | None:
    """The whole panel, where no socket brings it; None for a page that has one."""
    if not request.htmx:
        return redirect(reverse("games:table", args=[snapshot.code]) + "#talk")
    if is_personal or "reply" in request.POST:
        return HttpResponse(own_frame_text(panel_for(snapshot, player)))
    return None
