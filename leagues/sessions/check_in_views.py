"""Who is here: one tap for each person, guests by their name."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, NamedTuple

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from accounts.compiled_once import compiled_once
from accounts.forms import DisplayNameField
from accounts.models import Player
from games.whole_numbers import whole_number
from leagues.models import Session
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.pages.access import Level, acting_player, get_session, level_of
from leagues.pages.shared import command, refusal_text, status_of
from leagues.people.find import people_of
from leagues.people.guests import rename_guest
from leagues.people.pasted import NamesForm, chosen_of, read_names
from leagues.sessions import replying
from leagues.sessions import session_life as services
from leagues.sessions.board import board
from leagues.sessions.check_in import lists_alone


@command("session#who")
def arrive(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Somebody is here."""
    found = get_session(request, slug, number, session, Level.SCORER)
    player = next(iter(_findable(found.season.league_id, _player_id(request))), None)
    if player is None:
        raise Http404

    def work() -> Done:
        services.arrive(found, player, timezone.now())
        waited = found.replies.waiting().filter(player=player).exists()
        return _has_waited(found, player) if waited else _has_come(player)

    return _answer(request, found, work)


@compiled_once
def _findable(league_id: int, player_id: int) -> QuerySet[Player]:
    return people_of(league_id).filter(pk=player_id)


@command("session#who")
def leave(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Somebody has gone, or was checked in by mistake."""
    found = get_session(request, slug, number, session, Level.SCORER)
    player = get_object_or_404(Player, pk=_player_id(request))

    def work() -> Done:
        services.leave(found, player, timezone.now())
        return Done(gettext("%(name)s is not here.") % {"name": player.name})

    return _answer(request, found, work)


@command("session#who")
def add_guest(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Somebody new, by their name alone."""
    found = get_session(request, slug, number, session, Level.SCORER)

    def work() -> Done:
        return _has_come(services.arrive_guest(found, _name(request), timezone.now()))

    return _answer(request, found, work)


@command("session#who")
def arrive_named(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Several are here, by their names; it is asked who is meant where that is in doubt."""
    found = get_session(request, slug, number, session, Level.SCORER)
    season = found.season
    if "who" in request.POST:
        names, answers = request.POST.getlist("name"), request.POST.getlist("who")
    else:
        form = NamesForm(request.POST)
        if not form.is_valid():
            unprocessable = HTTPStatus.UNPROCESSABLE_ENTITY
            return board(request, found, shown={"names_form": form}, status=unprocessable)
        here = found.attendances.filter(left_at=None).values_list("player", flat=True)
        rows = read_names(season, form.cleaned_data["names"], set(here))
        if any(row.is_doubtful for row in rows):
            return board(request, found, shown={"rows": rows})
        names, answers = [row.name for row in rows], [row.chosen for row in rows]
    chosen = chosen_of(season, names, answers)
    came, _made = services.arrive_several(found, chosen.players, chosen.guests, timezone.now())
    count = len(came)
    sentence = ngettext("%(count)d person has come.", "%(count)d people have come.", count)
    messages.success(request, sentence % {"count": count})
    return _back(found)


@command("session#who")
def rename(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """The name of a guest who is here was mistyped."""
    found = get_session(request, slug, number, session, Level.ORGANIZER)
    player = get_object_or_404(Player, pk=_player_id(request))

    def work() -> Done:
        name = _name(request)
        rename_guest(found.season_id, player, name, by=acting_player(request))
        return Done(gettext("The guest is now called %(name)s.") % {"name": name})

    return _answer(request, found, work)


@command("session")
def come(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """A member says that they are here themselves, once the session has begun."""
    found = get_session(request, slug, number, session, Level.MEMBER)
    if found.status != Session.Status.RUNNING:
        raise LeagueError(LeagueErrorCode.SESSION_NOT_OPEN)
    services.arrive(found, acting_player(request), timezone.now())
    return redirect(found)


@command("session")
def reply(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """A member says beforehand whether they come."""
    found = get_session(request, slug, number, session, Level.MEMBER)
    comes = request.POST.get("comes") == "yes"
    said = replying.reply(found, acting_player(request), timezone.now(), comes=comes)
    if said.waits:
        messages.info(request, gettext("All places are taken: you are on the waiting list."))
    return redirect(found)


@command("session")
def put_first(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
    """Put somebody first on the waiting list."""
    found = get_session(request, slug, number, session, Level.ORGANIZER)
    player = get_object_or_404(Player, pk=_player_id(request))
    replying.put_first(found, player, timezone.now())
    return redirect(found)


class Done(NamedTuple):
    """What was done, in words; arrived: who came, which can be taken back."""

    said: str
    arrived: Player | None = None


NOTHING = Done("")


def _has_come(player: Player) -> Done:
    return Done(gettext("%(name)s is here.") % {"name": player.name}, player)


def _has_waited(session: Session, player: Player) -> Done:
    sentence = ngettext(
        "%(name)s is here, from the waiting list: there is %(places)d place.",
        "%(name)s is here, from the waiting list: there are %(places)d places.",
        session.places or 0,
    )
    return Done(sentence % {"name": player.name, "places": session.places or 0}, player)


def _name(request: HttpRequest) -> str:
    """The name of a guest. Raises ValidationError."""
    name: str = DisplayNameField().clean(request.POST.get("name"))
    return name


def _player_id(request: HttpRequest) -> int:
    return whole_number(request.POST.get("player"), 0)


def _answer(request: HttpRequest, session: Session, work: Callable[[], Done]) -> HttpResponseBase:
    """Do the work and show the lists anew: htmx gets them alone, also after a refusal.

    A page that says it is `live` is pushed the lists, and gets only what was done.
    """
    try:
        done = work()
    except LeagueError as error:
        return _refuse(request, session, refusal_text(error), status_of(error))
    except ValidationError as error:
        sentence = " ".join(error.messages)
        return _refuse(request, session, sentence, HTTPStatus.UNPROCESSABLE_ENTITY)
    if request.headers.get("HX-Request"):
        return _lists(request, session, done=done)
    return _back(session)


def _refuse(
    request: HttpRequest, session: Session, sentence: str, status: HTTPStatus
) -> HttpResponseBase:
    if request.headers.get("HX-Request"):
        return _lists(request, session, refusal=sentence, status=status)
    messages.error(request, sentence)
    return _back(session)


def _back(session: Session) -> HttpResponseBase:
    return redirect(f"{session.get_absolute_url()}#who")


def _lists(
    request: HttpRequest,
    session: Session,
    done: Done = NOTHING,
    refusal: str = "",
    status: HTTPStatus = HTTPStatus.OK,
) -> HttpResponse:
    """What a tap swaps."""
    season = session.season
    context: dict[str, Any] = {
        "league": season.league,
        "season": season,
        "session": session,
        "done": done,
        "refusal": refusal,
    }
    name = "check_in_said"
    if "live" not in request.POST:
        name = "check_in_answer"
        may_organize = level_of(request, season.league) >= Level.ORGANIZER
        context |= lists_alone(session, "", get_token(request), may_organize=may_organize)
    return render(request, f"leagues/sessions/{name}.html", context, status=status)
