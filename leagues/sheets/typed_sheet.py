"""A score sheet as it is typed: texts by cell, kept whatever they are, and what they say."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, NamedTuple

from games.rules.options import MOST_PLAYERS, Options
from leagues.season_rules import SeasonRules
from leagues.sheets.pad.legible import legible
from leagues.sheets.pad.pad import Pad, read_cell
from leagues.sheets.pad.problems import Code
from leagues.sheets.score_sheet import ScoreSheet, check_sheet

GUEST = "guest"
"""What stands for a player who is named beside it."""

LONGEST_NAME = 40
MOST_ROUNDS = 200
LONGEST_CELL = 12


class NameCode(StrEnum):
    """What can be wrong with who played. The value is stable."""

    NOBODY = "nobody"
    GUEST_UNNAMED = "guest_unnamed"
    NAME_TAKEN = "name_taken"


ABOUT_NAMES = frozenset({*NameCode, Code.PLAYER_TWICE, Code.TOO_MANY_PLAYERS, Code.TOO_FEW_PLAYERS})

# Facts that are columns.
_COLUMNS = frozenset({"first", "who"})


class Fault(NamedTuple):
    """One thing that is wrong with a typed sheet, and where: as `sheets.problems.Problem`."""

    code: Code | NameCode
    round: int | None = None
    column: int | None = None
    facts: Mapping[str, int] = {}


class TypedColumn(NamedTuple):
    """Who played: the id of a player, GUEST with a name, or "". replaced: the id of who was not
    there, or ""."""

    player: str = ""
    guest: str = ""
    replaced: str = ""


@dataclass(frozen=True, slots=True)
class TypedSheet:
    """What stands in the fields of a sheet; every row has a text for each column."""

    columns: tuple[TypedColumn, ...] = ()
    rounds: tuple[tuple[str, ...], ...] = ()
    totals: tuple[str, ...] = ()
    round_count: str = ""
    totals_only: bool = False
    is_cut_short: bool = False

    @classmethod
    def from_fields(cls, fields: Mapping[str, str]) -> "TypedSheet":
        """The sheet of a form.

        Its fields: p0, g0, f0 (column), r0c0 (cell), t0 (total), count, mode and cut_short.
        """

        def text(name: str, longest: int = LONGEST_CELL) -> str:
            return legible(str(fields.get(name, "")))[:longest].rstrip()

        count = next((n for n in range(MOST_PLAYERS) if f"p{n}" not in fields), MOST_PLAYERS)
        indices = range(count)
        rows = next((n for n in range(MOST_ROUNDS) if f"r{n}c0" not in fields), MOST_ROUNDS)
        return cls(
            columns=tuple(
                TypedColumn(text(f"p{n}"), text(f"g{n}", LONGEST_NAME), text(f"f{n}"))
                for n in indices
            ),
            rounds=tuple(tuple(text(f"r{row}c{n}") for n in indices) for row in range(rows)),
            totals=tuple(text(f"t{n}") for n in indices),
            round_count=text("count"),
            totals_only=fields.get("mode") == "totals",
            is_cut_short="cut_short" in fields,
        )

    @classmethod
    def of_seats(cls, seats: Sequence[tuple[int | None, int | None]]) -> "TypedSheet":
        """An empty sheet of these people, each with whom they stand in for."""
        columns = tuple(TypedColumn(_text(player), "", _text(absent)) for player, absent in seats)
        return cls(columns=columns, totals=("",) * len(columns))

    @classmethod
    def of_sheet(cls, sheet: ScoreSheet) -> "TypedSheet":
        """The sheet as somebody would type it."""
        pad = sheet.pad
        empty = (None,) * len(pad.columns)
        return cls(
            columns=tuple(
                TypedColumn(str(player), "", _text(absent))
                for player, absent in zip(pad.columns, sheet.replaced, strict=True)
            ),
            rounds=tuple(tuple(map(_text, row)) for row in pad.rounds),
            totals=tuple(map(_text, pad.totals or empty)),
            round_count=_text(pad.round_count),
            totals_only=pad.totals_only,
            is_cut_short=pad.is_cut_short,
        )

    def to_json(self) -> dict[str, Any]:
        """JSON for the database; `from_json` reads it back."""
        return {
            "columns": [list(column) for column in self.columns],
            "rounds": [list(row) for row in self.rounds],
            "totals": list(self.totals),
            "round_count": self.round_count,
            "totals_only": self.totals_only,
            "cut_short": self.is_cut_short,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "TypedSheet":
        return cls(
            columns=tuple(TypedColumn(*column) for column in data["columns"]),
            rounds=tuple(map(tuple, data["rounds"])),
            totals=tuple(data["totals"]),
            round_count=data["round_count"],
            totals_only=data["totals_only"],
            # Drafts stored before a game could be cut short have no such key.
            is_cut_short=data.get("cut_short", False),
        )

    def with_size(self, columns: int, rounds: int) -> "TypedSheet":
        """The same with at least so many columns and rounds."""
        more = max(0, min(columns, MOST_PLAYERS) - len(self.columns))
        wide = tuple(row + ("",) * more for row in self.rounds)
        width = len(self.columns) + more
        missing = max(0, min(rounds, MOST_ROUNDS) - len(wide))
        return replace(
            self,
            columns=self.columns + (TypedColumn(),) * more,
            rounds=wide + (("",) * width,) * missing,
            totals=self.totals + ("",) * more,
        )

    def is_empty(self, column: int) -> bool:
        """Whether nothing is written in a column, neither who played nor heads."""
        cells = (*(row[column] for row in self.rounds), self.totals[column])
        return not any((*self.columns[column], *cells))


def _text(cell: object) -> str:
    return "" if cell is None else str(cell)


@dataclass(frozen=True, slots=True)
class Reading:
    """What a typed sheet says.

    sheet: columns are ids, or for a guest the name in small letters, or "?" and a number for who is
    not named. guests: how each such name is spelled. kept: for each of its columns that of the
    typed sheet, empty ones left out. faults: what is wrong with who played.
    """

    sheet: ScoreSheet
    kept: tuple[int, ...]
    guests: Mapping[str, str] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()


def guest_key(name: str) -> str:
    """What stands for a guest in the columns of a reading."""
    return f"={name.casefold()}"


def read(typed: TypedSheet, known: Collection[int], names_taken: Collection[str]) -> Reading:
    """Read a typed sheet.

    known: ids of who can be chosen. names_taken: those of the season, in small letters.
    """
    kept = tuple(n for n in range(len(typed.columns)) if not typed.is_empty(n))
    keys: list[int | str] = []
    guests: dict[str, str] = {}
    faults: list[Fault] = []
    for n in kept:
        column = typed.columns[n]
        name = column.guest
        key: int | str = f"?{n}"
        if column.player == GUEST and not name:
            faults.append(Fault(NameCode.GUEST_UNNAMED, column=n))
        elif column.player == GUEST:
            key = guest_key(name)
            guests[key] = name
            if name.casefold() in names_taken:
                faults.append(Fault(NameCode.NAME_TAKEN, column=n))
        elif (player := known_id(column.player, known)) is not None:
            key = player
        else:
            faults.append(Fault(NameCode.NOBODY, column=n))
        keys.append(key)
    rounds = tuple(tuple(read_cell(row[n]) for n in kept) for row in typed.rounds)
    totals = tuple(read_cell(typed.totals[n]) for n in kept)
    pad = (
        Pad(tuple(keys), (), totals, read_cell(typed.round_count))
        if typed.totals_only
        else Pad(tuple(keys), rounds)
    )
    pad = replace(pad, is_cut_short=typed.is_cut_short)
    replaced = tuple(known_id(typed.columns[n].replaced, known) for n in kept)
    return Reading(ScoreSheet(pad, replaced), kept, guests, tuple(faults))


def faults_of(
    reading: Reading, options: Options, rules: SeasonRules, *, complete: bool = True
) -> tuple[Fault, ...]:
    """All that is wrong with a typed sheet, by its own columns; () if it can be submitted."""
    return tuple(_faults(reading, options, rules, complete))


def _faults(
    reading: Reading, options: Options, rules: SeasonRules, complete: bool
) -> Iterator[Fault]:
    for fault in reading.faults:
        if complete or fault.code is NameCode.NAME_TAKEN:
            yield fault
    for problem in check_sheet(reading.sheet, options, rules, complete=complete):
        column = problem.column
        if column is not None:
            column = reading.kept[column]
        facts = dict(problem.facts)
        for fact in _COLUMNS & facts.keys():
            facts[fact] = reading.kept[facts[fact]]
        yield Fault(problem.code, problem.round, column, facts)


def known_id(text: str, known: Collection[int]) -> int | None:
    """The id that a field holds; None where it is none of those known."""
    is_id = text.isascii() and text.isdigit() and len(text) <= LONGEST_CELL
    return int(text) if is_id and int(text) in known else None
