"""Sheets to import that a session has already: the same people with the same heads."""

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple

from games.rules.options import Options
from leagues.models import Game, Session
from leagues.sheets.csv.reading import Sheet
from leagues.sheets.pad.legible import legible
from leagues.sheets.pad.pad import Pad
from leagues.sheets.pad.result import outcome
from leagues.sheets.revisions import read_revision
from leagues.sheets.typed_sheet import guest_key

Result = frozenset[tuple[Hashable, int | None]]


class Repeat(NamedTuple):
    """Where a sheet is already: numbers of tables of the session, names of sheets above it."""

    tables: tuple[int, ...]
    above: tuple[str, ...]

    @property
    def times(self) -> int:
        """How often it is there already; 0 for a new one."""
        return len(self.tables) + len(self.above)


def find_repeats(
    session: Session, sheets: Sequence[Sheet], people: Mapping[str, int]
) -> list[Repeat]:
    """For each sheet where it is already; people: ids of names, the others are new guests."""
    tables = _tables_by_result(session)
    above: defaultdict[Result, list[str]] = defaultdict(list)
    repeats = []
    for sheet in sheets:
        names = map(str, sheet.pad.columns)
        players = [people.get(name, guest_key(legible(name))) for name in names]
        result = _result(players, sheet.pad, session.season.season_rules.options)
        repeats.append(Repeat(tuple(tables.get(result, ())), tuple(above[result])))
        above[result].append(sheet.name)
    return repeats


def wanted_sheets(
    sheets: Sequence[Sheet], repeats: Sequence[Repeat], again: Mapping[int, int]
) -> list[Sheet]:
    """The new ones, and those that are entered again on purpose.

    again: by index of a sheet, how often it was there already when somebody asked for it; where it
    is there more often by now, that was done before.
    """
    return [
        sheet
        for index, (sheet, repeat) in enumerate(zip(sheets, repeats, strict=True))
        if repeat.times in {0, again.get(index)}
    ]


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
