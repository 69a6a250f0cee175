"""Whether a pad can be: every impossible value, at its cell."""

from collections.abc import Iterator

from games.rules.options import FEWEST_PLAYERS, Options, Variant
from leagues.sheets.pad.bounds import Bounds, round_bounds
from leagues.sheets.pad.cells import check_cell
from leagues.sheets.pad.check_totals import check_totals
from leagues.sheets.pad.course import Step, follow
from leagues.sheets.pad.pad import Cell, Pad, numbers
from leagues.sheets.pad.problems import Code, Problem, limits

_OUT_OF_BOUNDS = frozenset({Code.NEGATIVE, Code.TOO_HIGH})


def check(pad: Pad, options: Options, *, complete: bool = True) -> tuple[Problem, ...]:
    """All that is wrong with a pad, in the order in which it is read; () for a game that can be.

    complete: False while it is typed: only what no further entry can make right. Every player has
    a column by then.
    """
    return tuple(_problems(pad, options, complete))


def _problems(pad: Pad, options: Options, complete: bool) -> Iterator[Problem]:
    yield from _check_columns(pad, options, complete)
    if pad.totals is not None and pad.totals_only:
        yield from check_totals(
            pad.totals,
            pad.round_count,
            options,
            complete=complete,
            is_cut_short=pad.is_cut_short,
        )
        return
    yield from _check_rounds(pad, options, complete)
    yield from _check_sums(pad, complete)


def _check_columns(pad: Pad, options: Options, complete: bool) -> Iterator[Problem]:
    if complete and len(pad.columns) < FEWEST_PLAYERS:
        yield Problem(Code.TOO_FEW_PLAYERS, facts={"least": FEWEST_PLAYERS})
    if len(pad.columns) > options.max_players:
        most = options.max_players
        yield Problem(Code.TOO_MANY_PLAYERS, column=most, facts={"most": most})
    for column, player in enumerate(pad.columns):
        first = pad.columns.index(player)
        if first < column:
            yield Problem(Code.PLAYER_TWICE, column=column, facts={"first": first})


def _check_rounds(pad: Pad, options: Options, complete: bool) -> Iterator[Problem]:
    can_play = FEWEST_PLAYERS <= len(pad.columns) <= options.max_players
    end: Step | None = None
    for index, (cells, step) in enumerate(zip(pad.played, follow(pad, options), strict=True)):
        if end is not None:
            yield _past_the_end(index, end, options)
            break
        end = step if step.ends else None
        bounds = round_bounds(options, step.out_before.count(None)) if can_play else None
        wrong = tuple(_check_cells(index, cells, step, bounds, complete))
        yield from wrong
        # A cell that cannot be says why its round cannot be.
        if bounds is not None and not any(problem.code in _OUT_OF_BOUNDS for problem in wrong):
            yield from _check_round(index, cells, step, bounds)
    if complete:
        yield from _check_end(pad, end, options)


def _check_cells(
    index: int, cells: tuple[Cell, ...], step: Step, bounds: Bounds | None, complete: bool
) -> Iterator[Problem]:
    most = bounds.each if bounds else None
    for column, (cell, out_in) in enumerate(zip(cells, step.out_before, strict=True)):
        if out_in is None:
            yield from check_cell(cell, index, column, most, needed=complete)
        elif cell is not None:
            yield Problem(Code.PLAYER_OUT, index, column, {"out_in": out_in})


def _check_round(
    index: int, cells: tuple[Cell, ...], step: Step, bounds: Bounds
) -> Iterator[Problem]:
    """The heads of a round together; too few of them only when all are written."""
    playing = [cell for cell, out in zip(cells, step.out_before, strict=True) if out is None]
    heads = sum(numbers(playing))
    if heads > bounds.most:
        yield Problem(Code.ROUND_TOO_HIGH, index, facts={"sum": heads, "most": bounds.most})
    elif heads < bounds.least and all(isinstance(cell, int) for cell in playing):
        yield Problem(Code.ROUND_TOO_LOW, index, facts={"sum": heads, "least": bounds.least})


def _past_the_end(index: int, end: Step, options: Options) -> Problem:
    """The first round that is written below the one that ended the game."""
    if index == options.last_round:
        return Problem(Code.TOO_MANY_ROUNDS, index, facts={"most": index})
    heads = max(end.totals)
    facts = {"ended_in": index, "heads": heads, "who": end.totals.index(heads)}
    return Problem(Code.GONE_ON, index, facts={**facts, "limit": options.limit})


def _check_end(pad: Pad, end: Step | None, options: Options) -> Iterator[Problem]:
    """A game has ended by its rules, or was cut short after a full round."""
    if not pad.is_cut_short:
        if end is None:
            yield _not_ended(options)
    elif end is not None:
        yield Problem(Code.NOT_CUT_SHORT)
    elif not pad.played:
        yield Problem(Code.NO_FULL_ROUND)


def _not_ended(options: Options) -> Problem:
    if options.variant is Variant.SPECIAL:
        return Problem(Code.ROUNDS_MISSING)
    return Problem(Code.NOT_ENDED, facts=limits(options))


def _check_sums(pad: Pad, complete: bool) -> Iterator[Problem]:
    """What somebody wrote beside the rounds: the totals, and how many there are."""
    sums = map(sum, map(numbers, zip(*pad.played, strict=True)))
    for column, (written, total) in enumerate(zip(pad.totals or (), sums, strict=False)):
        wrong = tuple(check_cell(written, None, column, None, needed=False))
        yield from wrong
        differs = written != total if complete else isinstance(written, int) and written < total
        if written is not None and differs and not wrong:
            yield Problem(Code.TOTAL_DIFFERS, None, column, {"sum": total})
    count = len(pad.played)
    if complete and pad.round_count not in (None, count):
        yield Problem(Code.ROUND_COUNT, facts={"least": count, "most": count})
