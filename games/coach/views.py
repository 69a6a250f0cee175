"""The coach's page: what the choices at one seat of a finished game cost."""

from http import HTTPStatus
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts import names
from accounts.access import chosen_deck
from games.bots import can_be_played_out
from games.coach import jobs
from games.coach.presenter import present
from games.models import Analysis, Table
from games.play.commands import LIMIT
from games.table.access import get_asked_table, player_at, sign_in_to_see
from games.table.errors import TableError, TableErrorCode, refusal_text
from games.table.snapshot import Snapshot
from games.whole_numbers import whole_number


@login_not_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@sign_in_to_see
def coach(request: HttpRequest, code: str, seat: int) -> HttpResponseBase:
    """The analysis of a seat, for those who sat there and, of a public table, for everybody.

    Sent, it is begun: for members and for guests of the table.
    """
    snapshot = get_asked_table(request, code)
    player = player_at(request, code)
    own = snapshot.seat_of(player.pk if player else None)
    is_over = snapshot.status == Table.Status.FINISHED and snapshot.play is not None
    if not is_over or snapshot.is_sealed(timezone.now()) or seat >= len(snapshot.seats):
        raise Http404
    if own is None and snapshot.visibility != Table.Visibility.PUBLIC:
        raise PermissionDenied
    is_understood = can_be_played_out(snapshot.options)
    refused, status = "", HTTPStatus.OK
    if request.method == "POST":
        if player is None:
            raise PermissionDenied
        try:
            LIMIT.count(player.pk)
            if is_understood:
                jobs.ask(player, snapshot.table_id, seat, timezone.now())
            return redirect("games:coach", code, seat)
        except TableError as error:
            status = HTTPStatus.TOO_MANY_REQUESTS
            refused = refusal_text(error)
            if error.code is TableErrorCode.BUSY:
                refused = gettext("Other games are being analysed: please try again in a minute.")
    analysis = Analysis.objects.filter(table=snapshot.table_id, seat=seat).first()
    if analysis is not None:
        jobs.take_up(analysis, timezone.now())
    deck = chosen_deck(request) or snapshot.deck
    round_number = whole_number(request.GET.get("round"), None)
    is_ready = analysis is not None and analysis.is_ready
    seats = _seats(snapshot)
    context = {
        "code": code,
        "name": snapshot.title,
        "own": own,
        "seat": seat,
        "player": seats[seat][1],
        "seats": seats,
        "deck": deck,
        "is_understood": is_understood,
        "may_ask": player is not None,
        "analysis": analysis,
        "shown": present(analysis, deck, round_number) if analysis and is_ready else None,
        "round": round_number,
        "refused": refused,
        "sign_in": f"{reverse('account_login')}?{urlencode({'next': request.path})}",
    }
    return render(request, "games/coach.html", context, status=status)


def _seats(snapshot: Snapshot) -> list[tuple[int, str]]:
    return [(seat.index, names.shown(seat.written)) for seat in snapshot.seats]
