"""Validate a score sheet: everything that the rules make impossible, each at its cell.

Words for people are made at the edge.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from games.rules.options import FEWEST_PLAYERS, Ending, Options, Variant
from leagues.season_rules import Preset, SeasonRules
from leagues.sheets.score_sheet import (
    Bounds,
    Cell,
    Pad,
    RoundStep,
    ScoreSheet,
    follow,
    numbers,
    round_bounds,
)


class Code(StrEnum):
    """Why a pad is refused; behind each code, the facts that come with it.

    The value is stable: it is sent and translated.
    """

    # columns
    TOO_FEW_PLAYERS = "too_few_players"  # least
    TOO_MANY_PLAYERS = "too_many_players"  # most
    PLAYER_TWICE = "player_twice"  # first: the other column
    NOBODY = "nobody"  # these four: only the form of a sheet knows who is meant
    GUEST_UNNAMED = "guest_unnamed"
    NAME_TAKEN = "name_taken"
    ABSENT_UNKNOWN = "absent_unknown"  # whom the player stood in for
    # a cell: round and column, or a total: column only
    MISSING = "missing"
    NOT_WHOLE = "not_whole"
    NEGATIVE = "negative"
    TOO_HIGH = "too_high"  # most
    PLAYER_OUT = "player_out"  # out_in: number of the round, from 1
    TOTAL_DIFFERS = "total_differs"  # sum: of the rounds above
    # a round
    ROUND_TOO_HIGH = "round_too_high"  # sum, most
    ROUND_TOO_LOW = "round_too_low"  # sum, least
    GONE_ON = "gone_on"  # ended_in: number of the round, from 1; heads, who: most, whose; limit
    TOO_MANY_ROUNDS = "too_many_rounds"  # most
    # the whole pad
    NOT_ENDED = "not_ended"  # limit, and rounds where they were agreed
    NO_FULL_ROUND = "no_full_round"  # of a game that was cut short
    NOT_CUT_SHORT = "not_cut_short"  # it has ended by its rules
    ROUNDS_MISSING = "rounds_missing"  # two are played with special cards
    ROUND_COUNT = "round_count"  # least, most
    ROUNDS_NEEDED = "rounds_needed"
    TOTALS_TOO_HIGH = "totals_too_high"  # sum, most
    TOTALS_TOO_LOW = "totals_too_low"  # sum, least
    TOO_FAR_PAST = "too_far_past"  # excess, most: all heads over the limit, of one round


ABOUT_NAMES = frozenset(
    {
        Code.TOO_FEW_PLAYERS,
        Code.TOO_MANY_PLAYERS,
        Code.PLAYER_TWICE,
        Code.NOBODY,
        Code.GUEST_UNNAMED,
        Code.NAME_TAKEN,
        Code.ABSENT_UNKNOWN,
    }
)


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong, and where: round and column from 0, None where it is no one cell.

    A column without a round is that player's column, or total. facts: numbers that a message about
    the code needs.
    """

    code: Code
    round: int | None = None
    column: int | None = None
    facts: Mapping[str, int] = field(default_factory=dict)


def limits(options: Options) -> Mapping[str, int]:
    """What ends a game of the base variant: `limit`, and `rounds` where a number was agreed."""
    if options.max_rounds is None:
        return {"limit": options.limit}
    return {"limit": options.limit, "rounds": options.max_rounds}


_OUT_OF_BOUNDS = frozenset({Code.NEGATIVE, Code.TOO_HIGH})


def check_sheet(
    sheet: ScoreSheet, options: Options, rules: SeasonRules, *, complete: bool = True
) -> Iterator[Problem]:
    """What is wrong with a sheet for this season; `check` says it of the pad alone.

    How many play, where totals of heads are compared; nobody is replaced who sits there.
    """
    columns = sheet.pad.columns
    if rules.preset is Preset.TOTAL:
        # These compare only between tables of one size.
        if len(columns) > rules.most:
            yield Problem(Code.TOO_MANY_PLAYERS, column=rules.most, facts={"most": rules.most})
        if complete and FEWEST_PLAYERS <= len(columns) < rules.fewest:
            yield Problem(Code.TOO_FEW_PLAYERS, facts={"least": rules.fewest})
    for column, absent in enumerate(sheet.replaced):
        taken = (*columns, *sheet.replaced[:column])
        if absent is not None and absent in taken:
            first = taken.index(absent) % len(columns)
            yield Problem(Code.PLAYER_TWICE, column=column, facts={"first": first})
    yield from check(sheet.pad, options, complete=complete)


def check(pad: Pad, options: Options, *, complete: bool = True) -> Iterator[Problem]:
    """All that is wrong with a pad, in the order in which it is read; nothing for a possible game.

    complete: False while it is typed; then only what no further entry can make right. Every player
    must have a column already.
    """
    if complete and len(pad.columns) < FEWEST_PLAYERS:
        yield Problem(Code.TOO_FEW_PLAYERS, facts={"least": FEWEST_PLAYERS})
    if len(pad.columns) > options.max_players:
        most = options.max_players
        yield Problem(Code.TOO_MANY_PLAYERS, column=most, facts={"most": most})
    for column, player in enumerate(pad.columns):
        first = pad.columns.index(player)
        if first < column:
            yield Problem(Code.PLAYER_TWICE, column=column, facts={"first": first})
    if pad.totals is not None and pad.totals_only:
        yield from _check_totals(pad, pad.totals, options, complete)
    else:
        yield from _check_rounds(pad, options, complete)
        yield from _check_sums(pad, complete)


def _check_rounds(pad: Pad, options: Options, complete: bool) -> Iterator[Problem]:
    can_play = FEWEST_PLAYERS <= len(pad.columns) <= options.max_players
    end: RoundStep | None = None
    for index, (cells, step) in enumerate(zip(pad.played, follow(pad, options), strict=True)):
        if end is not None:
            yield _past_the_end(index, end, options)
            break
        end = step if step.ends else None
        bounds = round_bounds(options, step.out_before.count(None)) if can_play else None
        yield from _check_round(index, cells, step, bounds, complete)
    if not complete:
        return
    # It has ended by its rules, or was cut short after a full round.
    if not pad.is_cut_short:
        if end is None:
            yield _not_ended(options)
    elif end is not None:
        yield Problem(Code.NOT_CUT_SHORT)
    elif not pad.played:
        yield Problem(Code.NO_FULL_ROUND)


def _check_round(
    index: int, cells: tuple[Cell, ...], step: RoundStep, bounds: Bounds | None, complete: bool
) -> Iterator[Problem]:
    """The cells of a round, then its heads together; too few of them only when all are written."""
    most = bounds.each if bounds else None
    wrong: list[Problem] = []
    for column, (cell, out_in) in enumerate(zip(cells, step.out_before, strict=True)):
        if out_in is None:
            wrong += _check_cell(cell, index, column, most, needed=complete)
        elif cell is not None:
            wrong.append(Problem(Code.PLAYER_OUT, index, column, {"out_in": out_in}))
    yield from wrong
    # A cell that cannot be says why its round cannot be.
    if bounds is None or any(problem.code in _OUT_OF_BOUNDS for problem in wrong):
        return
    playing = [cell for cell, out in zip(cells, step.out_before, strict=True) if out is None]
    heads = sum(numbers(playing))
    if heads > bounds.most:
        yield Problem(Code.ROUND_TOO_HIGH, index, facts={"sum": heads, "most": bounds.most})
    elif heads < bounds.least and all(isinstance(cell, int) for cell in playing):
        yield Problem(Code.ROUND_TOO_LOW, index, facts={"sum": heads, "least": bounds.least})


def _past_the_end(index: int, end: RoundStep, options: Options) -> Problem:
    """The first round that is written below the one that ended the game."""
    if index == options.last_round:
        return Problem(Code.TOO_MANY_ROUNDS, index, facts={"most": index})
    heads = max(end.totals)
    facts = {"ended_in": index, "heads": heads, "who": end.totals.index(heads)}
    return Problem(Code.GONE_ON, index, facts={**facts, "limit": options.limit})


def _not_ended(options: Options) -> Problem:
    if options.variant is Variant.SPECIAL:
        return Problem(Code.ROUNDS_MISSING)
    return Problem(Code.NOT_ENDED, facts=limits(options))


def _check_sums(pad: Pad, complete: bool) -> Iterator[Problem]:
    """What somebody wrote beside the rounds: the totals, and how many there are."""
    sums = map(sum, map(numbers, zip(*pad.played, strict=True)))
    for column, (written, total) in enumerate(zip(pad.totals or (), sums, strict=False)):
        wrong = tuple(_check_cell(written, None, column, None, needed=False))
        yield from wrong
        differs = written != total if complete else isinstance(written, int) and written < total
        if written is not None and differs and not wrong:
            yield Problem(Code.TOTAL_DIFFERS, None, column, {"sum": total})
    count = len(pad.played)
    if complete and pad.round_count not in (None, count):
        yield Problem(Code.ROUND_COUNT, facts={"least": count, "most": count})


# --- Totals alone (fast mode) -----------------------------------------------------------


def _check_totals(
    pad: Pad, totals: Sequence[Cell], options: Options, complete: bool
) -> Iterator[Problem]:
    """What is wrong with the totals of a pad without rounds.

    Where it was cut short they are those after the last full round. Elimination needs the rounds:
    its ranks depend on when each player went out.
    """
    round_count, is_cut_short = pad.round_count, pad.is_cut_short
    if options.ending is Ending.ELIMINATION:
        yield Problem(Code.ROUNDS_NEEDED)
        return
    if not FEWEST_PLAYERS <= len(totals) <= options.max_players:
        yield from _check_each_total(totals, None, complete)
        return
    bounds = round_bounds(options, len(totals))
    counts = _possible_counts(options, len(totals), is_cut_short)
    if is_cut_short and (not counts or _is_past_the_limit(totals, options)):
        yield Problem(Code.NOT_CUT_SHORT)
        return
    if isinstance(round_count, int) and round_count in counts:
        counts = range(round_count, round_count + 1)
    elif round_count is not None:
        yield Problem(Code.ROUND_COUNT, facts={"least": counts[0], "most": counts[-1]})
    yield from _check_each_total(totals, _most_of_one(options, bounds, counts[-1]), complete)
    if not is_cut_short and _is_whole(totals) and not _reaches_an_end(totals, options):
        if options.last_round not in counts:
            if complete:
                yield Problem(Code.NOT_ENDED, facts=limits(options))
            return
        counts = range(counts[-1], counts[-1] + 1)
    yield from _check_together(totals, options, bounds, counts)


def _possible_counts(options: Options, players: int, is_cut_short: bool) -> range:
    """How many rounds a game can have: before the last one everybody is within the limit.

    One that was cut short has all of these but the last.
    """
    if options.variant is Variant.SPECIAL:
        return range(1, 2) if is_cut_short else range(2, 3)
    most = players * options.limit // round_bounds(options, players).least + 1
    return range(1, min(most, options.max_rounds or most) + 1 - is_cut_short)


def _reaches_an_end(totals: Sequence[Cell], options: Options) -> bool:
    """Whether a game with these totals ends, whatever number of rounds was agreed."""
    return options.variant is Variant.SPECIAL or _is_past_the_limit(totals, options)


def _is_past_the_limit(totals: Sequence[Cell], options: Options) -> bool:
    return options.variant is not Variant.SPECIAL and max(numbers(totals)) > options.limit


def _is_whole(totals: Sequence[Cell]) -> bool:
    return all(isinstance(total, int) for total in totals)


def _most_of_one(options: Options, bounds: Bounds, rounds: int) -> int:
    """The highest total: within the limit before the last round, and one round more."""
    before = (rounds - 1) * bounds.each
    if options.variant is Variant.BASE:
        before = min(before, options.limit)
    return before + bounds.each


def _check_each_total(
    totals: Sequence[Cell], most: int | None, complete: bool
) -> Iterator[Problem]:
    for column, cell in enumerate(totals):
        yield from _check_cell(cell, None, column, most, needed=complete)


def _check_together(
    totals: Sequence[Cell], options: Options, bounds: Bounds, counts: range
) -> Iterator[Problem]:
    """The heads of all; too few of them only when all totals are written."""
    heads = sum(numbers(totals))
    most = counts[-1] * bounds.most
    least = max(counts[0], -(-heads // bounds.most)) * bounds.least
    excess = sum(max(0, total - options.limit) for total in numbers(totals))
    if heads > most:
        yield Problem(Code.TOTALS_TOO_HIGH, facts={"sum": heads, "most": most})
    elif options.variant is Variant.BASE and excess > bounds.most:
        yield Problem(Code.TOO_FAR_PAST, facts={"excess": excess, "most": bounds.most})
    elif heads < least and _is_whole(totals):
        yield Problem(Code.TOTALS_TOO_LOW, facts={"sum": heads, "least": least})


# --- One cell --------------------------------------------------------------------------


def _check_cell(
    cell: Cell, round: int | None, column: int, most: int | None, *, needed: bool
) -> Iterator[Problem]:
    """What is wrong with a cell for itself, one problem at most.

    most: heads it can hold, None where nothing bounds them. needed: whether it may not be empty.
    """
    if cell is None:
        if needed:
            yield Problem(Code.MISSING, round, column)
    elif isinstance(cell, str):
        yield Problem(Code.NOT_WHOLE, round, column)
    elif cell < 0:
        yield Problem(Code.NEGATIVE, round, column)
    elif most is not None and cell > most:
        yield Problem(Code.TOO_HIGH, round, column, {"most": most})
