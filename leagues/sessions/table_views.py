"""The tables of a session: started online, shown to the room; its rounds, released and timed."""

from collections.abc import Collection
from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.utils.translation import gettext

from accounts.made_once import made_once
from accounts.models import Player
from games.live.regions import active_language
from games.whole_numbers import whole_number, whole_numbers
from leagues.models import Bye, Game, Round, Session
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.pages.access import Level, acting_player, get_session, level_of
from leagues.pages.shared import (
    command,
    open_form,
    open_page,
    refusal_text,
    season_context,
    status_of,
)
from leagues.people.find import place_by_name
from leagues.sessions import online, round_edits
from leagues.sessions.board import board
from leagues.sessions.overview import ChosenTables
from leagues.sessions.reading import screen_overview
from leagues.sessions.regions import SessionPage, screen_regions, socket_url
from leagues.sessions.round_edits import Edit, Plan, RoundChanged, TimerStep


@open_form
def start(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Play the ticked tables online; what was ticked survives a refusal."""
    found = get_session(request, slug, number, session, Level.SCORER)
    if request.method != "POST":
        return redirect(f"{found.get_absolute_url()}#start-tables")
    chosen = ChosenTables(
        tables=tuple(whole_numbers(request.POST.getlist("table"))),
        seats=whole_number(request.POST.get("seats"), 0),
        bot_for_absent="bot_for_absent" in request.POST,
    )
    if not chosen.tables:
        sentence = gettext("Tick the tables that play online.")
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        return board(request, found, chosen=chosen, notice=sentence, status=status)
    try:
        online.start_online(
            found,
            chosen.tables,
            acting_player(request),
            timezone.now(),
            seats=chosen.seats,
            bot_for_absent=chosen.bot_for_absent,
        )
    except LeagueError as error:
        if not _have_begun(found, chosen.tables):
            sentence, status = refusal_text(error), status_of(error)
            return board(request, found, chosen=chosen, notice=sentence, status=status)
    return redirect(found)


def _have_begun(session: Session, tables: Collection[int]) -> bool:
    """Whether all of them play online: a form that is sent twice gets what it asked for."""
    begun = session.games.filter(kind=Game.Kind.LIVE, number__in=tables)
    return begun.count() == len(tables)


@open_page
def screen(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponse:
    """The session for the whole room: huge, dark, and always up to date."""
    found = get_session(request, slug, number, session)

    def made() -> str:
        return screen_regions(found, screen_overview(found))["screen"].html

    # As for those who have it open: another version is shown where the season has another one.
    key = ("screen", found.pk, found.status, found.season.version, active_language())
    context = season_context(request, found.season, "sessions") | {
        "session": found,
        "screen": mark_safe(made_once(request, key, made)),  # noqa: S308 - of our own templates
        "ws_url": socket_url(found, SessionPage.SCREEN),
        "shown_version": found.season.version,
        "address": request.build_absolute_uri(found.get_absolute_url()),
    }
    return render(request, "leagues/sessions/screen.html", context)


@open_form
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
        shown = {"changes": _changes_in_words(error)}
        status = HTTPStatus.CONFLICT
        return board(request, found, notice=refusal_text(error), shown=shown, status=status)
    except LeagueError as error:
        return board(request, found, notice=refusal_text(error), status=status_of(error))
    return redirect(page)


def _changes_in_words(changed: RoundChanged) -> list[str]:
    """Who sits elsewhere than on the page that somebody had open."""
    before, after = _tables(changed.seen), _tables(changed.stored)
    moved = [player for player in before | after if before.get(player) != after.get(player)]
    players = Player.objects.filter(pk__in=moved)
    return [
        gettext("%(name)s: %(before)s → %(after)s")
        % {
            "name": player.name,
            "before": _place(before.get(player.pk)),
            "after": _place(after.get(player.pk)),
        }
        for player in sorted(players, key=lambda one: place_by_name(one.name, one.pk))
    ]


def _place(table: int | None) -> str:
    if table is None:
        return gettext("no seat")
    return gettext("Table %(number)d") % {"number": table}


def _tables(plan: Plan) -> dict[int, int]:
    return {player: number for number, people in plan.items() for player in people}


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


@open_form
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
    row = get_object_or_404(session.rounds, number=number)
    may_score = level_of(request, session.season.league) >= Level.SCORER
    if row.released_at is None and not may_score:
        raise Http404
    return row
