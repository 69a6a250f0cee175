"""The page on which a score sheet is typed: its grid, who can be chosen, and what is wrong."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from accounts.names import join_names
from games.rules.options import Ending, Options, Variant
from leagues.people.find import Candidates
from leagues.sheets.pad.problems import Code
from leagues.sheets.pad.result import Outcome, outcome
from leagues.sheets.problem_texts import fault_text
from leagues.sheets.typed_sheet import (
    ABOUT_NAMES,
    GUEST,
    Fault,
    Reading,
    TypedColumn,
    TypedSheet,
    known_id,
)

Group = tuple[str, tuple[tuple[str, str], ...]]


@dataclass(frozen=True, slots=True)
class FaultView:
    """A sentence about what is wrong.

    field: the name of the field it is about, "" where it is none. row: "r" and the index of a
    round, "totals", "names", or "" for the whole sheet.
    """

    text: str
    field: str
    row: str


@dataclass(frozen=True, slots=True)
class CellView:
    """A field of the grid; label says where it is to who cannot see that."""

    name: str
    value: str
    label: str
    is_wrong: bool


@dataclass(frozen=True, slots=True)
class RowView:
    """A row of the grid, and why something in it cannot be."""

    name: str
    number: int
    cells: tuple[CellView, ...]
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ColumnView:
    """Who played, with the fields to choose it, and how it stands."""

    index: int
    name: str
    typed: TypedColumn
    total: int
    is_over: bool
    reasons: tuple[str, ...]

    @property
    def number(self) -> int:
        return self.index + 1

    @property
    def is_guest(self) -> bool:
        return self.typed.player == GUEST


@dataclass(frozen=True, slots=True)
class EntryView:
    """Everything the page of a sheet shows.

    groups: headings with ids and names. limit, last_round: None where there is none. result: the
    outcome in a sentence, "" while anything is wrong or missing.
    """

    columns: tuple[ColumnView, ...]
    rows: tuple[RowView, ...]
    totals: RowView
    faults: tuple[FaultView, ...]
    groups: tuple[Group, ...]
    round_count: str
    totals_only: bool
    ending: Ending
    limit: int | None
    last_round: int | None
    most_players: int
    result: str
    is_cut_short: bool = False

    @property
    def may_be_totals(self) -> bool:
        """Who is eliminated when cannot be told from totals."""
        return self.ending is not Ending.ELIMINATION

    @property
    def more_faults(self) -> tuple[FaultView, ...]:
        """All but the first."""
        return self.faults[1:]

    @property
    def has_wrong_players(self) -> bool:
        """Whether who played must be looked at."""
        return any(fault.row == "names" for fault in self.faults)

    @property
    def has_players(self) -> bool:
        return sum(bool(column.typed.player) for column in self.columns) > 1


@dataclass(frozen=True, slots=True)
class _Grid:
    """What is shown beside everything typed: how its column is called, and what is wrong."""

    names: Sequence[str]
    faults: tuple[FaultView, ...]

    def columns(
        self, typed: Sequence[TypedColumn], totals: Mapping[int, int], limit: int | None
    ) -> tuple[ColumnView, ...]:
        """Who played; totals: by index, of those that can be counted."""
        return tuple(
            ColumnView(
                index=index,
                name=self.names[index],
                typed=column,
                total=totals.get(index, 0),
                is_over=limit is not None and totals.get(index, 0) > limit,
                reasons=tuple(fault.text for fault in self.faults if fault.field == f"p{index}"),
            )
            for index, column in enumerate(typed)
        )

    def rounds(self, typed: Sequence[Sequence[str]]) -> tuple[RowView, ...]:
        """The rows of heads."""
        return tuple(
            self._row(f"r{index}", f"r{index}c", index + 1, texts)
            for index, texts in enumerate(typed)
        )

    def totals(self, typed: Sequence[str]) -> RowView:
        """The row of totals."""
        return self._row("totals", "t", 0, typed)

    def _row(self, name: str, prefix: str, number: int, texts: Sequence[str]) -> RowView:
        """A row; prefix: of the names of its fields. number: of its round, 0 for the totals."""
        place = gettext("Round %(number)d") % {"number": number} + ", " if number else ""
        faults = [fault for fault in self.faults if fault.row == name]
        is_wrong_as_a_whole = any(not fault.field for fault in faults)
        wrong = {fault.field for fault in self.faults}
        return RowView(
            name=name,
            number=number,
            cells=tuple(
                CellView(
                    name=f"{prefix}{index}",
                    value=text,
                    label=f"{place}{self.names[index]}",
                    is_wrong=f"{prefix}{index}" in wrong or (is_wrong_as_a_whole and bool(text)),
                )
                for index, text in enumerate(texts)
            ),
            reasons=tuple(fault.text for fault in faults),
        )


def present_entry(
    typed: TypedSheet,
    reading: Reading,
    faults: Sequence[Fault],
    candidates: Candidates,
    options: Options,
    *,
    is_complete: bool,
) -> EntryView:
    """The page of a sheet as it is typed; is_complete: nothing is wrong and nothing missing."""
    names = column_names(typed, candidates.names)
    grid = _Grid(names, present_faults(faults, names, options))
    limit = None if options.variant is Variant.SPECIAL else options.limit
    found = outcome(reading.sheet.pad, options)
    totals = dict(zip(reading.kept, found.totals, strict=True))
    return EntryView(
        columns=grid.columns(typed.columns, totals, limit),
        rows=grid.rounds(typed.rounds),
        totals=grid.totals(typed.totals),
        faults=grid.faults,
        groups=groups_of(candidates),
        round_count=typed.round_count,
        totals_only=typed.totals_only,
        ending=options.ending,
        limit=limit,
        last_round=options.last_round,
        most_players=options.max_players,
        result=(
            _result(typed, found, [names[index] for index in reading.kept]) if is_complete else ""
        ),
        is_cut_short=typed.is_cut_short,
    )


def present_faults(
    faults: Sequence[Fault], names: Sequence[str], options: Options
) -> tuple[FaultView, ...]:
    """The faults in words, with the fields they are about."""
    return tuple(FaultView(fault_text(fault, names, options), *_place(fault)) for fault in faults)


def column_names(typed: TypedSheet, known: Mapping[int, str]) -> list[str]:
    """How each column is called, chosen or not."""
    names = []
    for number, column in enumerate(typed.columns, 1):
        name = column.guest if column.player == GUEST else ""
        player = known_id(column.player, known)
        if player is not None:
            name = known[player]
        names.append(name or gettext("Player %(number)d") % {"number": number})
    return names


def _place(fault: Fault) -> tuple[str, str]:
    """The field and the row of a fault."""
    if fault.round is not None:
        cell = "" if fault.column is None else f"r{fault.round}c{fault.column}"
        return cell, f"r{fault.round}"
    if fault.code in ABOUT_NAMES:
        return ("" if fault.column is None else f"p{fault.column}"), "names"
    if fault.code is Code.ROUND_COUNT:
        return "count", "totals"
    return ("", "") if fault.column is None else (f"t{fault.column}", "totals")


def groups_of(candidates: Candidates) -> tuple[Group, ...]:
    """Who can be chosen, each group by name."""
    groups = (
        (gettext("Here"), candidates.here),
        (gettext("Players of the season"), candidates.season),
        (gettext("Other members"), candidates.others),
    )
    return tuple(
        (heading, tuple((str(pk), name) for pk, name in sorted(people.items(), key=_by_name)))
        for heading, people in groups
        if people
    )


def _by_name(person: tuple[int, str]) -> str:
    return person[1].casefold()


def _result(typed: TypedSheet, found: Outcome, names: Sequence[str]) -> str:
    """Who has won, and with how many heads."""
    winners = [name for name, place in zip(names, found.places, strict=True) if place == 1]
    heads = min(
        total for total, place in zip(found.totals, found.places, strict=True) if place == 1
    )
    words = {"names": join_names(winners), "heads": heads}
    if typed.is_cut_short:
        return gettext("After the last full round: %(names)s first with %(heads)d heads.") % words
    return gettext("The game is over: %(names)s first with %(heads)d heads.") % words
