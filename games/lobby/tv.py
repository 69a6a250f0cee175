"""Screens of the club room: one table, or all that is played; nothing on them to press."""

from dataclasses import dataclass
from datetime import UTC, datetime
from http import HTTPStatus
from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.db.models import F, OuterRef, QuerySet, Subquery
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.access import player_or_none
from accounts.models import Player
from accounts.page_cache import cached_for_strangers
from accounts.qr import qr_svg
from games.live.regions import active_language
from games.lobby.lists import LobbyTable, boards_of, mark_of, open_tables, tables_in_play
from games.models import ActionLog, Table
from games.page.views import table_context
from games.table.access import Viewer, get_table_for_viewer, sign_in_to_see

BOARDS_AT_ONCE = 6
# So long the same boards are shown, if there are more than fit.
SECONDS_EACH = 15
MOST_OPEN = 3


@dataclass(frozen=True, slots=True)
class Wall:
    """The boards on the screen, the one that is shown large first.

    page: which of pages of them, from 1. count: of tables in play. open: tables with a free seat.
    """

    tables: list[LobbyTable]
    page: int
    pages: int
    count: int
    open: list[LobbyTable]


def wall_at(player: Player | None, now: datetime) -> Wall:
    """The boards that a member, or with None a stranger, may see; they take turns.

    The large one is where somebody acted last before the present turn of the screen, and so stays
    for as long as this turn.
    """
    playing = tables_in_play(player)
    count = playing.count()
    pages = max(1, -(-count // BOARDS_AT_ONCE))
    page = _turn(now) % pages
    first = page * BOARDS_AT_ONCE
    shown = boards_of(playing[first : first + BOARDS_AT_ONCE])
    large = _acted_last(playing, shown, now) if shown else None
    shown.sort(key=lambda table: table.code != large)
    return Wall(shown, page + 1, pages, count, open_tables(player, MOST_OPEN))


def wall_mark(player: Player | None, now: datetime) -> str:
    """A text that changes with whatever the screen shows, its clock and its turns included."""
    shown = f"{mark_of(player)} {now:%H:%M} {_turn(now)}"
    return salted_hmac("games.tv", shown).hexdigest()[:16]


def _acted_last(playing: QuerySet[Table], shown: list[LobbyTable], now: datetime) -> str | None:
    """The code of the table with the newest line in its log before the present turn."""
    began = datetime.fromtimestamp(_turn(now) * SECONDS_EACH, UTC)
    lines = ActionLog.objects.filter(table=OuterRef("pk"), at__lte=began).order_by("-number")
    tables = playing.filter(code__in=[table.code for table in shown])
    latest = tables.annotate(acted_at=Subquery(lines.values("at")[:1]))
    newest_first = latest.order_by(F("acted_at").desc(nulls_last=True), "-pk")
    return newest_first.values_list("code", flat=True).first()


def _turn(now: datetime) -> int:
    return int(now.timestamp()) // SECONDS_EACH


@login_not_required
@cached_for_strangers
@require_safe
@sign_in_to_see
def table(request: HttpRequest, code: str) -> HttpResponseBase:
    """A table for the whole room: what a spectator sees, whoever has switched the screen on."""
    snapshot = get_table_for_viewer(code, player_or_none(request))
    viewer = Viewer(language=active_language(), deck=snapshot.deck)
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
    snapshot = get_table_for_viewer(code, player)
    answer = HttpResponse(status=HTTPStatus.NO_CONTENT)
    following = Table.objects.filter(rematch_of=snapshot.table_id).exclude(state="")
    next_code = following.values_list("code", flat=True).first()
    if next_code is not None:
        get_table_for_viewer(next_code, player)
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
