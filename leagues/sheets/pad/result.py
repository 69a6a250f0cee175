"""What a pad comes to: totals, places, and how it stood after each round."""

from typing import NamedTuple

from games.rules.endings import rank
from games.rules.options import Options, Variant
from leagues.sheets.pad.course import follow
from leagues.sheets.pad.pad import Pad, numbers


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
