"""The form of a score sheet: its fields are the texts of a pad, as they are typed or pasted."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.utils.translation import gettext

from accounts.models import Player
from accounts.names import join_names, legible
from games.plain_text import plain
from games.rules.options import MOST_PLAYERS, Variant
from leagues.models import Game
from leagues.people.find import Candidates
from leagues.sheets.check import ABOUT_NAMES, Code, Problem, check_sheet
from leagues.sheets.problem_texts import error_of
from leagues.sheets.score_sheet import (
    Outcome,
    Pad,
    ScoreSheet,
    outcome,
    read_cell,
)

GUEST = "guest"
"""What p0 and so on hold for a new guest; the name is in the field beside it, g0."""

ROUNDS, TOTALS, BOTH = "rounds", "totals", "both"
"""What is read of a sheet; BOTH: totals beside the rounds must be their sums."""

LONGEST_TEXT = 12
MOST_ROUNDS = 200
ROUNDS_AT_FIRST = 6

# One spelling for each id: drafts are searched for people by these texts.
_ID = re.compile(rf"0|[1-9]\d{{0,{LONGEST_TEXT - 1}}}", re.ASCII)

# One for all fields: each is a text that may be empty.
TEXT = forms.CharField(required=False)


class Fault(NamedTuple):
    """A sentence about what is wrong, and where it is shown.

    field: "" where it is about no single one. row: "r" and the index of a round, "totals", "names",
    or "" for the whole sheet.
    """

    text: str
    field: str
    row: str


class SheetForm(forms.Form):
    """A score sheet as far as it is typed, with room for another round.

    Fields: p0 (an id, GUEST or ""), g0 (a guest's name), f0 (the id of who was not there) and t0
    (a total) for each column, r0c0 for each cell, count, mode (ROUNDS, TOTALS or BOTH), cut_short.
    game: may be one that is not stored yet. is_complete: False while the sheet is typed, when
    nothing that is missing is wrong yet.

    `texts` holds all fields, legible and of bounded length: what a draft keeps. `sheet` is what
    they say, without the columns in which nothing is written. Its columns are ids, keys of `guests`
    (names of new players), or "?" and a number where nobody is named; `written` has the index of
    the form's column for each.
    """

    def __init__(
        self,
        sent: Mapping[str, str],
        game: Game,
        people: Candidates,
        *,
        is_complete: bool = True,
    ) -> None:
        self.game, self.people, self.is_complete = game, people, is_complete
        self.options, self.rules = game.rules, game.session.season.season_rules
        self.width, self.height = self._size(sent)
        self.texts = self._texts(sent)
        super().__init__(self.texts)
        self.fields = dict.fromkeys(self.texts, TEXT)
        self.written, self.sheet, self.guests = self._parse()

    def clean(self) -> None:
        """Say what is wrong with the sheet."""
        for problem in self._check(complete=self.is_complete):
            names = [self.names[n] for n in self.written]
            self.add_error(self._field(problem), error_of(problem, names, self.options))

    def _size(self, sent: Mapping[str, str]) -> tuple[int, int]:
        """How many columns and rows there are, with the one that a button of the page adds.

        One more than a sheet can have is read, so that too many are refused and not cut off.
        """
        columns = _count(sent, "p{}", MOST_PLAYERS) + (sent.get("do") == "player")
        columns = min(columns, MOST_PLAYERS + 1) or self.rules.preferred
        rows = _count(sent, "r{}c0", MOST_ROUNDS) + (sent.get("do") == "round")
        filled = [n for n in range(rows) if any(sent.get(f"r{n}c{c}") for c in range(columns))]
        room = max(ROUNDS_AT_FIRST, max(filled, default=-1) + 2)
        return columns, min(max(rows, min(room, self.options.last_round or room)), MOST_ROUNDS + 1)

    def _texts(self, sent: Mapping[str, str]) -> dict[str, str]:
        """The fields of the sheet among those that were sent.

        They name whom guests turned out to be: the page may be older than the merge.
        """
        columns, mode = range(self.width), sent.get("mode")
        people = {f"{kind}{n}": _text(sent, f"{kind}{n}") for kind in "pf" for n in columns}
        chosen = set(people.values()) - {"", GUEST}
        if any(known_id(text, self.people.names) is None for text in chosen):
            merged = {str(guest): str(member) for guest, member in self.people.merged.items()}
            people = {name: merged.get(text, text) for name, text in people.items()}
        names = ["count", *(f"t{n}" for n in columns)]
        names += [f"r{row}c{n}" for row in range(self.height) for n in columns]
        return {
            **people,
            **{name: _text(sent, name) for name in names},
            **{f"g{n}": _text(sent, f"g{n}", Player.NAME_LENGTH) for n in columns},
            "mode": mode if mode in {TOTALS, BOTH} else ROUNDS,
            "cut_short": "1" if sent.get("cut_short") else "",
        }

    def _parse(self) -> tuple[Sequence[int], ScoreSheet, dict[str, str]]:
        """The columns in which anything is written, and what stands in them."""
        texts, mode = self.texts, self.texts["mode"]
        rows = range(self.height)
        written = [
            n
            for n in range(self.width)
            if any(texts[f"{kind}{n}"] for kind in "pgft")
            or any(texts[f"r{row}c{n}"] for row in rows)
        ]
        guests = {
            guest_key(name): name
            for n in written
            if texts[f"p{n}"] == GUEST and (name := texts[f"g{n}"])
        }
        columns: list[int | str] = []
        for n in written:
            chosen, name = texts[f"p{n}"], texts[f"g{n}"]
            player = known_id(chosen, self.people.names)
            is_guest = chosen == GUEST and name
            columns.append(guest_key(name) if is_guest else f"?{n}" if player is None else player)
        replaced = tuple([known_id(texts[f"f{n}"], self.people.names) for n in written])
        cells = {field: read_cell(text) for field, text in texts.items()}
        rounds = [tuple([cells[f"r{row}c{n}"] for n in written]) for row in rows]
        totals = tuple([cells[f"t{n}"] for n in written])
        pad = Pad(
            columns=tuple(columns),
            rounds=() if mode == TOTALS else tuple(rounds),
            totals=totals if mode == TOTALS or (mode == BOTH and set(totals) - {None}) else None,
            round_count=None if mode == ROUNDS else cells["count"],
            is_cut_short=bool(texts["cut_short"]),
        )
        return written, ScoreSheet(replace(pad, rounds=pad.played), replaced), guests

    def _check(self, *, complete: bool) -> Iterator[Problem]:
        """What is wrong with the sheet; not complete: what no further entry can make right."""
        for index, key in enumerate(self.sheet.pad.columns):
            if key in self.guests:
                if plain(self.guests[str(key)]) in self.people.names_taken:
                    yield Problem(Code.NAME_TAKEN, column=index)
            elif complete and isinstance(key, str):
                is_guest = self.texts[f"p{self.written[index]}"] == GUEST
                yield Problem(Code.GUEST_UNNAMED if is_guest else Code.NOBODY, column=index)
            if self.sheet.replaced[index] is None and self.texts[f"f{self.written[index]}"]:
                yield Problem(Code.ABSENT_UNKNOWN, column=index)
        if len(self.sheet.pad.rounds) > MOST_ROUNDS:
            yield Problem(Code.TOO_MANY_ROUNDS, MOST_ROUNDS, facts={"most": MOST_ROUNDS})
        yield from check_sheet(self.sheet, self.options, self.rules, complete=complete)

    def _field(self, problem: Problem) -> str | None:
        """The field that a problem is about, None where it is about no single one."""
        if problem.code is Code.ROUND_COUNT:
            return "count"
        if problem.column is None:
            return None
        column = self.written[problem.column]
        if problem.round is not None:
            return f"r{problem.round}c{column}"
        return f"p{column}" if problem.code in ABOUT_NAMES else f"t{column}"

    @cached_property
    def names(self) -> Sequence[str]:
        """How each column is called, whoever is chosen."""
        names = []
        for n in range(self.width):
            chosen = self.texts[f"p{n}"]
            player = known_id(chosen, self.people.names)
            name = self.texts[f"g{n}"] if chosen == GUEST else ""
            name = name if player is None else self.people.names[player]
            names.append(name or unnamed(n))
        return names

    @cached_property
    def faults(self) -> Sequence[Fault]:
        """The errors in words, each with its place on the page."""
        return [
            Fault(text, "" if field == NON_FIELD_ERRORS else field, _row_of(field, error))
            for field, errors in self.errors.as_data().items()
            for error in errors
            for text in error.messages
        ]

    @cached_property
    def outcome(self) -> Outcome:
        """What the sheet comes to so far, by its written columns."""
        return outcome(self.sheet.pad, self.options)

    @property
    def has_players(self) -> bool:
        """Whether at least two players are chosen."""
        return sum(bool(self.texts[f"p{n}"]) for n in range(self.width)) > 1

    @property
    def has_wrong_players(self) -> bool:
        """Whether something is wrong with who played."""
        return any(fault.row == "names" for fault in self.faults)

    @property
    def limit(self) -> int | None:
        """Totals above it are marked; None where no limit ends the game."""
        return None if self.options.variant is Variant.SPECIAL else self.options.limit

    @cached_property
    def result(self) -> str:
        """Who has won, and with how many heads; "" while anything is wrong or missing."""
        if self.errors or any(self._check(complete=True)):
            return ""
        winners = [
            (self.names[n], heads)
            for n, heads, place in zip(
                self.written, self.outcome.totals, self.outcome.places, strict=True
            )
            if place == 1
        ]
        words = {"names": join_names([name for name, _ in winners]), "heads": winners[0][1]}
        if self.sheet.pad.is_cut_short:
            return (
                gettext("After the last full round: %(names)s first with %(heads)d heads.") % words
            )
        return gettext("The game is over: %(names)s first with %(heads)d heads.") % words


class PlayersForm(SheetForm):
    """Who plays a game of which nothing is written yet."""

    def _check(self, *, complete: bool) -> Iterator[Problem]:
        for problem in super()._check(complete=complete):
            if problem.code in ABOUT_NAMES:
                yield problem


def unnamed(column: int) -> str:
    """How a column is called in which nobody is chosen."""
    return gettext("Player %(number)d") % {"number": column + 1}


def guest_key(name: str) -> str:
    """What stands for a new player in the columns of a sheet, however the name is spelled."""
    return f"={plain(name)}"


def known_id(text: str, known: Mapping[int, str]) -> int | None:
    """The id that a field holds; None where it is none of those known."""
    return int(text) if _ID.fullmatch(text) and int(text) in known else None


def texts_of_seats(seats: Iterable[tuple[int | None, int | None]]) -> dict[str, str]:
    """The fields of people, each with whom they stand in for."""
    texts: dict[str, str] = {}
    for n, (player, absent) in enumerate(seats):
        texts |= {f"p{n}": _written(player), f"f{n}": _written(absent)}
    return texts


def texts_of_sheet(sheet: ScoreSheet) -> dict[str, str]:
    """The fields of a sheet as somebody would type it."""
    pad = sheet.pad
    texts = texts_of_seats(zip(sheet.players, sheet.replaced, strict=True))
    rows = {f"r{n}c": row for n, row in enumerate(pad.rounds)} | {"t": pad.totals or ()}
    for prefix, row in rows.items():
        texts |= {f"{prefix}{n}": _written(cell) for n, cell in enumerate(row)}
    return texts | {
        "count": _written(pad.round_count),
        "mode": TOTALS if pad.totals_only else ROUNDS,
        "cut_short": "1" if pad.is_cut_short else "",
    }


def _text(sent: Mapping[str, str], name: str, longest: int = LONGEST_TEXT) -> str:
    """A field that was sent; what is cut must not read as another number."""
    read = legible(sent.get(name, ""))
    return read if len(read) <= longest else f"{read[: longest - 1]}…"


def _count(sent: Mapping[str, str], name: str, most: int) -> int:
    """How many fields of a name there are without a gap, one more than `most` at the most."""
    return next((n for n in range(most + 1) if name.format(n) not in sent), most + 1)


def _written(number: object) -> str:
    return "" if number is None else str(number)


def _row_of(field: str, error: ValidationError) -> str:
    """The part of the page where an error shows."""
    if field.startswith("r"):
        return field.partition("c")[0]
    if field != NON_FIELD_ERRORS:
        return "names" if field.startswith("p") else "totals"
    if error.code in ABOUT_NAMES:
        return "names"
    number = (error.params or {}).get("round")
    return f"r{number - 1}" if number else ""
