"""A round of a session: who sits elsewhere, its release, and its timer."""

from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone

from games.whole_numbers import whole_number
from leagues.models import Bye, Round, Session
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.pages.access import Level, acting_player, get_session, level_of
from leagues.pages.shared import command, open_page, refusal_text, require_form, status_of
from leagues.sessions import round_edits
from leagues.sessions.board import board
from leagues.sessions.round_edits import Edit, RoundChanged, TimerStep
from leagues.sessions.round_page import changes_in_words


@open_page
@require_form
def edit(
    request: HttpRequest, slug: str, number: int, session: int, round: int
) -> HttpResponseBase:
    """Seat somebody elsewhere. A change made on an old page is refused."""
    found = get_session(request, slug, number, session, Level.ORGANIZER)
    if not found.rounds.filter(number=round).exists():
        raise Http404
    page = f"{found.get_absolute_url()}#edit-round-{round}"
    if request.method != "POST":
        return redirect(page)
    asked = _edit(request, round)
    if asked is None:
        # As of a page from before an upgrade, whose fields had other names.
        notice = refusal_text(LeagueError(LeagueErrorCode.LATE))
        return board(request, found, notice=notice, status=HTTPStatus.UNPROCESSABLE_ENTITY)
    seen = round_edits.read_plan(request.POST.get(f"seen-{round}", ""))
    try:
        round_edits.rearrange(found, round, seen, asked, acting_player(request))
    except RoundChanged as error:
        shown = {"changes": changes_in_words(error)}
        status = HTTPStatus.CONFLICT
        return board(request, found, notice=refusal_text(error), shown=shown, status=status)
    except LeagueError as error:
        return board(request, found, notice=refusal_text(error), status=status_of(error))
    return redirect(page)


def _edit(request: HttpRequest, round: int) -> Edit | None:
    """What a form asks for: to is table:2, swap:15 (a player), out:bye, out:no_show or out:none."""
    player = whole_number(request.POST.get(f"player-{round}"), 0)
    what, _colon, where = request.POST.get(f"to-{round}", "").partition(":")
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


@command("session")
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
    may_score = level_of(request, session.season.league) >= Level.SCORER
    if row.released_at is None and not may_score:
        raise Http404
    return row
