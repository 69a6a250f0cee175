"""Ask a member to be friends, answer, end it, and hide somebody; sent by profiles and the lobby."""

from collections.abc import Callable
from datetime import datetime

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from accounts.access import current_player
from accounts.models import Player
from accounts.rate_limit import RateLimit, limited
from games.friends import service
from games.friends.service import FriendError, FriendProblem
from games.talk import service as talk

CHANGES = RateLimit("friends", amount=30, seconds=300)

Do = Callable[[Player, Player, datetime], object]
# What a button says that the reader wants of somebody else.
WISHES: dict[str, Do] = {
    "ask": lambda reader, other, now: service.ask(reader, other.pk, now),
    "accept": lambda reader, other, now: service.accept(reader, other.pk, now),
    "refuse": lambda reader, other, _now: service.refuse(reader, other.pk),
    "withdraw": lambda reader, other, _now: service.withdraw(reader, other.pk),
    "end": lambda reader, other, _now: service.end(reader, other.pk),
    "hide": lambda reader, other, _now: talk.mute(reader, other),
    "show": lambda reader, other, _now: talk.unmute(reader, other.pk),
}
PROBLEMS = {
    FriendProblem.TOO_MANY: gettext_lazy("Wait until some of those you asked answer."),
    FriendProblem.NOT_ASKED: gettext_lazy("This is no longer asked."),
}


@limited(CHANGES)
@require_POST
def friend(request: HttpRequest, player_id: int) -> HttpResponse:
    """Do what the button says (do: one of WISHES); what is too late changes nothing."""
    reader = current_player(request)
    other = get_object_or_404(Player, pk=player_id, user__is_active=True)
    wish = WISHES.get(request.POST.get("do", ""))
    if wish is None:
        return HttpResponseBadRequest()
    try:
        wish(reader, other, timezone.now())
    except FriendError as error:
        messages.error(request, str(PROBLEMS[error.problem]))
    if "lobby" in request.POST:
        return redirect("games:lobby")
    return redirect("games:profile", other.pk)
