"""The page on which a sheet is typed: its grid, who can be chosen, where two sheets differ."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.translation import gettext

from accounts.names import MISSING
from leagues.models import League
from leagues.people.find import Candidates, guest_notes, with_note
from leagues.sheets.form import GUEST, SheetForm, unnamed

Group = tuple[str, Sequence[tuple[str, str]]]


class Cell(NamedTuple):
    """A field of the grid, in the column of somebody whom `label` names."""

    name: str
    value: str
    label: str
    is_wrong: bool


class Row(NamedTuple):
    """A row of the grid, and why something in it cannot be; number: "" for the totals."""

    name: str
    number: str
    cells: Sequence[Cell]
    reasons: Sequence[str]


@dataclass(frozen=True, slots=True)
class PlayerColumn:
    """Who played, as it was typed, and how they stand."""

    index: int
    name: str
    player: str
    guest: str
    replaced: str
    total: int
    is_over: bool
    reasons: Sequence[str]

    @property
    def number(self) -> int:
        return self.index + 1

    @property
    def is_guest(self) -> bool:
        return self.player == GUEST


class Difference(NamedTuple):
    """A field two people filled in differently."""

    place: str
    mine: str
    theirs: str


def grid_of(form: SheetForm) -> dict[str, Any]:
    """What the page shows of a form: `columns`, `rows`, `totals`, and `groups` to choose from.

    blank: one more row, with {row} and {number} in the places of its numbers.
    """
    blank = [Cell(f"r{{row}}c{n}", "", name, is_wrong=False) for n, name in enumerate(form.names)]
    return {
        **names_of(form),
        "form": form,
        "columns": list(_columns(form)),
        "rows": [_row(form, f"r{n}", f"r{n}c", str(n + 1)) for n in range(form.height)],
        "blank": Row("r{row}", "{number}", blank, ()),
        "totals": _row(form, "totals", "t", ""),
        "groups": groups_of(form.people, form.game.session.season.league),
    }


def names_of(form: SheetForm) -> dict[str, Any]:
    """How the columns are called: `names` of all, `who` of those in which somebody is chosen."""
    chosen = [name for n, name in enumerate(form.names) if form.texts[f"p{n}"]]
    return {"names": form.names, "who": ", ".join(chosen)}


def groups_of(people: Candidates, league: League) -> Sequence[Group]:
    """Who can be chosen, each group by name: headings with ids and names, guests told apart."""
    notes = guest_notes(league, people.names)
    groups = (
        (gettext("Here"), people.here),
        (gettext("Players of the season"), people.season),
        (gettext("Other members"), people.others),
    )
    return [
        (
            heading,
            [
                (str(pk), with_note(name, notes.get(pk)))
                for pk, name in sorted(found.items(), key=_by_name)
            ],
        )
        for heading, found in groups
        if found
    ]


def present_differences(mine: SheetForm, theirs: SheetForm) -> Sequence[Difference]:
    """Where two people filled in a sheet differently, in the order in which one reads it."""
    width, height = max(mine.width, theirs.width), max(mine.height, theirs.height)
    return [
        Difference(place, here or MISSING, there or MISSING)
        for (place, here), (_place, there) in zip(
            _entries(mine, mine, width, height), _entries(theirs, mine, width, height), strict=True
        )
        if here != there
    ]


def _columns(form: SheetForm) -> Iterator[PlayerColumn]:
    """Who played; totals only of those columns in which something is written."""
    totals = dict(zip(form.written, form.outcome.totals, strict=True))
    for n, name in enumerate(form.names):
        total = totals.get(n, 0)
        yield PlayerColumn(
            index=n,
            name=name,
            player=form.texts[f"p{n}"],
            guest=form.texts[f"g{n}"],
            replaced=form.texts[f"f{n}"],
            total=total,
            is_over=form.limit is not None and total > form.limit,
            reasons=[fault.text for fault in form.faults if fault.field == f"p{n}"],
        )


def _row(form: SheetForm, name: str, prefix: str, number: str) -> Row:
    """A row of the grid; prefix: of the names of its fields."""
    faults = [fault for fault in form.faults if fault.row == name]
    wrong = {fault.field for fault in faults}
    cells = [
        Cell(
            name=f"{prefix}{n}",
            value=text,
            label=form.names[n],
            is_wrong=f"{prefix}{n}" in wrong or ("" in wrong and bool(text)),
        )
        for n, text in enumerate(form.texts[f"{prefix}{n}"] for n in range(form.width))
    ]
    return Row(name, number, cells, [fault.text for fault in faults])


def _by_name(person: tuple[int, str]) -> str:
    return person[1].casefold()


def _entries(
    form: SheetForm, named_by: SheetForm, width: int, height: int
) -> Iterator[tuple[str, str]]:
    """Every field with its place, called as on one of two sheets; "" where this one has none."""

    def name(of: SheetForm, column: int) -> str:
        return of.names[column] if column < of.width else unnamed(column)

    for n in range(width):
        yield unnamed(n), name(form, n)
    for row in range(height):
        for n in range(width):
            words = {"number": row + 1, "name": name(named_by, n)}
            place = gettext("Round %(number)d, %(name)s") % words
            yield place, form.texts.get(f"r{row}c{n}", "")
    for n in range(width):
        place = gettext("Total, %(name)s") % {"name": name(named_by, n)}
        yield place, form.texts.get(f"t{n}", "")
    yield gettext("Rounds played, if known"), form.texts["count"]
    yield gettext("Cut short"), gettext("yes") if form.texts["cut_short"] else gettext("no")
