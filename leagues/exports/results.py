"""The confirmed results of a season, seat by seat or game by game, as long files to download.

They are made once for each version, and kept compressed: a browser that has the newest version is
sent nothing, and nothing is made.
"""

import gzip
import json
import zlib
from collections.abc import AsyncIterator, Callable, Collection, Hashable, Iterable, Iterator
from datetime import datetime
from io import BytesIO
from itertools import groupby, islice
from operator import itemgetter
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.utils.cache import patch_vary_headers

from accounts.made_once import FILES, made_once
from accounts.page_cache import etag_of, unless_kept
from leagues.exports.standings import season_data
from leagues.models import Game, GameSeat, Season, Session
from leagues.standings.plain_values import moment

FORMAT = "sixieme-results"
GAME_FIELDS = ("session", "starts_at", "game", "kind", "size", "rounds", "confirmed_at")
SEAT_FIELDS = (
    "seat",
    "player_id",
    "player",
    "bot",
    "substitute_for_id",
    "counts_for_id",
    "heads",
    "place",
    "rank",
    "bot_turns",
)
# Also of the game: new fields come at the end.
TABLE_FIELDS = ("round", "table")
FIELDS = (*GAME_FIELDS, *SEAT_FIELDS, *TABLE_FIELDS)
_GAME_COLUMNS = (
    "session_id",
    "number",
    "kind",
    "size",
    "rounds",
    "confirmed_at",
    "round__number",
    "table_number",
)
_SEAT_COLUMNS = (
    "index",
    "player_id",
    "player__name",
    "bot",
    "substitute_for_id",
    "counts_for_id",
    "heads",
    "place",
    "twice_rank",
    "bot_turns",
)
_GAMES_AT_ONCE = 500
_SEATS_AT_ONCE = 2000
PARTS_AT_ONCE = 500
# Level 1 takes a quarter of the time of level 6.
LEVEL = 1
UNPACKED_AT_ONCE = 16_384

# A game: its GAME_FIELDS and its TABLE_FIELDS, and the SEAT_FIELDS of each seat.
GameResult = tuple[list[Any], list[Any], list[list[Any]]]


def confirmed_games(season: Season) -> QuerySet[Game]:
    """The games that `results_of` tells, in its order."""
    games = Game.objects.filter(status=Game.Status.CONFIRMED, session__season=season)
    return games.order_by("session__starts_at", "session__number", "number")


def results_of(
    season: Season, until: Session | None, only: Collection[int] | None = None
) -> Iterator[GameResult]:
    """The confirmed games of a season up to a session, with their seats, in the order of play.

    only: the ids of those to tell; all by default.
    """
    seats = GameSeat.objects.filter(
        game__status=Game.Status.CONFIRMED, game__session__season=season
    ).order_by("game__session__starts_at", "game__session__number", "game__number", "index")
    if until is not None:
        seats = seats.filter(game__session__in=Session.objects.until(until).values("pk"))
    if only is not None:
        seats = seats.filter(game__in=only)
    times = season.sessions.values_list("pk", "number", "starts_at")
    sessions = {pk: [number, moment(starts_at)] for pk, number, starts_at in times}
    rows = seats.values_list("game_id", *_SEAT_COLUMNS).iterator(_SEATS_AT_ONCE)
    by_game = groupby(rows, key=itemgetter(0))
    while some := {game: list(seated) for game, seated in islice(by_game, _GAMES_AT_ONCE)}:
        # What is the same for all seats is read and written once a game, its times above all.
        games = Game.objects.filter(pk__in=some).values_list("pk", *_GAME_COLUMNS)
        found = {
            pk: _game(sessions[session], *values)
            for pk, session, *values in games
            if session in sessions
        }
        for game, seated in some.items():
            # It may have been deleted meanwhile, or played in a session planned since.
            if game in found:
                yield *found[game], [_seat(*values) for _game_id, *values in seated]


def results_rows(season: Season, until: Session | None) -> Iterator[list[Any]]:
    """A row of FIELDS for each seat of `results_of`."""
    for game, table, seats in results_of(season, until):
        for seat in seats:
            yield [*game, *seat, *table]


def results_json(request: HttpRequest, season: Season, until: Session | None) -> Iterator[str]:
    """The results as the text of a JSON object, a game at a time."""
    head = season_data(request, season, FORMAT)
    yield f'{_json(head)[:-1]}, "games": ['
    separator = ""
    for result in results_of(season, until):
        yield f"{separator}\n{_json(game_data(result))}"
        separator = ","
    yield "\n]}\n"


def game_data(result: GameResult) -> dict[str, Any]:
    """A game and its seats as a JSON object."""
    game, table, seats = result
    data: dict[str, Any] = dict(zip(GAME_FIELDS + TABLE_FIELDS, game + table, strict=True))
    data["seats"] = [dict(zip(SEAT_FIELDS, seat, strict=True)) for seat in seats]
    return data


def _game(
    session: list[Any],
    number: int,
    kind: str,
    size: int,
    rounds: int,
    confirmed_at: datetime,
    round_number: int | None,
    table: int,
) -> tuple[list[Any], list[Any]]:
    # Rounds are kept as 0 where a sheet does not tell.
    told = [*session, number, kind, size, rounds or None, moment(confirmed_at)]
    return told, [round_number, table]


def _seat(index: int, *values: Any) -> list[Any]:
    *others, twice_rank, bot_turns = values
    return [index + 1, *others, None if twice_rank is None else twice_rank / 2, bot_turns]


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False)


# --- As files ------------------------------------------------------------------------------


def packed_file(
    request: HttpRequest, key: Hashable, content_type: str, parts: Callable[[], Iterator[str]]
) -> HttpResponseBase:
    """A file of these parts, the same for all who may have it; key: all that it depends on."""

    def file() -> HttpResponseBase:
        packed = made_once(request, key, lambda: _packed(parts()), FILES)
        return _sent(request, packed, content_type)

    response = unless_kept(request, etag_of(key), file)
    patch_vary_headers(response, ("Accept-Encoding",))
    return response


def _sent(request: HttpRequest, packed: bytes, content_type: str) -> HttpResponseBase:
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        headers = {"Content-Encoding": "gzip"}
        return HttpResponse(packed, content_type=content_type, headers=headers)
    return StreamingHttpResponse(_unpacked(packed), content_type=content_type)


def _packed(parts: Iterable[str]) -> bytes:
    packed, left = BytesIO(), iter(parts)
    with gzip.GzipFile(fileobj=packed, mode="wb", compresslevel=LEVEL, mtime=0) as file:
        while text := "".join(islice(left, PARTS_AT_ONCE)):
            file.write(text.encode())
    return packed.getvalue()


async def _unpacked(packed: bytes) -> AsyncIterator[bytes]:
    unpacking = zlib.decompressobj(zlib.MAX_WBITS | 16)
    for start in range(0, len(packed), UNPACKED_AT_ONCE):
        yield unpacking.decompress(packed[start : start + UNPACKED_AT_ONCE])
