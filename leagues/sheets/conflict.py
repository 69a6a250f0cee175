"""Two people typed the same sheet: what each of them wrote."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from django.utils.translation import gettext

from accounts.names import MISSING
from leagues.sheets.entry_page import column_names
from leagues.sheets.typed_sheet import TypedSheet


class Difference(NamedTuple):
    """A field two people filled in differently."""

    place: str
    mine: str
    theirs: str


def present_differences(
    mine: TypedSheet, theirs: TypedSheet, known: Mapping[int, str]
) -> tuple[Difference, ...]:
    """Where two sheets differ, in the order in which one reads them."""
    columns = max(len(mine.columns), len(theirs.columns))
    rounds = max(len(mine.rounds), len(theirs.rounds))
    pair = (mine.with_size(columns, rounds), theirs.with_size(columns, rounds))
    return tuple(
        Difference(place, here or MISSING, there or MISSING)
        for (place, here), (_place, there) in zip(
            *(_fields(sheet, pair[0], known) for sheet in pair), strict=True
        )
        if here != there
    )


def _fields(
    sheet: TypedSheet, named_by: TypedSheet, known: Mapping[int, str]
) -> Iterator[tuple[str, str]]:
    """Every field with its place, called as on one of the sheets."""
    names = column_names(named_by, known)
    for number, name in enumerate(column_names(sheet, known), 1):
        yield gettext("Player %(number)d") % {"number": number}, name
    for number, row in enumerate(sheet.rounds, 1):
        for name, text in zip(names, row, strict=True):
            place = gettext("Round %(number)d, %(name)s") % {"number": number, "name": name}
            yield place, text
    for name, text in zip(names, sheet.totals, strict=True):
        yield gettext("Total, %(name)s") % {"name": name}, text
    yield gettext("Cut short"), gettext("yes") if sheet.is_cut_short else gettext("no")
