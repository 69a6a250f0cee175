"""Sessions: their list, the page of one, and what becomes of it."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.models import Player
from accounts.names import legible
from games.whole_numbers import whole_number
from leagues.models import Session
from leagues.models.session import GRACE, is_lasting
from leagues.pages.access import Level, acting_player, get_season, get_session, level_of
from leagues.pages.shared import command, open_page, season_context
from leagues.sessions import session_life as services
from leagues.sessions.board import board
from leagues.sessions.check_in_regions import lists_alone
from leagues.sessions.lines import session_lines
from leagues.sessions.reading import results_of_round
from leagues.sessions.regions import table_card
from leagues.sessions.seating_views import seating
from leagues.sessions.sheet_views import sheet_of
from leagues.sheets.waiting import present_waiting


@open_page
@require_safe
def sessions(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """All sessions of a season: today's and the next first, then the past ones, newest first."""
    season = get_season(request, slug, number)
    begins = timezone.now() - GRACE
    coming: list[Session] = []
    past: list[Session] = []
    for each in season.sessions.in_order():
        each.season = season
        is_late = each.starts_at < begins and each.status != Session.Status.RUNNING
        (past if is_late or each.status == Session.Status.CLOSED else coming).append(each)
    groups = ((gettext("To come"), coming), (gettext("Past"), past[::-1]))
    context = season_context(request, season, "sessions") | {
        "groups": [
            (heading, session_lines(request, season, listed))
            for heading, listed in groups
            if listed
        ],
    }
    if context["may_score"]:
        waiting = present_waiting(season, acting_player(request))
        several = sum(not item.is_own for item in waiting) > 1
        context |= {"waiting": waiting, "may_confirm_several": several}
    return render(request, "leagues/sessions/sessions.html", context)


@open_page
@require_safe
def session(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """A session: its tables, who is here, and for those who run it all that they do.

    ?q= looks for people to check in; htmx gets their lists alone. ?sheet= shows a sheet to type,
    ?draw= a draw, ?round= the tables of a round that it does not list (?page= more of them).
    """
    found = get_session(request, slug, number, session)
    if "draw" in request.GET:
        return seating(request, slug, number, session)
    if "sheet" in request.GET:
        return sheet_of(request, found, request.GET["sheet"])
    if "round" in request.GET:
        return _results(request, found)
    sought = " ".join(request.GET.get("q", "").split())[: Player.NAME_LENGTH]
    level = level_of(request, found.season.league)
    if request.headers.get("HX-Request") and level >= Level.SCORER:
        may_organize = level >= Level.ORGANIZER
        lists = lists_alone(found, sought, get_token(request), may_organize=may_organize)
        return render(request, "leagues/sessions/check_in_lists.html", lists | {"sought": sought})
    return board(request, found, sought=sought)


def _results(request: HttpRequest, session: Session) -> HttpResponse:
    context = season_context(request, session.season, "sessions")
    may_score = context["may_score"]
    number = whole_number(request.GET["round"], 0)
    page, tables = results_of_round(
        session, number, request.GET.get("page", ""), is_told=not may_score
    )
    context |= {
        "session": session,
        "round": number,
        "page": page,
        "cards": [table_card(table, may_score=may_score) for table in tables],
    }
    return render(request, "leagues/sessions/results.html", context)


@open_page
@require_safe
def tonight(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Lead to the session that goes on, else to that of today, the next one, or the last one."""
    season = get_season(request, slug, number)
    now = timezone.now()
    found = season.sessions.exclude(status=Session.Status.CANCELLED).order_by("starts_at", "number")
    # One that nobody has closed is over by itself a day later, whoever looks at it next.
    running = found.filter(is_lasting(now), status=Session.Status.RUNNING)
    coming = found.filter(status=Session.Status.PLANNED, starts_at__gte=now - GRACE)
    session = running.last() or coming.first() or found.last()
    if session is None:
        return redirect("leagues:sessions", slug, number)
    return redirect("leagues:session", slug, number, session.number)


@command("session")
def begin(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Let members say themselves that they are here."""
    found = get_session(request, slug, number, session, Level.SCORER)
    services.begin_session(found)
    return redirect(found)


@command("session")
def close(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """End the session."""
    found = get_session(request, slug, number, session, Level.ORGANIZER)
    services.close_session(found, acting_player(request))
    return redirect(found)


@command("session")
def reopen(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Go on with it after all."""
    found = get_session(request, slug, number, session, Level.ORGANIZER)
    services.reopen_session(found, by=acting_player(request))
    return redirect(found)


def _reason(request: HttpRequest) -> str:
    """Why a session is cancelled, spelled so that an erasure finds names in it."""
    return legible(request.POST.get("reason", ""))[: Session.REASON_LENGTH]


@command("session_edit")
def cancel(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Say that it does not take place, and why."""
    found = get_session(request, slug, number, session, Level.ORGANIZER)
    services.cancel_session(found, _reason(request), acting_player(request))
    return redirect(found)


@command("session")
def reinstate(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Let it take place after all."""
    found = get_session(request, slug, number, session, Level.ORGANIZER)
    services.reinstate_session(found, acting_player(request))
    return redirect(found)


@command("session_edit")
def drop(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Delete a session that was planned by mistake: nobody is told."""
    found = get_session(request, slug, number, session, Level.ORGANIZER)
    services.drop_session(found, by=acting_player(request))
    return redirect("leagues:sessions", slug, number)
