"""What a pad comes to: totals, places, and how it stood after each round."""

from typing import NamedTuple

from games.rules.endings import game_ends, rank, seats_over_limit
from games.rules.options import Ending, Options, Variant
from leagues.sheets.pad.pad import Pad, numbers


class Step(NamedTuple):
    """How it stood before and after a round; all by column.

    out_before, out_after: number of the round (from 1) that put the player out. over: those who
    are over the limit after it, none with special cards. ends: whether the game is over.
    """

    out_before: tuple[int | None, ...]
    out_after: tuple[int | None, ...]
    totals: tuple[int, ...]
    over: tuple[int, ...]
    ends: bool


def follow(pad: Pad, options: Options) -> tuple[Step, ...]:
    """The steps of all rounds that were played, also past the end of the game.

    A cell that is missing or cannot be counts 0: who is over the limit is over it whatever is
    written there later.
    """
    everybody = tuple(range(len(pad.columns)))
    totals: tuple[int, ...] = (0,) * len(everybody)
    out: tuple[int | None, ...] = (None,) * len(everybody)
    steps: list[Step] = []
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
        steps.append(Step(out_before, out, totals, over, ends))
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
