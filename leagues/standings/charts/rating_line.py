"""A rating over games: what is believed, and how far it may be off."""

from collections.abc import Sequence
from typing import NamedTuple

from leagues.standings.charts.paper import (
    BOTTOM,
    LEFT,
    RIGHT,
    TOP,
    ChartWords,
    Scale,
    Text,
    across,
    chart,
    grid,
    label,
    mark,
    names_below,
    path,
    ticks,
)

MOST_MARKS = 40
# Beyond it stands the last value.
END = RIGHT - 42


class Belief(NamedTuple):
    """A rating after the game of this number, and between what it lies in all likelihood."""

    number: int
    low: float
    middle: float
    high: float


def rating(words: ChartWords, beliefs: Sequence[Belief], text: Text) -> str:
    """A chart of a rating after games in their order (at least one)."""
    marked = ticks(min(belief.low for belief in beliefs), max(belief.high for belief in beliefs))
    scale = Scale(marked[0], marked[-1], BOTTOM, TOP)
    columns = across(len(beliefs), LEFT + 6, END)
    names = [str(belief.number) for belief in beliefs]
    middles = [scale.at(belief.middle) for belief in beliefs]
    parts = [
        grid(marked, [scale.at(value) for value in marked]),
        names_below(names, columns),
        _band(columns, beliefs, scale),
        path(list(zip(columns, middles, strict=True)), "chart__line chart__line--1"),
    ]
    if len(beliefs) <= MOST_MARKS:
        parts += [
            mark(0, x, y, f"{name}: {text(belief.middle)}")
            for x, y, name, belief in zip(columns, middles, names, beliefs, strict=True)
        ]
    parts.append(label(text(beliefs[-1].middle), END + 8, middles[-1] + 4, "chart__name"))
    return chart(words, "".join(parts))


def _band(columns: Sequence[float], beliefs: Sequence[Belief], scale: Scale) -> str:
    upper = [(x, scale.at(belief.high)) for x, belief in zip(columns, beliefs, strict=True)]
    lower = [(x, scale.at(belief.low)) for x, belief in zip(columns, beliefs, strict=True)]
    return path([*upper, *reversed(lower)], "chart__band")
