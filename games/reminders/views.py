"""The link that turns reminders off, and the way to the next table where one is awaited."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_safe

from accounts.access import current_player
from games.reminders import service
from games.reminders.mail import TURN_OFF
from games.reminders.next_turn import table_awaiting


@login_not_required
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def turn_off(request: HttpRequest, token: str) -> HttpResponse:
    """Turn the reminders of a person off, whom the token of their mail names, signed in or not.

    A mail program may send the POST by itself. Opening the link asks first: programs that check
    mails open every link.
    """
    user_id = TURN_OFF.pk_of(token)
    if user_id is None:
        raise Http404
    is_done = request.method == "POST"
    if is_done:
        service.turn_off(user_id)
    return render(request, "games/reminders/off.html", {"is_done": is_done, "token": token})


@require_safe
@never_cache
def next_turn(request: HttpRequest, code: str) -> HttpResponse:
    """The next table where this member is awaited, after the one of this code; else the lobby."""
    following = table_awaiting(current_player(request), code)
    return redirect(following) if following else redirect("games:lobby")
