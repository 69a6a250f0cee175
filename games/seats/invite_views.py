"""Invite members to a table, say no, and turn the mails about it off."""

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from accounts.access import current_player
from accounts.rate_limit import RateLimit, limited
from games.seats import inviting
from games.seats.guest_views import hosted_table, invitations_url
from games.table.access import get_table_for_viewer
from games.table.errors import TableError, refusal_text
from games.whole_numbers import whole_number

INVITES = RateLimit("table_invite", amount=30, seconds=300)


@limited(INVITES)
@require_POST
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Invite a member to one's table; leads back to the lobby where it was sent from there."""
    snapshot = hosted_table(request, code)
    player_id = whole_number(request.POST.get("player"), 0) or 0
    try:
        inviting.invite(snapshot.table_id, current_player(request), player_id, timezone.now())
        messages.success(request, gettext("Invited: a seat is kept for them for a while."))
    except TableError as error:
        messages.error(request, refusal_text(error))
    if "lobby" in request.POST:
        return redirect(f"{reverse('games:lobby')}#here")
    return redirect(invitations_url(code))


@require_POST
def decline(request: HttpRequest, code: str) -> HttpResponse:
    """Say no to an invitation; nothing where there is none."""
    player = current_player(request)
    snapshot = get_table_for_viewer(code, player)
    inviting.decline(snapshot.table_id, player, timezone.now())
    return redirect("games:lobby")


@login_not_required
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def turn_off(request: HttpRequest, token: str) -> HttpResponse:
    """Turn the mails about invitations off for whom the token names, signed in or not.

    A mail program may send the POST by itself. Opening the link asks first: programs that check
    mails open every link.
    """
    user_id = inviting.TURN_OFF.pk_of(token)
    if user_id is None:
        raise Http404
    is_done = request.method == "POST"
    if is_done:
        inviting.turn_off(user_id)
    return render(request, "games/invites/off.html", {"is_done": is_done, "token": token})
