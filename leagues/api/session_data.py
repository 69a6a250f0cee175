"""What the API tells of one session: its games, those without a result too, and who is here."""

from typing import Any

from django.db.models import Prefetch
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext_lazy as _

from leagues.api.answers import etag_with
from leagues.api.data import OF_A_SESSION, PAGES, paged
from leagues.api.declared import (
    FLAG,
    TEXT,
    URL,
    WHOLE,
    Endpoint,
    absolute,
    list_of,
    one_of,
    or_none,
    page_of,
    record,
)
from leagues.models import Game, GameSeat
from leagues.pages.access import Level, get_game, get_session, level_of, may_see_unconfirmed
from leagues.people.find import place_by_name
from leagues.sheets.score_sheet import ScoreSheet
from leagues.sheets.stored import read_revision

SEAT = {
    "player_id": or_none(WHOLE),
    "player": TEXT,
    "substitute_for_id": or_none(WHOLE),
    "place": or_none(WHOLE),
    "heads": or_none(WHOLE),
}
GAME = {
    "game": WHOLE,
    "table": WHOLE,
    "round": or_none(WHOLE),
    "kind": one_of(*Game.Kind.values),
    "status": one_of(*Game.Status.values),
    "seats": list_of(record(SEAT)),
    "url": URL,
}
# What a sheet is read as; it can be sent back.
SHEET = or_none(
    record(
        {
            "columns": list_of(record({"player_id": WHOLE, "substitute_for_id": or_none(WHOLE)})),
            "rounds": list_of(list_of(or_none(WHOLE))),
            "totals": or_none(list_of(or_none(WHOLE))),
            "round_count": or_none(WHOLE),
            "is_cut_short": FLAG,
        }
    )
)
ONE_GAME = GAME | {"version": WHOLE, "waits": FLAG, "sheet": SHEET}
PERSON = {"player_id": WHOLE, "player": TEXT, "is_here": FLAG}
_SEATS = Prefetch("seats", GameSeat.objects.select_related("player"))


def _game(request: HttpRequest, game: Game) -> dict[str, Any]:
    has_counted = game.confirmed_at is not None
    return {
        "game": game.number,
        "table": game.table_number,
        "round": game.round.number if game.round else None,
        "kind": game.kind,
        "status": game.status,
        "seats": [
            {
                "player_id": seat.player_id,
                "player": seat.called,
                "substitute_for_id": seat.substitute_for_id,
                "place": seat.place if has_counted else None,
                "heads": seat.heads if has_counted else None,
            }
            for seat in game.seats.all()
        ],
        "url": absolute(request, game.get_absolute_url()),
    }


def _sheet(sheet: ScoreSheet) -> dict[str, Any]:
    """A sheet as programs read it."""
    pad = sheet.pad
    return {
        "columns": [
            {"player_id": player, "substitute_for_id": absent}
            for player, absent in zip(sheet.players, sheet.replaced, strict=True)
        ],
        "rounds": [list(row) for row in pad.rounds],
        "totals": None if pad.totals is None else list(pad.totals),
        "round_count": pad.round_count,
        "is_cut_short": pad.is_cut_short,
    }


def games(
    request: HttpRequest, league: str, season: int, session: int, **pages: int
) -> dict[str, Any]:
    """The games of a session in their order, as its page shows them."""
    found = get_session(request, league, season, session)
    rows = found.games.order_by("number")
    if level_of(request, found.season.league) < Level.SCORER:
        rows = rows.exclude(pk__in=found.games.hidden().values("pk"))
    rows = rows.select_related("round").prefetch_related(_SEATS)
    return paged(request, rows, lambda listed: [_game(request, game) for game in listed], **pages)


def one_game(
    request: HttpRequest, league: str, season: int, session: int, game: int
) -> HttpResponse:
    """A game; its ETag names the version of its sheet.

    sheet: what waits for a second person, for who may see that, else what counts.
    """
    found = get_game(request, league, season, session, game)
    sees_all = may_see_unconfirmed(request, found)
    revision = found.sheet if found.confirmed_at or sees_all else None
    if sees_all:
        revision = found.pending or revision
    told = _game(request, found) | {
        "version": found.version,
        "waits": found.waits and sees_all,
        "sheet": _sheet(read_revision(revision)) if revision else None,
    }
    return JsonResponse(told, headers={"ETag": etag_with(found.version, told)})


def people(
    request: HttpRequest, league: str, season: int, session: int, **pages: int
) -> dict[str, Any]:
    """Who is or was at a session, by name."""
    found = get_session(request, league, season, session)
    came = sorted(
        found.attendances.select_related("player"),
        key=lambda row: place_by_name(row.player.name, row.player_id),
    )
    return paged(
        request,
        came,
        lambda listed: [
            {
                "player_id": row.player_id,
                "player": str(row.player.name),
                "is_here": row.left_at is None,
            }
            for row in listed
        ],
        **pages,
    )


ENDPOINTS: tuple[Endpoint, ...] = (
    Endpoint(
        name="session_games",
        path=f"{OF_A_SESSION}/games",
        about=_("The games of a session, also those without a result."),
        answer=page_of(record(GAME)),
        view=games,
        query=PAGES,
    ),
    Endpoint(
        name="session_game",
        path=f"{OF_A_SESSION}/games/{{game}}",
        about=_("A game of a session, with its score sheet."),
        answer=record(ONE_GAME),
        view=one_game,
    ),
    Endpoint(
        name="session_people",
        path=f"{OF_A_SESSION}/people",
        about=_("Who is or was at a session, by name."),
        answer=page_of(record(PERSON)),
        view=people,
        query=PAGES,
    ),
)
