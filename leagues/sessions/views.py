"""Sessions: their list, the page of one, its plan, and what becomes of it."""

from collections.abc import Callable, Iterable, Sequence
from copy import copy
from dataclasses import replace
from datetime import datetime
from http import HTTPStatus
from typing import Any

from django.contrib import messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.csrf import get_token
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.dateformat import format as date_text
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext, pgettext

from accounts.compiled_once import compiled_once
from accounts.made_once import made_once
from accounts.models import Player
from games.live.regions import active_language, render_rows
from games.whole_numbers import whole_number
from leagues.models import Attendance, Game, Season, Session
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.models.session import GRACE
from leagues.pages.access import Level, acting_player, get_season, get_session, level_of
from leagues.pages.shared import (
    FieldDifference,
    RefusalsIn,
    View,
    command,
    differences_of,
    open_form,
    open_page,
    posted,
    reason_in,
    refusal_text,
    season_context,
    status_of,
    status_of_form,
)
from leagues.sessions import session_life as services
from leagues.sessions.board import board
from leagues.sessions.check_in import lists_alone
from leagues.sessions.forms import RepeatForm, SessionForm, next_session_fields
from leagues.sessions.reading import results_of_round
from leagues.sessions.regions import table_card
from leagues.sessions.seating_views import seating
from leagues.sessions.sheet_views import sheet_of
from leagues.sheets.game_page import present_waiting


def session_lines(request: HttpRequest, season: Season, sessions: Sequence[Session]) -> SafeString:
    """These sessions of a season as HTML, made once for each version of it."""
    # A session ends by itself as well.
    told_apart = tuple((session.pk, session.status) for session in sessions)
    key = ("session lines", season.pk, season.version, active_language(), told_apart)
    return SafeString(made_once(request, key, lambda: str(_drawn(season, sessions))))


def _drawn(season: Season, sessions: Sequence[Session]) -> SafeString:
    begins = season.url_of("session", 0).removesuffix("0/")
    month = pgettext("date format", "M")
    people = _counts(Attendance.objects.filter(session__in=sessions))
    games = _counts(Game.objects.counting().filter(session__in=sessions))
    lines = (
        _line(begins, month, session, people.get(session.pk, 0), games.get(session.pk, 0))
        for session in sessions
    )
    return render_rows("leagues/session_lines", lines)


def _counts(rows: Any) -> dict[int, int]:
    """How many of these rows each session has, by its id."""
    counted: Iterable[tuple[int, int]] = (
        rows.order_by().values_list("session").annotate(all=Count("pk"))
    )
    return dict(counted)


def _line(begins: str, month: str, session: Session, came: int, counted: int) -> dict[str, str]:
    at = localtime(session.starts_at)
    is_cancelled = session.status == Session.Status.CANCELLED
    people = ngettext("%(people)s person", "%(people)s people", came) % {"people": came}
    games = ngettext("%(games)s game", "%(games)s games", counted) % {"games": counted}
    return {
        "url": f"{begins}{session.number}/",
        "status": session.status,
        "title": session.title,
        "day": date_text(at, "j"),
        "month": date_format(at, month),
        "moment": at.isoformat(),
        "when": date_format(at, "l H:i"),
        "where": session.cancelled_because if is_cancelled else session.place,
        "people": people if came else "",
        "games": games if counted else "",
    }


@open_page
def sessions(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """All sessions of a season: today's and the next first, then the past ones, newest first, and
    those that its end left out."""
    season = get_season(request, slug, number)
    begins = timezone.now() - GRACE
    coming: list[Session] = []
    past: list[Session] = []
    never: list[Session] = []
    for each in _sessions(season.pk):
        each.season = season
        is_late = each.starts_at < begins and each.status != Session.Status.RUNNING
        is_past = is_late or each.status == Session.Status.CLOSED
        (never if each.never_took_place else past if is_past else coming).append(each)
    groups = (
        (gettext("To come"), coming),
        (gettext("Past"), past[::-1]),
        (gettext("Did not take place"), never[::-1]),
    )
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
        context |= {
            "waiting": waiting,
            "may_confirm_several": several,
            "unmatched": _unmatched(season.pk),
        }
    return render(request, "leagues/sessions/sessions.html", context)


@compiled_once
def _unmatched(season_id: int) -> QuerySet[Game]:
    games = Game.objects.to_match().filter(session__season=season_id)
    return games.select_related("session__season", "round")


@compiled_once
def _sessions(season_id: int) -> QuerySet[Session]:
    return Session.objects.filter(season=season_id).in_order()


@open_page
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
def tonight(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Lead to the session that goes on, else to one that begins soon, one of today that is over,
    the next one, or the last one."""
    season = get_season(request, slug, number)
    now = timezone.now()
    session = Session.objects.next_of([season], now).get(season.pk)
    is_near = session is not None and (
        session.status == Session.Status.RUNNING or session.starts_at <= now + GRACE
    )
    if not is_near:
        found = season.sessions.exclude(status=Session.Status.CANCELLED).in_order()
        if not season.is_unfinished:
            # What was still planned takes place no more.
            found = found.exclude(status=Session.Status.PLANNED)
        # Who comes back to the address after the evening wants its results.
        over = found.filter(status=Session.Status.CLOSED, starts_at__range=(now - GRACE, now))
        session = over.last() or session or found.last()
    if session is None:
        return redirect("leagues:sessions", slug, number)
    return redirect("leagues:session", slug, number, session.number)


@command("session")
def begin(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Let members say themselves that they are here."""
    found = get_session(request, slug, number, session, Level.SCORER)
    services.begin_session(found)
    return redirect(found)


def _step(take: Callable[[Session, Player], None]) -> View:
    """The command by which a session takes this step."""

    @command("session")
    def view(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
        found = get_session(request, slug, number, session, Level.ORGANIZER)
        take(found, acting_player(request))
        return redirect(found)

    return view


close = _step(services.close_session)
reopen = _step(services.reopen_session)
reinstate = _step(services.reinstate_session)


@command("session_edit")
def cancel(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Say that it does not take place, and why."""
    found = get_session(request, slug, number, session, Level.ORGANIZER)
    reason = reason_in(request.POST, Session.REASON_LENGTH)
    services.cancel_session(found, reason, acting_player(request))
    return redirect(found)


@command("session_edit")
def drop(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Delete a session that was planned by mistake: nobody is told."""
    found = get_session(request, slug, number, session, Level.ORGANIZER)
    services.drop_session(found, by=acting_player(request))
    return redirect("leagues:sessions", slug, number)


# --- Planning --------------------------------------------------------------------------


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
