"""Bars over sessions: heads per round."""

from collections.abc import Sequence
from html import escape

from leagues.standings.charts.paper import (
    BOTTOM,
    LEFT,
    RIGHT,
    TOP,
    ChartWords,
    Scale,
    Text,
    chart,
    grid,
    label,
    names_below,
    ticks,
)

# Of more the values would run into one another.
MOST_WRITTEN = 8
WIDEST = 36


def bars(
    words: ChartWords, names: Sequence[str], values: Sequence[float | None], text: Text
) -> str:
    """A bar for each name, from 0 up, with its value above it unless they are many.

    values: 0 or more, at least one; None where there is none. text: writes a value.
    """
    marked = ticks(0, max(value for value in values if value is not None))
    scale = Scale(0, marked[-1], BOTTOM, TOP)
    pitch = (RIGHT - LEFT) / len(names)
    columns = [round(LEFT + pitch * (index + 0.5), 1) for index in range(len(names))]
    width = min(WIDEST, round(pitch * 0.7, 1))
    drawn = [
        _bar(x, scale.at(value), width, f"{name}: {text(value)}")
        for name, x, value in zip(names, columns, values, strict=True)
        if value is not None
    ]
    if len(names) <= MOST_WRITTEN:
        drawn += [
            label(text(value), x, scale.at(value) - 5, "chart__value chart__value--middle")
            for x, value in zip(columns, values, strict=True)
            if value is not None
        ]
    lines = grid(marked, [scale.at(value) for value in marked])
    return chart(words, lines + names_below(names, columns) + "".join(drawn))


def _bar(x: float, y: float, width: float, told: str) -> str:
    return (
        f'<rect class="chart__bar" x="{x - width / 2:g}" y="{y:g}" width="{width:g}" '
        f'height="{BOTTOM - y:g}"><title>{escape(told)}</title></rect>'
    )
