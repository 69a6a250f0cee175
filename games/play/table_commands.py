"""Views that are commands on a table: one POST each, which needs no JavaScript."""

from collections.abc import Callable
from datetime import datetime
from functools import partial, wraps
from http import HTTPStatus

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST
from django_htmx.middleware import HtmxDetails

from accounts.access import current_player
from accounts.models import Player
from games.models import Table
from games.play.commands import LIMIT
from games.rules.errors import IllegalAction, InvalidOptions
from games.table.access import get_table_for_viewer, player_at
from games.table.errors import TableError, TableErrorCode, refusal_html, refusal_text
from games.table.snapshot import Snapshot

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
    snapshot = get_table_for_viewer(code, player)
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
    if request.htmx:
        return HttpResponse(refusal_html(error), status=_status_of(error))
    messages.error(request, refusal_text(error))
    return redirect("games:table", snapshot.code)


def _status_of(error: Exception) -> HTTPStatus:
    if not isinstance(error, TableError):
        return HTTPStatus.UNPROCESSABLE_ENTITY
    if error.code in {TableErrorCode.NOT_HOST, TableErrorCode.NOT_SEATED, TableErrorCode.SENT_AWAY}:
        return HTTPStatus.FORBIDDEN
    if error.code is TableErrorCode.BUSY:
        return HTTPStatus.TOO_MANY_REQUESTS
    return HTTPStatus.CONFLICT


def arrived_at(request: HttpRequest) -> datetime:
    """When a request had come, though it may have waited for a thread (config/page_handler.py)."""
    return getattr(request, "arrived_at", None) or timezone.now()


def go_to(request: HtmxHttpRequest, url: str) -> HttpResponse:
    """Lead the browser to another page, also out of an htmx request."""
    if request.htmx:
        return HttpResponse(status=HTTPStatus.NO_CONTENT, headers={"HX-Redirect": url})
    return redirect(url)


def go_to_table(
    request: HttpRequest, find: Callable[[], Table], otherwise: str
) -> HttpResponseRedirect:
    """Lead the browser to a table that is found or opened; where that is refused, elsewhere."""
    try:
        return redirect(find())
    except TableError as error:
        messages.error(request, refusal_text(error))
        return redirect(otherwise)
