"""The confirmed results of a season, seat by seat or game by game, read as they are sent."""

import json
from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.http import HttpRequest

from leagues.exports.standings import VERSION, moment, season_data
from leagues.models import Game, GameSeat, Season, Session

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
_COLUMNS = (
    "game__session__number",
    "game__session__starts_at",
    "game__number",
    "game__kind",
    "game__size",
    "game__rounds",
    "game__confirmed_at",
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
    "game__round__number",
    "game__table_number",
)
_TIMES = [FIELDS.index(field) for field in ("starts_at", "confirmed_at")]
_ROUNDS = FIELDS.index("rounds")
_SEAT = FIELDS.index("seat")
_RANK = FIELDS.index("rank")
_READ_AT_ONCE = 2000


def results_rows(season: Season, until: Session | None) -> Iterator[list[Any]]:
    """A row of FIELDS for each seat of each confirmed game up to a session; one statement."""
    seats = GameSeat.objects.filter(
        game__status=Game.Status.CONFIRMED, game__session__season=season
    ).order_by("game__session__starts_at", "game__session__number", "game__number", "index")
    if until is not None:
        seats = seats.filter(game__session__in=Session.objects.until(until).values("pk"))
    for row in seats.values_list(*_COLUMNS).iterator(_READ_AT_ONCE):
        values: list[Any] = list(row)
        for time in _TIMES:
            values[time] = moment(values[time])
        # Kept as 0 where a sheet does not tell.
        values[_ROUNDS] = values[_ROUNDS] or None
        values[_SEAT] += 1
        values[_RANK] = None if values[_RANK] is None else values[_RANK] / 2
        yield values


def results_json(request: HttpRequest, season: Season, until: Session | None) -> Iterator[str]:
    """The results as the text of a JSON object, a game at a time."""
    head = {"format": FORMAT, "version": VERSION, **season_data(request, season)}
    yield f'{_json(head)[:-1]}, "games": ['
    fields = GAME_FIELDS + TABLE_FIELDS
    of_game = itemgetter(*map(FIELDS.index, fields))
    separator = ""
    for game, rows in groupby(results_rows(season, until), key=of_game):
        data: dict[str, Any] = dict(zip(fields, game, strict=True))
        data["seats"] = [
            dict(zip(SEAT_FIELDS, row[len(GAME_FIELDS) : -len(TABLE_FIELDS)], strict=True))
            for row in rows
        ]
        yield f"{separator}\n{_json(data)}"
        separator = ","
    yield "\n]}\n"


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False)
