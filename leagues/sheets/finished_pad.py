"""A finished pad to read: figures, places, and what a correction changed."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext

from accounts.compiled_once import compiled_once
from accounts.models import Player
from accounts.names import MISSING
from games.rules.options import Options, Variant
from leagues.sheets.score_sheet import ScoreSheet, outcome

# Few games to 66 take more.
BLANK_ROUNDS = 14


class Figure(NamedTuple):
    """What stands in a cell; before: what stood there, None where it is the same."""

    text: str
    before: str | None = None
    is_over: bool = False


class PadRow(NamedTuple):
    """short: the heading where there is little room."""

    heading: str
    figures: tuple[Figure, ...]
    short: str = ""


class PadView(NamedTuple):
    """players: names, with whom they stood in for. rows: rounds, none where only totals are known.

    changes: each change from the sheet before in a sentence. is_cut_short: the game was stopped
    after these rounds.
    """

    players: tuple[Figure, ...]
    rows: tuple[PadRow, ...]
    totals: PadRow
    places: PadRow
    changes: tuple[str, ...]
    is_cut_short: bool = False


def present_pad(
    sheet: ScoreSheet,
    names: Mapping[int, str],
    options: Options,
    before: ScoreSheet | None = None,
) -> PadView:
    """A pad for reading; with `before`, what is different from it."""
    old = before or sheet
    found, found_before = outcome(sheet.pad, options), outcome(old.pad, options)
    limit = None if options.variant is Variant.SPECIAL else options.limit
    players = _row(_players(sheet, names), _players(old, names))
    count = max(len(sheet.pad.played), len(old.pad.played))
    rows = tuple(
        PadRow(
            gettext("Round %(number)d") % {"number": n + 1},
            _row(_round(sheet, n), _round(old, n)),
            str(n + 1),
        )
        for n in range(count)
    )
    over = [limit is not None and total > limit for total in found.totals]
    over += [False] * (len(players) - len(over))
    totals = PadRow(
        gettext("Total"),
        tuple(
            Figure(figure.text, figure.before, is_over)
            for figure, is_over in zip(
                _row(_texts(found.totals), _texts(found_before.totals)), over, strict=True
            )
        ),
    )
    places = PadRow(gettext("Place"), _row(_texts(found.places), _texts(found_before.places)))
    columns = [figure.text or figure.before or "" for figure in players]
    has_rounds = bool(sheet.pad.played) and bool(old.pad.played)
    changes = [
        *_changes(PadRow(gettext("Player"), players), columns),
        *(change for row in rows for change in _changes(row, columns)),
        *(() if has_rounds else _changes(totals, columns)),
        *(() if has_rounds else _change_of_count(found_before.rounds, found.rounds)),
        *_change_of_end(sheet, old),
    ]
    return PadView(players, rows, totals, places, tuple(changes), sheet.pad.is_cut_short)


def blank_rounds(options: Options) -> range:
    """Numbers of the rounds for which an empty pad has room."""
    return range(1, 1 + (options.last_round or BLANK_ROUNDS))


def names_on(sheets: Iterable[ScoreSheet]) -> dict[int, str]:
    """Ids and names of everybody on sheets."""
    return dict(_names(tuple({player for sheet in sheets for player in sheet.named})))


@compiled_once
def _names(player_ids: tuple[int, ...]) -> QuerySet[Player, tuple[int, str]]:
    return Player.objects.filter(pk__in=player_ids).order_by().values_list("pk", "name")


def _row(texts: Sequence[str], before: Sequence[str]) -> tuple[Figure, ...]:
    """A figure for each column of either sheet: who was taken off stands in the last ones."""
    return tuple(
        Figure(text, was if was != text else None)
        for text, was in zip_longest(texts, before, fillvalue="")
    )


def _texts(numbers: Sequence[int]) -> list[str]:
    return [str(number) for number in numbers]


def _players(sheet: ScoreSheet, names: Mapping[int, str]) -> list[str]:
    return [
        names[player]
        if absent is None
        else gettext("%(name)s for %(absent)s") % {"name": names[player], "absent": names[absent]}
        for player, absent in zip(sheet.players, sheet.replaced, strict=True)
    ]


def _round(sheet: ScoreSheet, index: int) -> list[str]:
    rounds = sheet.pad.played
    if index >= len(rounds):
        return [""] * len(sheet.pad.columns)
    return ["" if cell is None else str(cell) for cell in rounds[index]]


def _change_of_end(sheet: ScoreSheet, before: ScoreSheet) -> list[str]:
    if sheet.pad.is_cut_short == before.pad.is_cut_short:
        return []
    if sheet.pad.is_cut_short:
        return [gettext("The game was cut short after its last full round.")]
    return [gettext("The game was played to its end.")]


def _changes(row: PadRow, columns: Sequence[str]) -> list[str]:
    """The changes of a row: "Round 3, Ana: 12 → 17"."""
    return [
        gettext("%(row)s, %(name)s: %(before)s → %(after)s")
        % {
            "row": row.heading,
            "name": name,
            "before": figure.before or MISSING,
            "after": figure.text or MISSING,
        }
        for figure, name in zip(row.figures, columns, strict=True)
        if figure.before is not None
    ]


def _change_of_count(before: int | None, after: int | None) -> list[str]:
    """The change of a number of rounds that is not seen in the rows."""
    if before == after:
        return []
    shown = {"before": before or MISSING, "after": after or MISSING}
    return [gettext("Rounds played: %(before)s → %(after)s") % shown]
