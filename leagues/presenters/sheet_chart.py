"""The course of a game on paper: everybody's heads after each round."""

from itertools import accumulate

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from leagues.drawing.lines import Line, figures, whole
from leagues.drawing.paper import Words
from leagues.presenters.sheet_pad import PadView
from leagues.score_sheet import ScoreSheet
from leagues.sheets.pad import numbers

FEWEST_ROUNDS = 2


def present_course(sheet: ScoreSheet, pad: PadView) -> SafeString | None:
    """A drawing of the totals round by round; None where there is nothing to follow."""
    rounds = [numbers(row) for row in sheet.pad.played]
    if len(rounds) < FEWEST_ROUNDS:
        return None
    lines = [
        Line(player.text, list(accumulate(heads)))
        for player, heads in zip(pad.players, zip(*rounds, strict=True), strict=True)
    ]
    words = Words(
        key="course",
        title=gettext("Heads after each round"),
        description=", ".join(f"{line.name} {line.values[-1]}" for line in lines),
        below=gettext("Round"),
        beside=gettext("Heads"),
    )
    names = [str(number) for number in range(1, len(rounds) + 1)]
    # Every text in it is escaped where it is drawn.
    return mark_safe(figures(words, names, lines, whole))  # noqa: S308
