"""A score sheet: the leaflet's pad, what it comes to, how much a round can hold, and who played.

Of the pad the players are columns and the rounds rows.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from games.rules.cards import heads
from games.rules.endings import game_ends, rank, seats_over_limit
from games.rules.options import FIRST_ROWS, Ending, Options, Variant

Player = int | str
Cell = int | str | None
"""A whole number; None where nothing is written; or, as it was typed, what is no whole number."""

# Spaces of a spreadsheet between thousands, and decimals that are all zero, are still whole.
_WHOLE = re.compile(r"([+-]?)(\d{1,9}|\d{1,3}(?:[ \u00a0\u202f]\d{3}){1,2})(?:[.,]0+)?", re.ASCII)
_SPACES = re.compile("[ \u00a0\u202f]")
_NOTHING = frozenset({"", "-", "–", "—"})


def read_cell(text: str) -> Cell:
    """What a typed or pasted text means: "12", "12,0" and "1 024" are whole, "" and "-" nothing.

    Any other text is given back, without spaces around it: `check` says that it is not whole.
    """
    text = text.strip()
    if text in _NOTHING:
        return None
    found = _WHOLE.fullmatch(text)
    return int(found[1] + _SPACES.sub("", found[2])) if found else text


def numbers(cells: Iterable[Cell]) -> tuple[int, ...]:
    """The cells as heads, 0 where nothing is written or what is written cannot be."""
    return tuple(max(0, cell) if isinstance(cell, int) else 0 for cell in cells)


@dataclass(frozen=True, slots=True)
class Pad:
    """What somebody wrote down of one game; ValueError if its rows are not as long as `columns`.

    columns: a key for each player. rounds: cells by round and column; a player who is out has
    none. totals: by column; without rounds they are the whole pad (fast mode), beside rounds they
    must be their sums. round_count: how many rounds were played, where it is written.
    is_cut_short: the game was stopped before its end; only its full rounds are written.
    """

    columns: tuple[Player, ...]
    rounds: tuple[tuple[Cell, ...], ...] = ()
    totals: tuple[Cell, ...] | None = None
    round_count: Cell = None
    is_cut_short: bool = False

    def __post_init__(self) -> None:
        rows = self.rounds if self.totals is None else (*self.rounds, self.totals)
        if any(len(row) != len(self.columns) for row in rows):
            raise ValueError("every row needs a cell for each column")

    @property
    def played(self) -> tuple[tuple[Cell, ...], ...]:
        """The rounds up to the last one in which anything is written."""
        written = [number for number, row in enumerate(self.rounds, 1) if set(row) - {None}]
        return self.rounds[: max(written, default=0)]

    @property
    def totals_only(self) -> bool:
        """Fast mode: no round is written down."""
        return self.totals is not None and not self.played


class RoundStep(NamedTuple):
    """How it stood before and after a round; all by column.

    out_before, out_after: number of the round (from 1) that put the player out. over: those who
    are over the limit after it, none with special cards. ends: whether the game is over.
    """

    out_before: tuple[int | None, ...]
    out_after: tuple[int | None, ...]
    totals: tuple[int, ...]
    over: tuple[int, ...]
    ends: bool


def follow(pad: Pad, options: Options) -> tuple[RoundStep, ...]:
    """The steps of all rounds that were played, also past the end of the game.

    A cell that is missing or cannot be counts 0: who is over the limit is over it whatever is
    written there later.
    """
    everybody = tuple(range(len(pad.columns)))
    totals: tuple[int, ...] = (0,) * len(everybody)
    out: tuple[int | None, ...] = (None,) * len(everybody)
    steps: list[RoundStep] = []
    for number, row in enumerate(pad.played, 1):
        out_before = out
        totals = tuple(map(sum, zip(totals, numbers(row), strict=True)))
        over: tuple[int, ...] = ()
        if options.variant is not Variant.SPECIAL:
            over = seats_over_limit(options, everybody, totals)
        if options.ending is Ending.ELIMINATION:
            out = tuple(
                number if before is None and column in over else before
                for column, before in enumerate(out)
            )
        ends = game_ends(options, number, totals, out)
        steps.append(RoundStep(out_before, out, totals, over, ends))
    return tuple(steps)


class Outcome(NamedTuple):
    """Totals and places by column, ties sharing the better place (1, 1, 3).

    rounds: how many were played, None where totals alone do not tell. over: for each round the
    columns whose total is more than the limit after it; none with special cards, or without rounds.
    """

    totals: tuple[int, ...]
    places: tuple[int, ...]
    rounds: int | None
    over: tuple[tuple[int, ...], ...]


def outcome(pad: Pad, options: Options) -> Outcome:
    """The outcome of a pad (RULES.md: End, Elimination, Special cards).

    Of a pad that `check` does not pass: how it stands, a cell that is missing or wrong counting 0.
    """
    nobody_out: tuple[None, ...] = (None,) * len(pad.columns)
    if pad.totals is not None and pad.totals_only:
        totals = numbers(pad.totals)
        return Outcome(totals, rank(totals, nobody_out), _round_count(pad, options), ())
    steps = follow(pad, options)
    totals = steps[-1].totals if steps else (0,) * len(pad.columns)
    out = steps[-1].out_after if steps else nobody_out
    return Outcome(totals, rank(totals, out), len(steps), tuple(step.over for step in steps))


def _round_count(pad: Pad, options: Options) -> int | None:
    """How many rounds a game had of which only the totals are known."""
    if isinstance(pad.round_count, int):
        return pad.round_count
    over_limit = max(numbers(pad.totals or ()), default=0) > options.limit
    return None if over_limit and options.variant is Variant.BASE else options.last_round


NUMBERS_IN_A_ROW = 5


class Bounds(NamedTuple):
    """Heads of one round. least, most: of all players together. each: most of one player."""

    least: int
    most: int
    each: int


@cache
def round_bounds(options: Options, players: int) -> Bounds:
    """What a round of that many players can come to; `options.check_players` must let them play."""
    values = sorted(map(heads, options.deck(players)))
    played = options.hand_size * players
    most_taken = played  # each of the four rows keeps a number
    least_taken = played + FIRST_ROWS - _most_left(options)
    special = options.variant is Variant.SPECIAL
    # A placement takes one row of five, unless the Cabriole or a special card takes more.
    most_each = played if special or options.cabriole else options.hand_size * NUMBERS_IN_A_ROW
    return Bounds(
        # Négatif = Positif can cancel whatever was taken.
        least=0 if special else sum(values[:least_taken]),
        most=sum(values[-most_taken:]),
        each=sum(values[-min(most_taken, most_each) :]),
    )


def _most_left(options: Options) -> int:
    """Numbers that four full rows hold: the Cabriole takes the place of one (S2)."""
    return FIRST_ROWS * NUMBERS_IN_A_ROW - options.cabriole


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """The pad of a game; its columns are ids of players.

    replaced: for each column whose place its player took, None where nobody's.
    """

    pad: Pad
    replaced: tuple[int | None, ...]

    @property
    def players(self) -> tuple[int, ...]:
        return tuple(int(column) for column in self.pad.columns)

    @property
    def named(self) -> set[int]:
        """Its players, and those they replaced."""
        return {*self.players, *(absent for absent in self.replaced if absent is not None)}

    def with_players(self, ids: Mapping[str, int]) -> "ScoreSheet":
        """The same with ids in place of the texts that stand for new players."""
        columns = (ids.get(str(column), column) for column in self.pad.columns)
        return replace(self, pad=replace(self.pad, columns=tuple(columns)))
