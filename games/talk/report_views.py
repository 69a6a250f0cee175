"""Reports over HTTP: to report something, to read what became of it, and to decide."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts import access
from accounts.models import Player
from games.play.table_commands import HtmxHttpRequest, command
from games.table.errors import TableError, notice_html, refusal_text
from games.table.snapshot import Snapshot
from games.talk import reports
from games.talk.presenter import own_frame_text, panel_for
from games.whole_numbers import whole_number

# So many of each list are on the page; of open cases the oldest, which are decided first.
SHOWN = 50


@require_safe
@never_cache
def page(request: HttpRequest) -> HttpResponse:
    """What became of one's own reports, and what was decided about oneself; cases for organizers.

    Decided cases follow the open ones.
    """
    player = access.current_player(request)
    made = player.reports.select_related("case").order_by("-at", "-pk")
    context: dict[str, Any] = {
        "made": made[:SHOWN],
        "about_me": reports.decided_about(player)[:SHOWN],
        "runs_the_club": player.runs_the_club,
        "silent_days": reports.SILENT_DAYS,
    }
    if player.runs_the_club:
        cases = reports.cases_for(player).select_related("about", "table", "decided_by")
        cases = cases.prefetch_related("reports__by", "lines__author")
        waiting = cases.filter(decided_at=None)
        context |= {
            "open_cases": waiting[:SHOWN],
            "waiting": waiting.count(),
            "decided_cases": cases.exclude(decided_at=None).order_by("-decided_at")[:SHOWN],
        }
    return render(request, "games/talk/reports.html", context)


@command
def report_message(
    request: HtmxHttpRequest, snapshot: Snapshot, player: Player, number: int
) -> HttpResponse | None:
    """Report a message to the organizers."""
    reason, words = _typed(request)
    reports.report_message(snapshot.table_id, number, player, reason, words, timezone.now())
    if request.htmx:
        frame = own_frame_text(panel_for(snapshot, player))
        return HttpResponse(frame + notice_html(_thanks()))
    messages.success(request, _thanks())
    return None


@require_POST
def report_name(request: HttpRequest, player_id: int) -> HttpResponse:
    """Report the name of a person, or their picture, to the organizers."""
    player = access.current_player(request)
    about = get_object_or_404(Player, pk=player_id, user__is_active=True)
    reason, words = _typed(request)
    is_picture = request.POST.get("what") == "picture"
    report = reports.report_picture if is_picture else reports.report_name
    try:
        report(about, player, reason, words, timezone.now())
        messages.success(request, _thanks())
    except TableError as error:
        messages.error(request, refusal_text(error))
    return redirect("games:profile", player_id)


@require_POST
def decide(request: HttpRequest, case_id: int) -> HttpResponse:
    """Decide what becomes of what was reported."""
    organizer = access.require_organizer(request)
    days = whole_number(request.POST.get("days"), None) or reports.SILENT_DAYS[0]
    decision = request.POST.get("decision", "")
    try:
        reports.decide(case_id, organizer, decision, timezone.now(), days)
        messages.success(request, gettext("Decided. Those concerned are told."))
    except TableError as error:
        messages.error(request, refusal_text(error))
    return redirect("games:reports")


def _typed(request: HttpRequest) -> tuple[str, str]:
    return request.POST.get("reason", ""), request.POST.get("words", "")


def _thanks() -> str:
    return gettext("The organizers will look at it. You will be told what they do.")
