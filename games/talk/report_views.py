"""Reports over HTTP: to report something, and to decide."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
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


@require_safe
@never_cache
def page(request: HttpRequest) -> HttpResponse:
    """Cases for organizers, the open ones first; others are led to their own among their notices.

    Of open cases the oldest are shown, which are decided first.
    """
    player = access.current_player(request)
    if not player.runs_the_club:
        return redirect(f"{reverse('leagues:notices')}#reports")
    cases = reports.cases_for(player).select_related("about", "table", "decided_by")
    cases = cases.prefetch_related("reports__by", "lines__author")
    waiting = cases.filter(decided_at=None)
    decided = cases.exclude(decided_at=None).order_by("-decided_at")
    context = {
        "open_cases": waiting[: reports.SHOWN],
        "waiting": waiting.count(),
        "decided_cases": decided[: reports.SHOWN],
        "silent_days": reports.SILENT_DAYS,
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
