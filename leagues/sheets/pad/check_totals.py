"""Whether totals alone can be those of a game (fast mode)."""

from collections.abc import Iterator, Sequence

from games.rules.options import FEWEST_PLAYERS, Ending, Options, Variant
from leagues.sheets.pad.bounds import Bounds, round_bounds
from leagues.sheets.pad.cells import check_cell
from leagues.sheets.pad.pad import Cell, numbers
from leagues.sheets.pad.problems import Code, Problem, limits


def check_totals(
    totals: Sequence[Cell],
    round_count: Cell,
    options: Options,
    *,
    complete: bool,
    is_cut_short: bool = False,
) -> Iterator[Problem]:
    """What is wrong with the totals of a pad without rounds.

    is_cut_short: they are those after the last full round of a game that did not end. Elimination
    needs the rounds: its ranks depend on when each player went out.
    """
    if options.ending is Ending.ELIMINATION:
        yield Problem(Code.ROUNDS_NEEDED)
        return
    if not FEWEST_PLAYERS <= len(totals) <= options.max_players:
        yield from _check_cells(totals, None, complete)
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
    yield from _check_cells(totals, _most_of_one(options, bounds, counts[-1]), complete)
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


def _check_cells(totals: Sequence[Cell], most: int | None, complete: bool) -> Iterator[Problem]:
    for column, cell in enumerate(totals):
        yield from check_cell(cell, None, column, most, needed=complete)


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
