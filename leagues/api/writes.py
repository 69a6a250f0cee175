"""What programs write: the endpoints, by the same services and forms as the pages."""

from collections.abc import Mapping
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
from games.whole_numbers import whole_number
from leagues.api import sheets
from leagues.api.answers import etag_with
from leagues.api.bodies import Fault, InvalidError, require_valid
from leagues.api.data import OF_A_SEASON, OF_A_SESSION
from leagues.api.declared import (
    FLAG,
    MOST_ID,
    TIME,
    WHOLE,
    Endpoint,
    Schema,
    one_of,
    or_none,
    record,
    sent,
    text_of,
    whole,
)
from leagues.api.idempotency import Written
from leagues.models import ApiToken, Game, Session
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.pages.access import (
    Level,
    acting_player,
    get_entering,
    get_game,
    get_season,
    get_session,
    level_of,
)
from leagues.people import players as people_services
from leagues.people.find import candidates_of, people_of
from leagues.people.forms import GuestForm
from leagues.sessions import session_life
from leagues.sessions.forms import SessionForm
from leagues.sheets import results
from leagues.sheets.form import PlayersForm, SheetForm
from leagues.sheets.new_games import open_game, unstored_game

CREATED = 201
NOTHING: Mapping[str, Any] = MappingProxyType({})
GUEST = "guest"

# --- People --------------------------------------------------------------------------------

NEW_PERSON = sent(
    {"player_id": whole(0, MOST_ID), GUEST: text_of(Player.NAME_LENGTH, 1)},
    exactly_one=("player_id", GUEST),
)
NEW_GUEST = sent({GUEST: text_of(Player.NAME_LENGTH, 1)}, required=[GUEST])


def add_person(request: HttpRequest, league: str, season: int, body: dict[str, Any]) -> Written:
    """Somebody of the club, or a new guest, plays in a season from its next session on."""
    found = get_season(request, league, season, Level.ORGANIZER)
    if GUEST in body:
        player = people_services.add_guest(found.pk, _guest_name(body))
    else:
        known = people_of(found.league).filter(pk=body["player_id"]).first()
        if known is None:
            nobody = gettext("Nobody who can be added here has this number.")
            raise InvalidError([Fault("#/player_id", nobody)])
        player = known
        people_services.add_player(found.pk, player)
    return Written({"player_id": player.pk}, CREATED)


def _guest_name(body: dict[str, Any]) -> str:
    form = GuestForm({"name": body[GUEST]})
    require_valid(form, {"name": GUEST})
    name: str = form.cleaned_data["name"]
    return name


# --- Sessions ------------------------------------------------------------------------------

PLAN: dict[str, Schema] = {
    "starts_at": TIME | {"maxLength": 40},
    "name": text_of(60),
    "place": text_of(120),
    "time_per_choice": or_none(whole(0, 32_767)),
    "places": or_none(whole(1, 32_767)),
    "is_final": FLAG,
    "is_semi_final": FLAG,
}
PRESENCE = record({"session": WHOLE, "player_id": WHOLE, "is_here": FLAG})


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
    found.refresh_from_db()
    return _planned(found)


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


def _planned(session: Session, status: int = 200) -> Written:
    season = session.season
    place = [season.league.slug, season.number, session.number]
    headers = {
        "ETag": etag_with(session.plan_version),
        "Location": reverse("api:session", args=place),
    }
    return Written({"number": session.number}, status, headers)


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
    player = session_life.arrive_guest(found, _guest_name(body), timezone.now())
    return _present(found, player, CREATED, is_here=True)


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


# --- Sheets --------------------------------------------------------------------------------

ENTERED = record(
    {
        "session": WHOLE,
        "game": WHOLE,
        "status": one_of(*Game.Status.values),
        "version": WHOLE,
        "waits": FLAG,
    }
)


def new_game(
    request: HttpRequest, league: str, season: int, session: int, body: dict[str, Any]
) -> Written:
    """A game for which nobody was drawn: who plays it. Its sheet is sent next."""
    found = get_session(request, league, season, session, Level.SCORER)
    form = PlayersForm(sheets.texts_of(body), unstored_game(found), candidates_of(found))
    sheets.require_valid(form)
    return _entered(open_game(found, form.sheet, form.guests), CREATED)


def send_sheet(
    request: HttpRequest,
    league: str,
    season: int,
    session: int,
    game: int,
    body: dict[str, Any],
    seen: str | None,
) -> Written:
    """The sheet of a game: entered, entered anew, or with a reason in place of one that counts."""
    entering = get_entering(request, league, season, session, game)
    found = _as_seen(entering.game, seen)
    now, by = timezone.now(), entering.player
    is_corrected = found.status == Game.Status.CONFIRMED
    if is_corrected:
        get_game(request, league, season, session, game, Level.SCORER)
    form = SheetForm(sheets.texts_of(body), found, candidates_of(found.session))
    sheets.require_valid(form)
    if is_corrected:
        reason = sheets.reason_of(body)
        entered = results.correct(found, form.sheet, by, reason, now, guests=form.guests)
    else:
        entered = results.submit(
            found,
            form.sheet,
            by,
            now,
            may_confirm=entering.may_confirm,
            guests=form.guests,
        )
    return _entered(entered)


def confirm(
    request: HttpRequest, league: str, season: int, session: int, game: int, seen: str | None
) -> Written:
    """Agree to what somebody else entered, corrected or proposed."""
    found = _as_seen(get_game(request, league, season, session, game, Level.SCORER), seen)
    results.confirm(found, acting_player(request), timezone.now())
    found.refresh_from_db()
    return _entered(found)


def _as_seen(game: Game, seen: str | None) -> Game:
    """The game with the version that the program has seen."""
    if seen is not None:
        game.version = whole_number(seen, 0)
    return game


def _entered(game: Game, status: int = 200) -> Written:
    session = game.session
    season = session.season
    place = [season.league.slug, season.number, session.number, game.number]
    answer = {
        "session": session.number,
        "game": game.number,
        "status": game.status,
        "version": game.version,
        "waits": game.waits,
    }
    headers = {
        "ETag": etag_with(game.version),
        "Location": reverse("api:session_game", args=place),
    }
    return Written(answer, status, headers)


ONE_GAME = f"{OF_A_SESSION}/games/{{game}}"
ONE_PERSON = f"{OF_A_SESSION}/people/{{person}}"
Scope = ApiToken.Scope

WRITING: tuple[Endpoint, ...] = (
    Endpoint(
        name="add_person",
        path=f"{OF_A_SEASON}/people",
        about=_("Add somebody of the club, or a new guest, to a season."),
        answer=record({"player_id": WHOLE}),
        view=add_person,
        method="POST",
        scope=Scope.PEOPLE,
        body=NEW_PERSON,
        status=CREATED,
    ),
    Endpoint(
        name="plan_session",
        path=f"{OF_A_SEASON}/sessions",
        about=_("Plan the next session of a season."),
        answer=record({"number": WHOLE}),
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
        answer=record({"number": WHOLE}),
        view=change_session,
        method="PATCH",
        scope=Scope.SESSIONS,
        body=sent(PLAN),
        needs_match=True,
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
    Endpoint(
        name="new_game",
        path=f"{OF_A_SESSION}/games",
        about=_("Open a game for which nobody was drawn; its sheet is sent next."),
        answer=ENTERED,
        view=new_game,
        method="POST",
        scope=Scope.SHEETS,
        body=sheets.PLAYERS,
        status=CREATED,
    ),
    Endpoint(
        name="send_sheet",
        path=f"{ONE_GAME}/sheet",
        about=_("Enter the score sheet of a game, or correct it with a reason."),
        answer=ENTERED,
        view=send_sheet,
        method="PUT",
        scope=Scope.SHEETS,
        body=sheets.SHEET,
        needs_match=True,
    ),
    Endpoint(
        name="confirm",
        path=f"{ONE_GAME}/confirm",
        about=_("Confirm what somebody else entered."),
        answer=ENTERED,
        view=confirm,
        method="POST",
        scope=Scope.SHEETS,
        needs_match=True,
    ),
)
