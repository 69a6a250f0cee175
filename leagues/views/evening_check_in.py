"""Who is here: one tap for each person, guests by their name."""

from collections.abc import Callable
from http import HTTPStatus

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from accounts.models import Player
from leagues.access import Level, acting_player, get_session
from leagues.errors import LeagueError, LeagueErrorCode
from leagues.forms.evening import GuestForm
from leagues.models import Session
from leagues.presenters.check_in import present_check_in
from leagues.presenters.frame import season_context
from leagues.refusals import refusal_text
from leagues.services import evening as services
from leagues.views.common import command, open_page, status_of
from leagues.views.evening import session_url
from leagues.views.numbers import whole


def _check_in_url(slug: str, number: int, session: int) -> str:
    return reverse("leagues:check_in", args=[slug, number, session])


@open_page
@require_safe
def check_in(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponse:
    """The people to tap; with ?q= those whose name has that in it."""
    found = get_session(request, slug, number, session, Level.SCORER)
    return _page(request, found, sought=request.GET.get("q", ""))


@command(_check_in_url)
def arrive(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Somebody is here."""
    found = get_session(request, slug, number, session, Level.SCORER)
    player = _player(request)
    if player.erased_at:
        raise Http404

    def work() -> str:
        services.arrive(found, player, timezone.now())
        return gettext("%(name)s is here.") % {"name": player.name}

    return _answer(request, found, work)


@command(_check_in_url)
def leave(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Somebody has gone, or was checked in by mistake."""
    found = get_session(request, slug, number, session, Level.SCORER)
    player = _player(request)

    def work() -> str:
        services.leave(found, player, timezone.now())
        return gettext("%(name)s is not here.") % {"name": player.name}

    return _answer(request, found, work)


@command(_check_in_url)
def add_guest(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Somebody new, by their name alone."""
    found = get_session(request, slug, number, session, Level.SCORER)
    form = GuestForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(map(str, form.errors["name"])))
        return redirect(_check_in_url(slug, number, session))

    def work() -> str:
        guest = services.arrive_guest(found, form.cleaned_data["name"], timezone.now())
        return gettext("%(name)s is here.") % {"name": guest.name}

    return _answer(request, found, work)


@command(session_url)
def come(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """A member says that they are here themselves, once the evening has begun."""
    found = get_session(request, slug, number, session, Level.MEMBER)
    if found.status != Session.Status.RUNNING:
        raise LeagueError(LeagueErrorCode.SESSION_NOT_OPEN)
    services.arrive(found, acting_player(request), timezone.now())
    return redirect(found)


def _player(request: HttpRequest) -> Player:
    return get_object_or_404(Player, pk=whole(request.POST.get("player")))


def _answer(request: HttpRequest, session: Session, work: Callable[[], str]) -> HttpResponseBase:
    """Do the work and show the lists anew: htmx gets them alone, also after a refusal."""
    if not request.headers.get("HX-Request"):
        work()
        season = session.season
        return redirect(_check_in_url(season.league.slug, season.number, session.number))
    try:
        return _page(request, session, said=work())
    except LeagueError as error:
        return _page(request, session, refusal=refusal_text(error), status=status_of(error))


def _page(
    request: HttpRequest,
    session: Session,
    sought: str = "",
    said: str = "",
    refusal: str = "",
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    sought = " ".join(sought.split())[: Player.NAME_LENGTH]
    context = season_context(request, session.season, "sessions") | {
        "session": session,
        "lists": present_check_in(session, sought),
        "sought": sought,
        "said": said,
        "refusal": refusal,
    }
    is_part = bool(request.headers.get("HX-Request"))
    template = "leagues/evening/check_in_lists.html" if is_part else "leagues/evening/check_in.html"
    return render(request, template, context, status=status)
