"""Games entered from paper: one that belongs to no round, or many sheets of a session at once.

None of many is entered that the session has already.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from accounts.locks import locked
from accounts.models import Player
from games.rules.options import Options
from leagues.models import Game, GameSeat, Session
from leagues.models.errors import LeagueError, LeagueErrorCode
from leagues.people.find import guests_of
from leagues.people.guests import make_guests
from leagues.sheets import results
from leagues.sheets.form import guest_key
from leagues.sheets.score_sheet import Pad, ScoreSheet, outcome
from leagues.sheets.stored import read_revision
from leagues.standings.season_lock import hold_players, locked_open_season


def unstored_game(session: Session) -> Game:
    """A game of a session that is not there yet."""
    return Game(session=session, options=session.season.season_rules.options.to_json())


def open_game(
    session: Session, sheet: ScoreSheet, guests: Mapping[str, str], number: int = 0
) -> Game:
    """A game of the players of a sheet, at the next table of a session.

    guests: the names of new players by what stands for them on the sheet. number: of the table that
    was offered when it was asked for, so that what is sent twice opens one. Raises
    LeagueError(SEASON_NOT_OPEN, NAME_TAKEN, SAME_PERSON, PLAYER_GONE, SESSION_CANCELLED).
    """
    with locked_open_season(session.season_id) as season:
        opened = opened_already(session, sheet, number)
        if opened is not None:
            return opened
        sheet = sheet.with_players(make_guests(season, guests))
        return seat(session, sheet.players, sheet.replaced)


def opened_already(session: Session, sheet: ScoreSheet, number: int) -> Game | None:
    """The game that was opened at this table, if it is that of the same people."""
    games = session.games.filter(number=number, round=None).prefetch_related("seats__player")
    game = games.first()
    if game is None:
        return None
    seated = [seat.player for seat in game.seats.all()]
    columns = sheet.pad.columns
    is_same = len(columns) == len(seated) and all(
        player is not None and column in {player.pk, guest_key(player.name)}
        for column, player in zip(columns, seated, strict=True)
    )
    return game if is_same else None


def seat(
    session: Session, players: Sequence[int], replaced: Sequence[int | None] | None = None
) -> Game:
    """A game of these players (ids) at the next table; under the season's lock only.

    Raises LeagueError(SAME_PERSON, PLAYER_GONE, SESSION_CANCELLED).
    """
    if len(set(players)) < len(players):
        raise LeagueError(LeagueErrorCode.SAME_PERSON)
    absent = replaced or [None] * len(players)
    hold_players({*players, *(missing for missing in absent if missing is not None)})
    if Session.objects.get(pk=session.pk).status == Session.Status.CANCELLED:
        raise LeagueError(LeagueErrorCode.SESSION_CANCELLED)
    game = unstored_game(session)
    game.number = game.table_number = session.next_game_number()
    game.save()
    GameSeat.objects.bulk_create(
        GameSeat(game=game, index=index, player_id=player, substitute_for_id=missing)
        for index, (player, missing) in enumerate(zip(players, absent, strict=True))
    )
    return game


# --- Many sheets at once ---------------------------------------------------------------

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


# --- What sheets are called, as people call tables: by round and table ---------------------

# "2.3", "2/3", "R2 T3", "Round 2, table 3", "Ronde 2, table 3".
_ROUND_AND_TABLE = re.compile(
    r"(?:round|ronde|r)?\s*(\d{1,4})(?:\s*[.,/-]\s*|\s+)(?:table|t)?\s*(\d{1,4})",
    re.ASCII | re.IGNORECASE,
)
_TABLE = re.compile(r"(?:table|t)?\s*(\d{1,4})", re.ASCII | re.IGNORECASE)


class TablesByName:
    """The games of a session by the names that sheets of theirs may have.

    A number alone means the table of that number that belongs to no round; else the one table that
    has it in any round.
    """

    def __init__(self, games: Iterable[Game]) -> None:
        self.by_number = {game.number: game for game in games}
        self._in_rounds: dict[tuple[int, int], Game] = {}
        self._by_table: defaultdict[int, list[Game]] = defaultdict(list)
        for game in self.by_number.values():
            self._by_table[game.table_number].append(game)
            if game.round:
                self._in_rounds[game.round.number, game.table_number] = game

    def get(self, name: str) -> Game | None:
        """The game whose sheet is called so; None for a new table, or where several could be."""
        if both := _ROUND_AND_TABLE.fullmatch(name.strip()):
            return self._in_rounds.get((int(both[1]), int(both[2])))
        found = self._of_number(name)
        return found[0] if len(found) == 1 else None

    def is_ambiguous(self, name: str) -> bool:
        """Whether the name lacks a round: several have a table of this number."""
        return not _ROUND_AND_TABLE.fullmatch(name.strip()) and len(self._of_number(name)) > 1

    def _of_number(self, name: str) -> list[Game]:
        number = _TABLE.fullmatch(name.strip())
        found = self._by_table.get(int(number[1]), []) if number else []
        return [game for game in found if game.round is None] or found


def sheet_name(game: Game) -> str:
    """What a sheet to fill in for a game is called; no spreadsheet takes it for a date."""
    return game.table_name if game.round else str(game.table_number)
