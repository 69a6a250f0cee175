"""Several sheets of a session entered at once, but none that the session has already."""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from accounts.locks import locked
from accounts.models import Player
from games.rules.options import Options
from leagues.models import Game, Session
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.people.find import guests_of
from leagues.people.guests import make_guests
from leagues.sheets import results
from leagues.sheets.form import guest_key
from leagues.sheets.new_games import seat
from leagues.sheets.score_sheet import Pad, ScoreSheet, outcome
from leagues.sheets.stored import read_revision
from leagues.sheets.table_names import TablesByName
from leagues.standings.season_lock import hold_players, locked_open_season

Result = frozenset[tuple[Hashable, int | None]]


class NamedSheet(NamedTuple):
    """A sheet with its name; guests: the names of new players by what stands for them on it."""

    name: str
    sheet: ScoreSheet
    guests: Mapping[str, str]


class Repeat(NamedTuple):
    """Where a sheet is already: numbers of games of the session, names of sheets above it."""

    tables: tuple[int, ...]
    above: tuple[str, ...]

    @property
    def times(self) -> int:
        """How often it is there already; 0 for a new one."""
        return len(self.tables) + len(self.above)


def import_sheets(
    session: Session,
    sheets: Sequence[NamedSheet],
    by: Player,
    now: datetime,
    seen: Mapping[int, int],
    again: Mapping[int, int],
) -> list[Game]:
    """Enter all of these sheets that are not there already, or none; the games of those entered.

    A sheet called as a table nobody has entered is that table's, every other one is a new table.
    seen: versions of the games whose drafts `by` knows to be thrown away, by number. again: as for
    `wanted`. Raises results.SheetRefused, LeagueError(SEASON_NOT_OPEN, NAME_TAKEN,
    SAME_PERSON, CONFIRMED_ALREADY, LATE, PLAYER_GONE).
    """
    with locked_open_season(session.season_id) as season:
        # Guests may have been made since their names were settled: by the same text, sent twice.
        made = {guest_key(name): player for name, player in guests_of(season).items()}
        sheets = [each._replace(sheet=each.sheet.with_players(made)) for each in sheets]
        sheets = wanted(sheets, find_repeats(session, sheets), again)
        new = {key: name for each in sheets for key, name in each.guests.items() if key not in made}
        ids = make_guests(season, new)
        # Drafts are saved without the season's lock.
        games = locked(session.games.all()).prefetch_related("round")
        tables = TablesByName(games)
        sheets = [each._replace(sheet=each.sheet.with_players(ids)) for each in sheets]
        named = {player for each in sheets for player in each.sheet.named}
        hold_players(named | results.seated(*games)[0])
        entered: list[tuple[Game, ScoreSheet]] = []
        for name, sheet, _guests in sheets:
            if tables.is_ambiguous(name):
                raise LeagueError(LeagueErrorCode.LATE)
            game = tables.get(name) or seat(session, sheet.players)
            game.session = session
            _require_open(game, seen)
            if any(game == other for other, _sheet in entered):
                raise LeagueError(LeagueErrorCode.LATE)
            entered.append((game, sheet))
        results.submit_all(season, entered, by, now)
    return [game for game, _sheet in entered]


def find_repeats(session: Session, sheets: Sequence[NamedSheet]) -> list[Repeat]:
    """For each sheet where it is already."""
    tables = _tables_by_result(session)
    above: defaultdict[Result, list[str]] = defaultdict(list)
    repeats = []
    for name, sheet, _guests in sheets:
        pad = sheet.pad
        result = _result(pad.columns, pad, session.season.season_rules.options)
        repeats.append(Repeat(tuple(tables.get(result, ())), tuple(above[result])))
        above[result].append(name)
    return repeats


def wanted(
    sheets: Sequence[NamedSheet], repeats: Sequence[Repeat], again: Mapping[int, int]
) -> list[NamedSheet]:
    """The new ones, and those that are entered again on purpose.

    again: by index of a sheet, how often it was there already when somebody asked for it; where it
    is there more often by now, that was done before.
    """
    return [
        sheet
        for index, (sheet, repeat) in enumerate(zip(sheets, repeats, strict=True))
        if repeat.times in {0, again.get(index)}
    ]


def _require_open(game: Game, seen: Mapping[int, int]) -> None:
    if game.status != Game.Status.SEATED:
        raise LeagueError(LeagueErrorCode.CONFIRMED_ALREADY)
    if game.draft is not None and seen.get(game.number) != game.version:
        raise LeagueError(LeagueErrorCode.LATE)


def _tables_by_result(session: Session) -> Mapping[Result, Sequence[int]]:
    """The tables at which each result was ever entered, also if it was corrected or taken out."""
    tables: defaultdict[Result, list[int]] = defaultdict(list)
    for game in session.games.prefetch_related("seats", "revisions__seats"):
        for result in set(_results(game)):
            tables[result].append(game.number)
    return tables


def _results(game: Game) -> Iterator[Result]:
    """What the sheets of a game came to, and its seats: the history names who was merged since."""
    for revision in game.revisions.all():
        sheet = read_revision(revision)
        yield _result(sheet.players, sheet.pad, game.rules)
    yield frozenset((seat.player_id, seat.heads) for seat in game.seats.all())


def _result(players: Collection[Hashable], pad: Pad, options: Options) -> Result:
    return frozenset(zip(players, outcome(pad, options).totals, strict=True))
