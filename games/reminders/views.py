"""Turn reminders off by the link of a mail; the next table at which a member is awaited."""

from django.contrib.auth.decorators import login_not_required
from django.db.models import F
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access import current_player
from accounts.models import Player
from games.models import Table
from games.reminders import sending
from games.table import store
from games.table.transition import awaited, is_automatic


def table_awaiting(player: Player, after: str) -> Table | None:
    """The table that awaits a player first, by its deadline; that of the code `after` is left out.

    Those without a limit come last.
    """
    playing = Table.objects.with_player(player).filter(status=Table.Status.PLAYING)
    # Whoever looks after a table by itself, it is due at its deadline at the latest.
    by_deadline = playing.order_by(F("due_at").asc(nulls_last=True), "pk")
    for table in by_deadline.exclude(code=after).defer("state"):
        snapshot = store.at_least(table.pk, table.version)
        seat, play = snapshot.seat_of(player.pk), snapshot.play
        if seat is None or play is None or play.is_paused or seat not in awaited(play):
            continue
        if not is_automatic(snapshot, play, seat):
            return table
    return None


@login_not_required
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def turn_off(request: HttpRequest, token: str) -> HttpResponse:
    """Turn the reminders of a person off, whom the token of their mail names, signed in or not.

    A mail program may send the POST by itself. Opening the link asks first: programs that check
    mails open every link.
    """
    user_id = sending.TURN_OFF.pk_of(token)
    if user_id is None:
        raise Http404
    is_done = request.method == "POST"
    if is_done:
        sending.turn_off(user_id)
    return render(request, "games/reminders/off.html", {"is_done": is_done, "token": token})


@require_safe
@never_cache
def next_turn(request: HttpRequest, code: str) -> HttpResponse:
    """The next table where this member is awaited, after the one of this code; else the lobby."""
    following = table_awaiting(current_player(request), code)
    return redirect(following) if following else redirect("games:lobby")
