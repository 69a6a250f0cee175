"""The tables of an evening: started online, played on paper, printed, and shown to the room."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from leagues.access import Level, acting_player, get_session
from leagues.name_search import plain
from leagues.presenters.evening import present_evening
from leagues.presenters.frame import season_context
from leagues.presenters.sheet_pad import blank_rounds
from leagues.presenters.start import present_start
from leagues.services import online
from leagues.views.common import command, open_page
from leagues.views.numbers import whole, wholes


@open_page
@require_safe
def start(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponse:
    """Which tables to play online, and which on paper."""
    found = get_session(request, slug, number, session, Level.SCORER)
    context = season_context(request, found.season, "sessions") | {
        "session": found,
        "start": present_start(found),
    }
    return render(request, "leagues/evening/start.html", context)


def _start_url(slug: str, number: int, session: int) -> str:
    return reverse("leagues:start_tables", args=[slug, number, session])


@command(_start_url)
def start_online(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Deal at these tables."""
    found = get_session(request, slug, number, session, Level.SCORER)
    online.start_online(
        found,
        wholes(request.POST.getlist("table")),
        acting_player(request),
        timezone.now(),
        seats=whole(request.POST.get("seats")),
        bot_for_absent="bot_for_absent" in request.POST,
    )
    return redirect(found)


@open_page
@require_safe
def sheets(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponse:
    """Empty score sheets to print, of the tables in play on paper or of those in ?table=."""
    found = get_session(request, slug, number, session, Level.SCORER)
    wanted = wholes(request.GET.getlist("table"))
    tables = [
        table
        for table in present_evening(found).in_play
        if not table.is_live and (not wanted or table.number in wanted)
    ]
    context = season_context(request, found.season, "sessions") | {
        "session": found,
        "tables": tables,
        "rounds": blank_rounds(found.season.season_rules.options),
    }
    return render(request, "leagues/evening/sheets.html", context)


@open_page
@require_safe
def slips(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponse:
    """A slip for each person with the number of their table, to print and to cut."""
    found = get_session(request, slug, number, session)
    slips = [
        (sitting, table)
        for table in present_evening(found).in_play
        for sitting in table.sittings
        if not sitting.is_bot
    ]
    slips.sort(key=lambda slip: plain(slip[0].name))
    context = season_context(request, found.season, "sessions") | {"session": found, "slips": slips}
    return render(request, "leagues/evening/slips.html", context)


@open_page
@require_safe
def screen(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponse:
    """The evening for the whole room: huge, dark, and always up to date."""
    found = get_session(request, slug, number, session)
    evening = present_evening(found)
    last = evening.rounds[-1] if evening.rounds else None
    tables = [
        table
        for round in evening.rounds
        for table in round.tables
        if round is last or table.is_in_play
    ]
    context = season_context(request, found.season, "sessions") | {
        "session": found,
        "evening": evening,
        "tables": tables,
        "address": request.build_absolute_uri(found.get_absolute_url()),
    }
    return render(request, "leagues/evening/screen.html", context)
