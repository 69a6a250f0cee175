"""Several sheets of a session at once, from a text that was pasted or uploaded."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from django.db import transaction

from accounts.models import Player
from leagues.errors import LeagueError, LeagueErrorCode
from leagues.models import Entrant, Game, Session
from leagues.score_sheet import ScoreSheet
from leagues.services import results
from leagues.services.changing import playing
from leagues.services.sheets import seat
from leagues.sheets.legible import legible
from leagues.sheets.sheet_csv import Sheet


def import_sheets(
    session: Session,
    sheets: Sequence[Sheet],
    people: Mapping[str, int],
    by: Player,
    now: datetime,
) -> list[Game]:
    """Enter all of these sheets, or none.

    people: the ids of names; who is not among them is a guest. A sheet with the number of a table
    nobody has entered is that table's, every other one is a new table. Raises
    results.SheetRefused, LeagueError(SEASON_NOT_OPEN, NAME_TAKEN, CONFIRMED_ALREADY).
    """
    with transaction.atomic(), playing(session.season_id):
        known = {**people, **_guests(session, sheets, people)}
        by_number = {str(game.number): game for game in session.games.all()}
        entered: list[tuple[Game, ScoreSheet]] = []
        for sheet in sheets:
            columns = tuple(known[str(name)] for name in sheet.pad.columns)
            game = by_number.get(sheet.name) or seat(session, columns)
            game.session = session
            if game.status != Game.Status.SEATED:
                raise LeagueError(LeagueErrorCode.CONFIRMED_ALREADY)
            pad = replace(sheet.pad, columns=columns)
            entered.append((game, ScoreSheet(pad, (None,) * len(columns))))
        results.submit_all(session, entered, by, now)
    return [game for game, _sheet in entered]


def _guests(session: Session, sheets: Iterable[Sheet], people: Mapping[str, int]) -> dict[str, int]:
    """A new player for each name that is nobody's."""
    written = {str(name): None for sheet in sheets for name in sheet.pad.columns}
    unknown = {name: legible(name) for name in written if name not in people}
    taken = Entrant.objects.filter(season=session.season_id).values_list("player__name", flat=True)
    if {name.casefold() for name in unknown.values()} & {name.casefold() for name in taken}:
        raise LeagueError(LeagueErrorCode.NAME_TAKEN)
    made: dict[str, int] = {}
    for name in unknown.values():
        if name.casefold() not in made:
            made[name.casefold()] = Player.objects.create(name=name).pk
    return {name: made[guest.casefold()] for name, guest in unknown.items()}
