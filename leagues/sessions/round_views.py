"""A round of a session: its page for organizers, its release, and its timer."""

from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from games.whole_numbers import whole_number
from leagues.access import Level, acting_player, get_session, level_in
from leagues.errors import LeagueError
from leagues.messages import refusal_text
from leagues.models import Bye, Round, Session
from leagues.pages import command, open_page, require_form, season_context, status_of
from leagues.sessions import round_edits
from leagues.sessions.round_edits import Edit, RoundChanged, TimerStep
from leagues.sessions.round_page import changes_in_words, present_round
from leagues.sessions.views import session_url


def round_url(slug: str, number: int, session: int, round: int) -> str:
    """The page on which organizers change a round."""
    return reverse("leagues:round", args=[slug, number, session, round])


def _back(slug: str, number: int, session: int, **_round: int) -> str:
    return session_url(slug, number, session)


@open_page
@require_form
def edit(
    request: HttpRequest, slug: str, number: int, session: int, round: int
) -> HttpResponseBase:
    """Who sits where; POST seats somebody elsewhere. A change made on an old page is refused."""
    found = get_session(request, slug, number, session, Level.ORGANIZER)
    if request.method != "POST":
        return _page(request, found, round)
    asked = _edit(request)
    if asked is None:
        return _page(request, found, round, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    seen = round_edits.read_plan(request.POST.get("seen", ""))
    try:
        round_edits.rearrange(found, round, seen, asked, acting_player(request))
    except RoundChanged as error:
        changes = changes_in_words(error)
        return _page(
            request, found, round, refusal_text(error), changes, status=HTTPStatus.CONFLICT
        )
    except LeagueError as error:
        return _page(request, found, round, refusal_text(error), status=status_of(error))
    if not found.rounds.filter(number=round).exists():
        return redirect(found)
    return redirect(round_url(slug, number, session, round))


def _edit(request: HttpRequest) -> Edit | None:
    """What a form asks for: to is table:2, swap:15 (a player), out:bye, out:no_show or out:none."""
    player = whole_number(request.POST.get("player"), 0)
    what, _colon, where = request.POST.get("to", "").partition(":")
    match what:
        case "table":
            return Edit(player, table=whole_number(where, 0))
        case "swap":
            return Edit(player, other=whole_number(where, 0))
        case "out" if where in Bye.Kind.values:
            return Edit(player, kind=Bye.Kind(where))
        case "out" if where == "none":
            return Edit(player, kind=None)
    return None


def _page(
    request: HttpRequest,
    session: Session,
    number: int,
    refusal: str = "",
    changes: list[str] | None = None,
    *,
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    shown = present_round(session, number)
    if shown is None:
        raise Http404
    context = season_context(request, session.season, "sessions") | {
        "session": session,
        "shown": shown,
        "refusal": refusal,
        "changes": changes,
    }
    return render(request, "leagues/sessions/round_page.html", context, status=status)


@command(_back)
def release(
    request: HttpRequest, slug: str, number: int, session: int, round: int
) -> HttpResponseBase:
    """Tell everybody who sits where."""
    found = get_session(request, slug, number, session, Level.ORGANIZER)
    round_edits.release(found, round, timezone.now(), acting_player(request))
    return redirect(found)


@open_page
@require_form
def timer(
    request: HttpRequest, slug: str, number: int, session: int, round: int
) -> HttpResponseBase:
    """The seconds left of a round, for whoever sees it; scorers start, pause and extend it."""
    if request.method == "POST":
        return _set_timer(request, slug, number, session, round)
    found = get_session(request, slug, number, session)
    row = _seen_round(request, found, round)
    data = {"left": row.seconds_left(timezone.now()), "runs": row.ends_at is not None}
    answer = JsonResponse(data)
    answer["Cache-Control"] = "no-store"
    return answer


def _set_timer(
    request: HttpRequest, slug: str, number: int, session: int, round: int
) -> HttpResponse:
    found = get_session(request, slug, number, session, Level.SCORER)
    step = request.POST.get("step", "")
    if step not in {*TimerStep}:
        return HttpResponse(status=HTTPStatus.UNPROCESSABLE_ENTITY)
    minutes = whole_number(request.POST.get(f"minutes-{round}"), 0)
    try:
        round_edits.set_timer(found, round, TimerStep(step), minutes, timezone.now())
    except LeagueError as error:
        messages.error(request, refusal_text(error))
    return redirect(found)


def _seen_round(request: HttpRequest, session: Session, number: int) -> Round:
    row = session.rounds.filter(number=number).first()
    if row is None:
        raise Http404
    may_score = level_in(session.season.league, request.user) >= Level.SCORER
    if row.released_at is None and not may_score:
        raise Http404
    return row
