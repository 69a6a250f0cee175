"""Who is here: one tap for each person, guests by their name."""

from collections.abc import Callable
from functools import wraps
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
from leagues.pages.shared import View, command, moved, refusal_text, status_of, url_of
from leagues.people.find import people_of
from leagues.people.guests import rename_guest
from leagues.people.pasted import NamesForm, chosen_of, read_names
from leagues.sessions import replying
from leagues.sessions import session_life as services
from leagues.sessions.board import board
from leagues.sessions.check_in import lists_alone

check_in = moved("session#who", Level.SCORER)


class Done(NamedTuple):
    """What was done, in words; arrived: who came, which can be taken back."""

    said: str
    arrived: Player | None = None


def _tap(level: Level) -> Callable[[Callable[[HttpRequest, Session], Done]], View]:
    """Decorate what a tap at the check-in does: a view that shows the lists anew.

    htmx gets them alone, also after a refusal. A page that says it is `live` is pushed the lists,
    and gets only what was done.
    """

    def decorate(do: Callable[[HttpRequest, Session], Done]) -> View:
        @command("session#who")
        @wraps(do)
        def view(request: HttpRequest, slug: str, number: int, session: int) -> HttpResponseBase:
            found = get_session(request, slug, number, session, level)
            done, refusal, status = None, "", HTTPStatus.OK
            try:
                done = do(request, found)
            except LeagueError as error:
                refusal, status = refusal_text(error), status_of(error)
            except ValidationError as error:
                refusal, status = " ".join(error.messages), HTTPStatus.UNPROCESSABLE_ENTITY
            if request.headers.get("HX-Request"):
                return _lists(request, found, done, refusal, status)
            if refusal:
                messages.error(request, refusal)
            return redirect(url_of("session#who", slug, number, session))

        return view

    return decorate


@_tap(Level.SCORER)
def arrive(request: HttpRequest, session: Session) -> Done:
    """Somebody is here."""
    player = next(iter(_findable(session.season.league_id, _player_id(request))), None)
    if player is None:
        raise Http404
    services.arrive(session, player, timezone.now())
    places = session.places
    if not places or not session.replies.waiting().filter(player=player).exists():
        return _has_come(player)
    sentence = ngettext(
        "%(name)s is here, from the waiting list: there is %(places)d place.",
        "%(name)s is here, from the waiting list: there are %(places)d places.",
        places,
    )
    return Done(sentence % {"name": player.name, "places": places}, player)


@compiled_once
def _findable(league_id: int, player_id: int) -> QuerySet[Player]:
    return people_of(league_id).filter(pk=player_id)


@_tap(Level.SCORER)
def leave(request: HttpRequest, session: Session) -> Done:
    """Somebody has gone, or was checked in by mistake."""
    player = get_object_or_404(Player, pk=_player_id(request))
    services.leave(session, player, timezone.now())
    return Done(gettext("%(name)s is not here.") % {"name": player.name})


@_tap(Level.SCORER)
def add_guest(request: HttpRequest, session: Session) -> Done:
    """Somebody new, by their name alone."""
    return _has_come(services.arrive_guest(session, _name(request), timezone.now()))


@_tap(Level.ORGANIZER)
def rename(request: HttpRequest, session: Session) -> Done:
    """The name of a guest who is here was mistyped."""
    player = get_object_or_404(Player, pk=_player_id(request))
    name = _name(request)
    rename_guest(session.season_id, player, name, by=acting_player(request))
    return Done(gettext("The guest is now called %(name)s.") % {"name": name})


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
        if any(row.note for row in rows):
            return board(request, found, shown={"rows": rows})
        names, answers = [row.name for row in rows], [row.chosen for row in rows]
    chosen = chosen_of(season, names, answers)
    came, _made = services.arrive_several(found, chosen.players, chosen.guests, timezone.now())
    count = len(came)
    sentence = ngettext("%(count)d person has come.", "%(count)d people have come.", count)
    messages.success(request, sentence % {"count": count})
    return redirect(url_of("session#who", slug, number, session))


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


def _has_come(player: Player) -> Done:
    return Done(gettext("%(name)s is here.") % {"name": player.name}, player)


def _name(request: HttpRequest) -> str:
    """The name of a guest. Raises ValidationError."""
    name: str = DisplayNameField().clean(request.POST.get("name"))
    return name


def _player_id(request: HttpRequest) -> int:
    return whole_number(request.POST.get("player"), 0)


def _lists(
    request: HttpRequest,
    session: Session,
    done: Done | None,
    refusal: str,
    status: HTTPStatus,
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
