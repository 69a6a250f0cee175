"""The pages of a television: one table, and all of the club."""

from http import HTTPStatus
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.access import player_or_none
from accounts.models import Player
from accounts.page_cache import cached_for_strangers
from accounts.qr import qr_svg
from games import access
from games.access import Viewer, sign_in_to_see
from games.models import Table
from games.page.regions import active_language
from games.tv.wall import wall_at, wall_mark
from games.views import table_context


@login_not_required
@cached_for_strangers
@require_safe
@sign_in_to_see
def table(request: HttpRequest, code: str) -> HttpResponseBase:
    """A table for the whole room: what a spectator sees, whoever has switched the screen on."""
    snapshot = access.get_table_for_viewer(code, player_or_none(request))
    viewer = Viewer(
        seat=None,
        is_member=False,
        is_host=False,
        language=active_language(),
        deck=snapshot.deck,
    )
    context = table_context(snapshot, viewer, watch="1") | {
        "address": request.build_absolute_uri(reverse("games:table", args=[snapshot.code]))
    }
    return render(request, "games/tv/table.html", context)


@login_not_required
@never_cache
@require_safe
def next_table(request: HttpRequest, code: str) -> HttpResponse:
    """Lead a screen to the table at which the same people play again, once cards are dealt there.

    Until then it shows the result of the last game.
    """
    player = player_or_none(request)
    snapshot = access.get_table_for_viewer(code, player)
    answer = HttpResponse(status=HTTPStatus.NO_CONTENT)
    following = Table.objects.filter(rematch_of=snapshot.table_id).exclude(state="")
    next_code = following.values_list("code", flat=True).first()
    if next_code is not None:
        access.get_table_for_viewer(next_code, player)
        answer["HX-Redirect"] = reverse("games:table_tv", args=[next_code])
    return answer


@login_not_required
@never_cache
@require_safe
def club(request: HttpRequest) -> HttpResponse:
    """The games of the club for the whole room, with tonight's ranking and the time."""
    address = request.build_absolute_uri(reverse("games:home"))
    context = _wall_context(player_or_none(request)) | {
        "address": address,
        "code": qr_svg(address).decode(),
    }
    return render(request, "games/tv/club.html", context)


@login_not_required
@never_cache
@require_safe
def boards(request: HttpRequest) -> HttpResponse:
    """What changes on that screen, for one that shows an earlier mark; 204 if it is the same."""
    player = player_or_none(request)
    if request.GET.get("mark") == wall_mark(player, timezone.now()):
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return render(request, "games/tv/boards.html", _wall_context(player))


def _wall_context(player: Player | None) -> dict[str, Any]:
    now = timezone.now()
    # Before the boards: what changes in between is shown by the next look.
    return {"mark": wall_mark(player, now), "wall": wall_at(player, now), "now": now}
