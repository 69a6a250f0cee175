"""Sessions: their list, the page of one, and what becomes of it."""

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.access import player_or_none
from accounts.names import legible
from leagues.access import Level, acting_player, get_season, get_session
from leagues.models import Attendance, Game, Session
from leagues.pages import command, open_page, season_context
from leagues.sessions import online
from leagues.sessions import session_life as services
from leagues.sessions.regions import (
    SessionPage,
    own_of,
    own_regions,
    session_now,
    session_regions,
    socket_url,
)


@open_page
@require_safe
def sessions(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """All sessions of a season, the newest first."""
    season = get_season(request, slug, number)
    found = season.sessions.annotate(
        people=_number_of(Attendance.objects.all()), counted=_number_of(Game.objects.counting())
    ).order_by("-starts_at", "-number")
    for row in found:
        row.season = season
    context = season_context(request, season, "sessions") | {"sessions": found}
    return render(request, "leagues/sessions/sessions.html", context)


def _number_of(rows: "QuerySet[Attendance] | QuerySet[Game]") -> Coalesce:
    """How many of these rows a session has; joined to it, those of two tables multiply."""
    own = rows.filter(session=OuterRef("pk")).order_by().values("session")
    return Coalesce(Subquery(own.annotate(all=Count("pk")).values("all")), 0)


@open_page
@require_safe
def session(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponse:
    """A session: its tables, who is here, and for those who run it what to do next."""
    found = get_session(request, slug, number, session)
    frame = season_context(request, found.season, "sessions")
    now = timezone.now()
    if frame["may_score"]:
        online.collect(now, found)
    shown = session_now(found, now)
    reader = player_or_none(request)
    own = own_of(shown, frame["level"], reader.pk if reader else None)
    regions = {**session_regions(shown, frame["level"]), **own_regions(shown, own)}
    context = {
        "session": found,
        "regions": {name: region.html for name, region in regions.items()},
        "ws_url": socket_url(found, SessionPage.SESSION),
        "shown_version": found.season.version,
    }
    return render(request, "leagues/sessions/session.html", frame | context)


def session_url(slug: str, number: int, session: int) -> str:
    """The page of a session."""
    return reverse("leagues:session", args=[slug, number, session])


@command(session_url)
def begin(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Let members say themselves that they are here."""
    found = get_session(request, slug, number, session, Level.SCORER)
    services.begin_session(found)
    return redirect(found)


@command(session_url)
def close(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """End the session."""
    found = get_session(request, slug, number, session, Level.ORGANIZER)
    services.close_session(found, acting_player(request))
    return redirect(found)


@command(session_url)
def reopen(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Go on with it after all."""
    found = get_session(request, slug, number, session, Level.ORGANIZER)
    services.reopen_session(found, by=acting_player(request))
    return redirect(found)


def _reason(request: HttpRequest) -> str:
    """Why a session is cancelled, spelled so that an erasure finds names in it."""
    return legible(request.POST.get("reason", ""))[: Session.REASON_LENGTH]


def _edit_url(slug: str, number: int, session: int) -> str:
    return reverse("leagues:session_edit", args=[slug, number, session])


@command(_edit_url)
def cancel(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Say that it does not take place, and why."""
    found = get_session(request, slug, number, session, Level.ORGANIZER)
    services.cancel_session(found, _reason(request), acting_player(request))
    return redirect(found)


@command(session_url)
def reinstate(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Let it take place after all."""
    found = get_session(request, slug, number, session, Level.ORGANIZER)
    services.reinstate_session(found, acting_player(request))
    return redirect(found)


@command(_edit_url)
def drop(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Delete a session that was planned by mistake: nobody is told."""
    found = get_session(request, slug, number, session, Level.ORGANIZER)
    services.drop_session(found, by=acting_player(request))
    return redirect("leagues:sessions", slug, number)
