"""Sessions: their list, the page of one, and its plan."""

from copy import copy
from typing import Any

from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.access import player_or_none
from leagues.access import Level, get_season, get_session
from leagues.errors import LeagueError
from leagues.messages import refusal_text
from leagues.models import Game, Season
from leagues.pages import command, open_page, posted, require_form, season_context, status_of_form
from leagues.sessions import online
from leagues.sessions import session_life as services
from leagues.sessions.forms import SessionForm, next_session_fields
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
    counted = Count("games", filter=Q(games__status=Game.Status.CONFIRMED), distinct=True)
    came = Q(attendances__set_aside_by=None)
    people = Count("attendances", filter=came, distinct=True)
    found = season.sessions.annotate(people=people, counted=counted).order_by(
        "-starts_at", "-number"
    )
    for row in found:
        row.season = season
    context = season_context(request, season, "sessions") | {"sessions": found}
    return render(request, "leagues/sessions/sessions.html", context)


@open_page
@require_form
def session_new(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Plan the next session."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    form = SessionForm(posted(request), initial=next_session_fields(season, timezone.now()))
    if request.method == "POST" and form.is_valid():
        try:
            return redirect(services.plan_session(season.pk, form.plan()))
        except LeagueError as error:
            form.add_error(None, refusal_text(error))
    return _form_page(request, season, form, {})


@open_page
@require_form
def session_edit(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Change when and where a session is."""
    found = get_session(request, slug, number, session, Level.ORGANIZER)
    form = SessionForm(posted(request), instance=copy(found))
    if request.method == "POST" and form.is_valid():
        try:
            services.change_session(found, form.plan())
            return redirect(found)
        except LeagueError as error:
            form.add_error(None, refusal_text(error))
    return _form_page(request, found.season, form, {"session": found})


def _form_page(
    request: HttpRequest, season: Season, form: SessionForm, context: dict[str, Any]
) -> HttpResponse:
    context |= season_context(request, season, "sessions") | {"form": form}
    return render(
        request, "leagues/sessions/session_form.html", context, status=status_of_form(form)
    )


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
    services.close_session(found)
    return redirect(found)


@command(session_url)
def reopen(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Go on with it after all."""
    found = get_session(request, slug, number, session, Level.ORGANIZER)
    services.reopen_session(found)
    return redirect(found)


@command(session_url)
def drop(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Forget a session that does not take place."""
    found = get_session(request, slug, number, session, Level.ORGANIZER)
    services.drop_session(found)
    return redirect("leagues:sessions", slug, number)
