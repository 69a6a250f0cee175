"""What programs write of sessions: their plans, what becomes of them, and who is there."""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from types import MappingProxyType
from typing import Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.plain_text import plain
from leagues.api.answers import etag_with
from leagues.api.bodies import Fault, InvalidError, require_valid
from leagues.api.data import OF_A_SEASON, OF_A_SESSION
from leagues.api.declared import (
    FLAG,
    TIME,
    WHOLE,
    Endpoint,
    Schema,
    list_of,
    one_of,
    or_none,
    record,
    sent,
    some_of,
    text_of,
    whole,
)
from leagues.api.idempotency import Written
from leagues.api.writes import CREATED, NEW_PERSON, guest_name, nobody
from leagues.models import ApiToken, Season, Session
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.pages.access import (
    Level,
    acting_player,
    get_season,
    get_session,
    level_of,
)
from leagues.pages.shared import reason_in, refusal_text
from leagues.people.find import names_taken_in, people_of
from leagues.people.pasted import MOST_NAMES
from leagues.sessions import session_life
from leagues.sessions.forms import SessionForm
from leagues.sheets.form import GUEST

NOTHING: Mapping[str, Any] = MappingProxyType({})

PLAN: dict[str, Schema] = {
    "starts_at": TIME | {"maxLength": 40},
    "name": text_of(60),
    "place": text_of(120),
    "time_per_choice": or_none(whole(0, 32_767)),
    "places": or_none(whole(1, 32_767)),
    "is_final": FLAG,
    "is_semi_final": FLAG,
}
NEW_PEOPLE = sent({"people": some_of(NEW_PERSON, MOST_NAMES, 1)}, required=["people"])
NEW_GUEST = sent({GUEST: text_of(Player.NAME_LENGTH, 1)}, required=[GUEST])
CANCELLED = sent({"reason": text_of(Session.REASON_LENGTH, 1)}, required=["reason"])
PLANNED = record({"number": WHOLE, "status": one_of(*Session.Status.values)})
PRESENCE = record({"session": WHOLE, "player_id": WHOLE, "is_here": FLAG})
ARRIVALS = record(
    {"session": WHOLE, "people": list_of(record({"player_id": WHOLE, "was_here": FLAG}))}
)


def plan_session(request: HttpRequest, league: str, season: int, body: dict[str, Any]) -> Written:
    """The next session of a season."""
    found = get_season(request, league, season, Level.ORGANIZER)
    form = _plan_form(Session(season=found), body)
    session = session_life.plan_session(found.pk, form.plan(), acting_player(request))
    return _planned(session, CREATED)


def change_session(
    request: HttpRequest,
    league: str,
    season: int,
    session: int,
    body: dict[str, Any],
    seen: str | None,
) -> Written:
    """Another plan of a session; what is not sent stays."""
    found = get_session(request, league, season, session, Level.ORGANIZER)
    stored = {name: getattr(found, name) for name in Session.PLAN}
    if seen not in {None, found.plan_version}:
        raise LeagueError(LeagueErrorCode.LATE)
    form = _plan_form(copy(found), body, stored)
    by = acting_player(request)
    # What it was made of: nobody has changed it since without being told.
    session_life.change_session(found, form.plan(), by, found.plan_version)
    return _now(found)


def cancel_session(
    request: HttpRequest,
    league: str,
    season: int,
    session: int,
    body: dict[str, Any],
    seen: str | None,
) -> Written:
    """A session does not take place, and its people are told why."""
    found = get_session(request, league, season, session, Level.ORGANIZER)
    reason = reason_in(body, Session.REASON_LENGTH)
    session_life.cancel_session(found, reason, acting_player(request), seen)
    return _now(found)


def step(take: Callable[[Session, Player], None]) -> Callable[..., Written]:
    """The view in which a session takes this step."""

    def view(request: HttpRequest, league: str, season: int, session: int) -> Written:
        found = get_session(request, league, season, session, Level.ORGANIZER)
        take(found, acting_player(request))
        return _now(found)

    return view


def _plan_form(
    session: Session, body: dict[str, Any], stored: Mapping[str, Any] = NOTHING
) -> SessionForm:
    """A valid form of what is stored with what was sent. Raises InvalidError."""
    form = SessionForm({**stored, **body}, instance=session)
    if unknown := [name for name, value in body.items() if value and name not in form.fields]:
        sentence = gettext("The rules of this season know no such session.")
        raise InvalidError(Fault(f"#/{name}", sentence) for name in unknown)
    require_valid(form)
    return form


def _now(session: Session) -> Written:
    session.refresh_from_db()
    return _planned(session)


def _planned(session: Session, status: int = 200) -> Written:
    season = session.season
    place = [season.league.slug, season.number, session.number]
    headers = {
        "ETag": etag_with(session.plan_version),
        "Location": reverse("api:session", args=place),
    }
    return Written({"number": session.number, "status": session.status}, status, headers)


def check_in(request: HttpRequest, league: str, season: int, session: int, person: int) -> Written:
    """Somebody is here; who is here already stays so. Members say it of themselves."""
    found = get_session(request, league, season, session, Level.MEMBER)
    if level_of(request, found.season.league) >= Level.SCORER:
        player = get_object_or_404(people_of(found.season.league), pk=person)
    else:
        player = acting_player(request)
        # Refuses all others.
        if player.pk != person:
            get_session(request, league, season, session, Level.SCORER)
        if found.status != Session.Status.RUNNING:
            raise LeagueError(LeagueErrorCode.SESSION_NOT_OPEN)
    try:
        session_life.arrive(found, player, timezone.now())
    except LeagueError as error:
        if error.code is not LeagueErrorCode.ALREADY_THERE:
            raise
    return _present(found, player, is_here=True)


def check_in_guest(
    request: HttpRequest, league: str, season: int, session: int, body: dict[str, Any]
) -> Written:
    """A new guest is here."""
    found = get_session(request, league, season, session, Level.SCORER)
    player = session_life.arrive_guest(found, guest_name(body), timezone.now())
    return _present(found, player, CREATED, is_here=True)


def check_in_several(
    request: HttpRequest, league: str, season: int, session: int, body: dict[str, Any]
) -> Written:
    """Many are here, people of the club and new guests: all of them, or else nobody."""
    found = get_session(request, league, season, session, Level.SCORER)
    people = body["people"]
    ids, names = _people_sent(found.season, people)
    came, guests = session_life.arrive_several(found, ids, names.values(), timezone.now())
    told = [
        guests[names[place]] if GUEST in each else each["player_id"]
        for place, each in enumerate(people)
    ]
    rows = [{"player_id": player, "was_here": player not in came} for player in told]
    return Written({"session": found.number, "people": rows})


def _people_sent(
    season: Season, people: Sequence[Mapping[str, Any]]
) -> tuple[set[int], dict[int, str]]:
    """The ids of known people, and the names of new guests by their places in the list.

    Raises InvalidError with all who cannot be.
    """
    ids = {each["player_id"] for each in people if GUEST not in each}
    known = set(people_of(season.league).filter(pk__in=ids).values_list("pk", flat=True))
    taken, names, faults = set(names_taken_in(season)), dict[int, str](), list[Fault]()
    for place, each in enumerate(people):
        pointer = f"#/people/{place}"
        if GUEST not in each:
            faults += [] if each["player_id"] in known else [nobody(pointer)]
            continue
        try:
            name = guest_name(each, pointer)
        except InvalidError as error:
            faults += error.faults
            continue
        if plain(name) in taken:
            sentence = refusal_text(LeagueError(LeagueErrorCode.NAME_TAKEN))
            faults.append(Fault(f"{pointer}/{GUEST}", sentence))
        taken.add(plain(name))
        names[place] = name
    if faults:
        raise InvalidError(faults)
    return ids, names


def check_out(request: HttpRequest, league: str, season: int, session: int, person: int) -> Written:
    """Somebody has gone, or was checked in by mistake; who is not here stays so."""
    found = get_session(request, league, season, session, Level.SCORER)
    player = get_object_or_404(Player, pk=person)
    try:
        session_life.leave(found, player, timezone.now())
    except LeagueError as error:
        if error.code is not LeagueErrorCode.NOT_PRESENT:
            raise
    return Written({"session": found.number, "player_id": person, "is_here": False})


def _present(session: Session, player: Player, status: int = 200, *, is_here: bool) -> Written:
    return Written({"session": session.number, "player_id": player.pk, "is_here": is_here}, status)


ONE_PERSON = f"{OF_A_SESSION}/people/{{person}}"
Scope = ApiToken.Scope

WRITING: tuple[Endpoint, ...] = (
    Endpoint(
        name="plan_session",
        path=f"{OF_A_SEASON}/sessions",
        about=_("Plan the next session of a season."),
        answer=PLANNED,
        view=plan_session,
        method="POST",
        scope=Scope.SESSIONS,
        body=sent(PLAN, required=["starts_at"]),
        status=CREATED,
    ),
    Endpoint(
        name="change_session",
        path=OF_A_SESSION,
        about=_("Change the plan of a session; what is not sent stays."),
        answer=PLANNED,
        view=change_session,
        method="PATCH",
        scope=Scope.SESSIONS,
        body=sent(PLAN),
        needs_match=True,
    ),
    Endpoint(
        name="cancel_session",
        path=f"{OF_A_SESSION}/cancel",
        about=_("Cancel a session without games; its people are told why."),
        answer=PLANNED,
        view=cancel_session,
        method="POST",
        scope=Scope.SESSIONS,
        body=CANCELLED,
        needs_match=True,
    ),
    Endpoint(
        name="reinstate_session",
        path=f"{OF_A_SESSION}/reinstate",
        about=_("Let a cancelled session take place after all."),
        answer=PLANNED,
        view=step(session_life.reinstate_session),
        method="POST",
        scope=Scope.SESSIONS,
    ),
    Endpoint(
        name="close_session",
        path=f"{OF_A_SESSION}/close",
        about=_("Close a session; who played is told of the results."),
        answer=PLANNED,
        view=step(session_life.close_session),
        method="POST",
        scope=Scope.SESSIONS,
    ),
    Endpoint(
        name="reopen_session",
        path=f"{OF_A_SESSION}/reopen",
        about=_("Go on with a closed session."),
        answer=PLANNED,
        view=step(session_life.reopen_session),
        method="POST",
        scope=Scope.SESSIONS,
    ),
    Endpoint(
        name="check_in_guest",
        path=f"{OF_A_SESSION}/people",
        about=_("Check in a new guest."),
        answer=PRESENCE,
        view=check_in_guest,
        method="POST",
        scope=Scope.SESSIONS,
        body=NEW_GUEST,
        status=CREATED,
    ),
    Endpoint(
        name="check_in_several",
        path=f"{OF_A_SESSION}/arrivals",
        about=_("Check in many at once: all of them, or nobody."),
        answer=ARRIVALS,
        view=check_in_several,
        method="POST",
        scope=Scope.SESSIONS,
        body=NEW_PEOPLE,
    ),
    Endpoint(
        name="check_in",
        path=ONE_PERSON,
        about=_("Check somebody in."),
        answer=PRESENCE,
        view=check_in,
        method="PUT",
        scope=Scope.SESSIONS,
    ),
    Endpoint(
        name="check_out",
        path=ONE_PERSON,
        about=_("Somebody has gone, or was checked in by mistake."),
        answer=PRESENCE,
        view=check_out,
        method="DELETE",
        scope=Scope.SESSIONS,
    ),
)
