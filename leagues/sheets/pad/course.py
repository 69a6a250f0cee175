"""The course of a game as its pad tells it, by the rules of its end."""

from typing import NamedTuple

from games.rules.endings import game_ends, seats_over_limit
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
