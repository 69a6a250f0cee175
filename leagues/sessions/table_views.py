"""The tables of a session: started online, played on paper, printed, and shown to the room."""

from collections.abc import Collection
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.whole_numbers import whole_number, whole_numbers
from leagues.models import Game, Session
from leagues.models.errors import LeagueError
from leagues.pages.access import Level, acting_player, get_session
from leagues.pages.shared import open_page, refusal_text, require_form, season_context, status_of
from leagues.sessions import online
from leagues.sessions.board import board
from leagues.sessions.reading import screen_overview
from leagues.sessions.regions import SessionPage, screen_regions, socket_url
from leagues.sessions.start import ChosenTables


@open_page
@require_form
def start(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Play the ticked tables online; what was ticked survives a refusal."""
    found = get_session(request, slug, number, session, Level.SCORER)
    if request.method != "POST":
        return redirect(f"{found.get_absolute_url()}#start-tables")
    chosen = ChosenTables(
        tables=whole_numbers(request.POST.getlist("table")),
        seats=whole_number(request.POST.get("seats"), 0),
        bot_for_absent="bot_for_absent" in request.POST,
    )
    if not chosen.tables:
        sentence = gettext("Tick the tables that play online.")
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        return board(request, found, chosen=chosen, notice=sentence, status=status)
    try:
        _deal(request, found, chosen)
    except LeagueError as error:
        if not _have_begun(found, chosen.tables):
            sentence, status = refusal_text(error), status_of(error)
            return board(request, found, chosen=chosen, notice=sentence, status=status)
    return redirect(found)


def _deal(request: HttpRequest, session: Session, chosen: ChosenTables) -> None:
    online.start_online(
        session,
        chosen.tables,
        acting_player(request),
        timezone.now(),
        seats=chosen.seats,
        bot_for_absent=chosen.bot_for_absent,
    )


def _have_begun(session: Session, tables: Collection[int]) -> bool:
    """Whether all of them play online: a form that is sent twice gets what it asked for."""
    begun = session.games.filter(kind=Game.Kind.LIVE, number__in=tables)
    return begun.count() == len(tables)


@open_page
@require_safe
def screen(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponse:
    """The session for the whole room: huge, dark, and always up to date."""
    found = get_session(request, slug, number, session)
    regions = screen_regions(found, screen_overview(found))
    context = season_context(request, found.season, "sessions") | {
        "session": found,
        "regions": {name: region.html for name, region in regions.items()},
        "ws_url": socket_url(found, SessionPage.SCREEN),
        "shown_version": found.season.version,
        "address": request.build_absolute_uri(found.get_absolute_url()),
    }
    return render(request, "leagues/sessions/screen.html", context)
