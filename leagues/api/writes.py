"""What programs write of people and sheets, by the same services and forms as the pages."""

import re
from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import Player
from games.rules.options import FEWEST_PLAYERS, MOST_PLAYERS
from games.whole_numbers import whole_number
from leagues.api.answers import etag_with
from leagues.api.bodies import Fault, InvalidError, require_valid
from leagues.api.data import OF_A_SEASON, OF_A_SESSION
from leagues.api.declared import (
    FLAG,
    MOST_ID,
    WHOLE,
    Endpoint,
    one_of,
    or_none,
    record,
    sent,
    some_of,
    text_of,
    whole,
)
from leagues.api.idempotency import Written
from leagues.models import ApiToken, Game, GameVersion
from leagues.pages.access import (
    Level,
    acting_player,
    get_entering,
    get_game,
    get_season,
    get_session,
)
from leagues.pages.shared import reason_in
from leagues.people import players as people_services
from leagues.people.find import candidates_of, people_of
from leagues.people.forms import GuestForm
from leagues.sheets import results
from leagues.sheets.form import (
    BOTH,
    GUEST,
    MOST_ROUNDS,
    ROUNDS,
    TOTALS,
    PlayersForm,
    SheetForm,
)
from leagues.sheets.new_games import open_game, unstored_game

CREATED = 201

# --- People --------------------------------------------------------------------------------

NEW_PERSON = sent(
    {"player_id": whole(0, MOST_ID), GUEST: text_of(Player.NAME_LENGTH, 1)},
    exactly_one=("player_id", GUEST),
)


def add_person(request: HttpRequest, league: str, season: int, body: dict[str, Any]) -> Written:
    """Somebody of the club, or a new guest, plays in a season from its next session on."""
    found = get_season(request, league, season, Level.ORGANIZER)
    if GUEST in body:
        player = people_services.add_guest(found.pk, guest_name(body))
    else:
        known = people_of(found.league).filter(pk=body["player_id"]).first()
        if known is None:
            raise InvalidError([nobody("#")])
        player = known
        people_services.add_player(found.pk, player)
    return Written({"player_id": player.pk}, CREATED)


def nobody(pointer: str) -> Fault:
    """That the player_id of what is sent there is of nobody."""
    return Fault(f"{pointer}/player_id", gettext("Nobody who can be added here has this number."))


def guest_name(body: Mapping[str, Any], pointer: str = "#") -> str:
    """The name of the new guest that is sent there. Raises InvalidError."""
    form = GuestForm({"name": body[GUEST]})
    require_valid(form, {"name": GUEST}, pointer)
    name: str = form.cleaned_data["name"]
    return name


# --- Sheets --------------------------------------------------------------------------------

CELL = or_none(whole(0, 999_999))
ROW = some_of(CELL, MOST_PLAYERS, FEWEST_PLAYERS)
COLUMNS = some_of(
    sent(
        {
            "player_id": whole(0, MOST_ID),
            "guest": text_of(Player.NAME_LENGTH, 1),
            "substitute_for_id": or_none(whole(0, MOST_ID)),
        },
        exactly_one=("player_id", "guest"),
    ),
    MOST_PLAYERS,
    FEWEST_PLAYERS,
)
PLAYERS = sent({"columns": COLUMNS}, required=["columns"])
SHEET = sent(
    {
        "columns": COLUMNS,
        "rounds": some_of(ROW, MOST_ROUNDS),
        "totals": ROW | {"type": ["array", "null"]},
        "round_count": or_none(whole(1, MOST_ROUNDS)),
        "is_cut_short": FLAG,
        "reason": text_of(GameVersion.REASON_LENGTH),
    },
    required=["columns"],
)


def _texts_of(body: dict[str, Any]) -> dict[str, str]:
    """The fields of a SheetForm for what a program sent. Raises InvalidError for ragged rows."""
    columns, rounds, totals = body["columns"], body.get("rounds", []), body.get("totals")
    rows = {f"#/rounds/{number}": row for number, row in enumerate(rounds)}
    rows |= {} if totals is None else {"#/totals": totals}
    ragged = [pointer for pointer, row in rows.items() if len(row) != len(columns)]
    if ragged:
        sentence = gettext("It needs an entry for each column.")
        raise InvalidError(Fault(pointer, sentence) for pointer in ragged)
    count = body.get("round_count")
    alone = TOTALS if totals is not None else ROUNDS
    texts = {
        "mode": BOTH if rounds and (totals is not None or count is not None) else alone,
        "count": _text(count),
        "cut_short": "1" if body.get("is_cut_short") else "",
    }
    for n, column in enumerate(columns):
        texts[f"p{n}"] = GUEST if "guest" in column else _text(column["player_id"])
        texts[f"g{n}"] = column.get("guest", "")
        texts[f"f{n}"] = _text(column.get("substitute_for_id"))
        texts[f"t{n}"] = "" if totals is None else _text(totals[n])
        texts |= {f"r{number}c{n}": _text(row[n]) for number, row in enumerate(rounds)}
    return texts


def _text(number: int | None) -> str:
    return "" if number is None else str(number)


def _require_valid_sheet(form: SheetForm) -> None:
    """Raise InvalidError for a sheet with faults, each at its cell."""
    if not form.is_valid():
        raise InvalidError(
            Fault(_pointer(fault.field or fault.row), fault.text) for fault in form.faults
        )


# Where in what was sent the fields and rows of the form are.
_PLACES = {
    r"count": r"round_count",
    r"r(\d+)c(\d+)": r"rounds/\1/\2",
    r"r(\d+)": r"rounds/\1",
    r"t(\d+)": r"totals/\1",
    r"[pgf](\d+)": r"columns/\1",
    r"names": r"columns",
    r"totals": r"totals",
}


def _pointer(place: str) -> str:
    """Where in what was sent a field or a row of the form is; the whole of it for any other."""
    found = ((re.fullmatch(pattern, place), there) for pattern, there in _PLACES.items())
    return next((f"#/{match.expand(there)}" for match, there in found if match), "#")


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
    form = PlayersForm(_texts_of(body), unstored_game(found), candidates_of(found))
    _require_valid_sheet(form)
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
    form = SheetForm(_texts_of(body), found, candidates_of(found.session))
    _require_valid_sheet(form)
    if is_corrected:
        reason = reason_in(body, GameVersion.REASON_LENGTH)
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
        name="new_game",
        path=f"{OF_A_SESSION}/games",
        about=_("Open a game for which nobody was drawn; its sheet is sent next."),
        answer=ENTERED,
        view=new_game,
        method="POST",
        scope=Scope.SHEETS,
        body=PLAYERS,
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
        body=SHEET,
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
