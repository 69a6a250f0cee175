"""The page on which a score sheet is typed: its grid, who can be chosen, and what is wrong."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext

from games.presenters.words import join_names
from games.rules.options import Ending, Options, Variant
from leagues.candidates import Candidates
from leagues.presenters.sheet_words import fault_text
from leagues.sheets.problems import Code
from leagues.sheets.result import Outcome, outcome
from leagues.typed_sheet import (
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
    views = present_faults(faults, names, options)
    wrong = {view.field for view in views}
    limit = None if options.variant is Variant.SPECIAL else options.limit

    def row(name: str, number: int, texts: Sequence[str], place: str) -> RowView:
        prefix = "t" if name == "totals" else f"{name}c"
        is_whole_row = any(view.row == name and not view.field for view in views)
        cells = (
            CellView(
                f"{prefix}{n}",
                text,
                f"{place}, {names[n]}",
                f"{prefix}{n}" in wrong or (is_whole_row and bool(text)),
            )
            for n, text in enumerate(texts)
        )
        return RowView(name, number, tuple(cells), _reasons(views, name))

    found = outcome(reading.sheet.pad, options)
    totals = dict(zip(reading.kept, found.totals, strict=True))
    return EntryView(
        columns=tuple(
            ColumnView(
                n,
                names[n],
                column,
                totals.get(n, 0),
                limit is not None and totals.get(n, 0) > limit,
                tuple(view.text for view in views if view.field == f"p{n}"),
            )
            for n, column in enumerate(typed.columns)
        ),
        rows=tuple(
            row(f"r{n}", n + 1, texts, gettext("Round %(number)d") % {"number": n + 1})
            for n, texts in enumerate(typed.rounds)
        ),
        totals=row("totals", 0, typed.totals, gettext("Total")),
        faults=views,
        groups=groups_of(candidates),
        round_count=typed.round_count,
        totals_only=typed.totals_only,
        ending=options.ending,
        limit=limit,
        last_round=options.last_round,
        most_players=options.max_players,
        result=_result(found, [names[n] for n in reading.kept]) if is_complete else "",
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


def _reasons(views: Sequence[FaultView], row: str) -> tuple[str, ...]:
    return tuple(view.text for view in views if view.row == row)


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


def _result(found: Outcome, names: Sequence[str]) -> str:
    """Who has won, and with how many heads."""
    winners = [name for name, place in zip(names, found.places, strict=True) if place == 1]
    heads = min(
        total for total, place in zip(found.totals, found.places, strict=True) if place == 1
    )
    return gettext("The game is over: %(names)s, %(heads)d heads.") % {
        "names": join_names(winners),
        "heads": heads,
    }
