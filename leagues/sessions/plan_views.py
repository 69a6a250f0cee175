"""The plan of a session, or of several at once with a preview of their dates."""

from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from datetime import datetime
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import ngettext

from leagues.models import Season, Session
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.pages.access import Level, acting_player, get_season, get_session
from leagues.pages.shared import (
    FieldDifference,
    RefusalsIn,
    differences_of,
    open_form,
    posted,
    refusal_text,
    season_context,
    status_of,
    status_of_form,
)
from leagues.sessions import session_life as services
from leagues.sessions.forms import RepeatForm, SessionForm, next_session_fields


@open_form
def session_new(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Plan the next session, or several: their dates are shown first, and single ones unticked."""
    season = get_season(request, slug, number, Level.ORGANIZER)
    form = SessionForm(
        posted(request),
        instance=Session(season=season),
        initial=next_session_fields(season, timezone.now()),
    )
    repeat = RepeatForm(posted(request))
    preview: dict[str, Any] = {}
    # Both are checked, so that all that is wrong is said at once.
    if request.method == "POST" and all([form.is_valid(), repeat.is_valid()]):
        plan = form.plan()
        begins = repeat.dates(plan.starts_at)
        if begins:
            preview = _preview(request, season, begins)
        wanted = preview.get("wanted", ()) if repeat.repeats else begins
        if wanted:
            with RefusalsIn(form):
                plans = [replace(plan, starts_at=moment) for moment in wanted]
                sessions = services.plan_sessions(season.pk, plans, acting_player(request))
                return _planned(request, season, sessions)
    return _form_page(request, season, form, {"repeat": repeat, **preview})


def _preview(request: HttpRequest, season: Season, begins: Sequence[datetime]) -> dict[str, Any]:
    """The dates on offer, all ticked at first; wanted: those that were left ticked.

    dates: each with what the form sends for it, whether it is ticked, and whether it is there.

    What was ticked belongs to the dates that were shown with it: others are shown first.
    """
    offered = " ".join(map(_value, begins))
    is_shown = request.POST.get("offered") == offered
    ticked = set(request.POST.getlist("date")) if is_shown else set(offered.split())
    there = set(season.sessions.filter(starts_at__in=begins).values_list("starts_at", flat=True))
    return {
        "offered": offered,
        "dates": [
            (moment, _value(moment), _value(moment) in ticked, moment in there) for moment in begins
        ],
        "wanted": [moment for moment in begins if is_shown and _value(moment) in ticked],
        "is_refused": is_shown and not ticked,
    }


def _value(moment: datetime) -> str:
    return timezone.localtime(moment).strftime("%Y-%m-%dT%H:%M")


def _planned(request: HttpRequest, season: Season, sessions: Sequence[Session]) -> HttpResponseBase:
    if len(sessions) == 1:
        return redirect(sessions[0])
    sentence = ngettext(
        "%(count)d session is planned.", "%(count)d sessions are planned.", len(sessions)
    )
    messages.success(request, sentence % {"count": len(sessions)})
    return redirect("leagues:sessions", season.league.slug, season.number)


@open_form
def session_edit(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Change when and where a session is, or cancel it."""
    found = get_session(request, slug, number, session, Level.ORGANIZER)
    form = SessionForm(posted(request), instance=copy(found))
    version = request.POST.get("version", found.plan_version)
    status, differences = None, list[FieldDifference]()
    if request.method == "POST" and form.is_valid():
        try:
            services.change_session(found, form.plan(), acting_player(request), version)
            return redirect(found)
        except LeagueError as error:
            status = status_of(error)
            if error.code is LeagueErrorCode.LATE:
                # What was sent beside what is stored by now; sent again it replaces that.
                version, differences = found.plan_version, differences_of(form)
            if not differences:
                form.add_error(None, refusal_text(error))
    may_change = found.season.is_unfinished and found.status != Session.Status.CANCELLED
    context = {
        "session": found,
        "version": version,
        "differences": differences,
        "may_cancel": may_change and not found.games.exists(),
        "may_delete": found.status == Session.Status.PLANNED and not services.has_history(found),
    }
    return _form_page(request, found.season, form, context, status)


def _form_page(
    request: HttpRequest,
    season: Season,
    form: SessionForm,
    context: dict[str, Any],
    status: HTTPStatus | None = None,
) -> HttpResponse:
    is_preview = "dates" in context and not context["is_refused"] and not form.errors
    context |= season_context(request, season, "sessions") | {"form": form}
    return render(
        request,
        "leagues/sessions/session_form.html",
        context,
        status=status or (HTTPStatus.OK if is_preview else status_of_form(form)),
    )
