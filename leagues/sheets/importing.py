"""Several sheets of a session at once, from a text that was pasted or uploaded."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from accounts.models import Player
from leagues.errors import LeagueError, LeagueErrorCode
from leagues.models import Game, Season, Session
from leagues.people.find import guests_of
from leagues.people.guests import make_guests
from leagues.season_lock import locked, playing
from leagues.sheets import results
from leagues.sheets.csv.reading import Sheet
from leagues.sheets.new_games import seat
from leagues.sheets.pad.legible import legible
from leagues.sheets.repeats import find_repeats, wanted_sheets
from leagues.sheets.score_sheet import ScoreSheet


def import_sheets(
    session: Session,
    sheets: Sequence[Sheet],
    people: Mapping[str, int],
    by: Player,
    now: datetime,
    seen: Mapping[int, int],
    again: Mapping[int, int],
) -> list[Game]:
    """Enter all of these sheets that are not there already, or none; the games of those entered.

    people: the ids of names; who is not among them is a guest. A sheet with the number of a table
    nobody has entered is that table's, every other one is a new table. seen: versions of the games
    whose drafts `by` knows to be thrown away, by table. again: as for `wanted_sheets`. Raises
    results.SheetRefused, LeagueError(SEASON_NOT_OPEN, NAME_TAKEN, SAME_PERSON, CONFIRMED_ALREADY,
    LATE, PLAYER_GONE).
    """
    with playing(session.season_id) as season:
        people = {**people, **_made_since(season, _unknown(sheets, people))}
        sheets = wanted_sheets(sheets, find_repeats(session, sheets, people), again)
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


def _made_since(season: Season, guests: Mapping[str, str]) -> dict[str, int]:
    """The guests who were made since their names were settled: by the same text, sent twice."""
    made = guests_of(season)
    return {
        name: made[called] for name, guest in guests.items() if (called := guest.casefold()) in made
    }


def _require_open(game: Game, seen: Mapping[int, int]) -> None:
    if game.status != Game.Status.SEATED:
        raise LeagueError(LeagueErrorCode.CONFIRMED_ALREADY)
    if game.draft is not None and seen.get(game.number) != game.version:
        raise LeagueError(LeagueErrorCode.LATE)
