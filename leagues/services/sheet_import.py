"""Several sheets of a session at once, from a text that was pasted or uploaded."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from accounts.models import Player
from leagues.errors import LeagueError, LeagueErrorCode
from leagues.models import Game, Session
from leagues.score_sheet import ScoreSheet
from leagues.services import results
from leagues.services.changing import locked, playing
from leagues.services.guests import make_guests
from leagues.services.new_games import seat
from leagues.sheets.legible import legible
from leagues.sheets.sheet_csv import Sheet


def import_sheets(
    session: Session,
    sheets: Sequence[Sheet],
    people: Mapping[str, int],
    by: Player,
    now: datetime,
    seen: Mapping[int, int],
) -> list[Game]:
    """Enter all of these sheets, or none.

    people: the ids of names; who is not among them is a guest. A sheet with the number of a table
    nobody has entered is that table's, every other one is a new table. seen: versions of the games
    whose drafts `by` knows to be thrown away, by table. Raises results.SheetRefused,
    LeagueError(SEASON_NOT_OPEN, NAME_TAKEN, SAME_PERSON, CONFIRMED_ALREADY, LATE).
    """
    with playing(session.season_id) as season:
        ids = {**people, **make_guests(season, _unknown(sheets, people))}
        # Drafts are saved without the season's lock.
        games = {str(game.number): game for game in locked(session.games.all())}
        entered: list[tuple[Game, ScoreSheet]] = []
        for sheet in sheets:
            columns = tuple(ids[str(name)] for name in sheet.pad.columns)
            game = games.get(sheet.name) or seat(session, columns)
            game.session = session
            _require_open(game, seen)
            pad = replace(sheet.pad, columns=columns)
            entered.append((game, ScoreSheet(pad, (None,) * len(columns))))
        results.submit_all(season, entered, by, now)
    return [game for game, _sheet in entered]


def _unknown(sheets: Sequence[Sheet], people: Mapping[str, int]) -> dict[str, str]:
    """The names that are nobody's, each as a guest is called."""
    written = (str(name) for sheet in sheets for name in sheet.pad.columns)
    return {name: legible(name) for name in written if name not in people}


def _require_open(game: Game, seen: Mapping[int, int]) -> None:
    if game.status != Game.Status.SEATED:
        raise LeagueError(LeagueErrorCode.CONFIRMED_ALREADY)
    if game.draft is not None and seen.get(game.number) != game.version:
        raise LeagueError(LeagueErrorCode.LATE)
