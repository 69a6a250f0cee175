"""Lines over sessions: the index, or places with the first at the top.

Each line's name stands beside it, and again in a key below for pages too narrow for both.
"""

from collections.abc import Sequence
from html import escape
from itertools import groupby
from typing import NamedTuple

from leagues.standings.charts.paper import (
    BOTTOM,
    LEFT,
    RIGHT,
    STYLES,
    TOP,
    ChartWords,
    Point,
    Scale,
    Text,
    across,
    chart,
    counted,
    grid,
    label,
    mark,
    names_below,
    path,
    short_names,
    spread,
    ticks,
)

MOST_MARKS = 40
NAME_LENGTH = 15
LINE_HEIGHT = 15
INSET = 12


class ChartLine(NamedTuple):
    """A player's values, one for each name below; None where there is none."""

    name: str
    values: Sequence[float | None]


class End(NamedTuple):
    """Where a line ends: how it is drawn, whose it is, and its last value."""

    style: int
    name: str
    value: float


def figures(words: ChartWords, names: Sequence[str], lines: Sequence[ChartLine], text: Text) -> str:
    """A chart of figures, more of them higher.

    names: of the sessions. lines: at least one value in all; more than 12 crowd the paper. text:
    writes a value.
    """
    values = _values(lines)
    marked = ticks(min(values), max(values))
    scale = Scale(marked[0], marked[-1], BOTTOM, TOP)
    return _drawn(words, names, lines, text, marked, scale)


def places(words: ChartWords, names: Sequence[str], lines: Sequence[ChartLine]) -> str:
    """A chart of places, the first at the top; names and lines as for `figures`."""
    last = round(max(*_values(lines), 2))
    return _drawn(words, names, lines, whole, counted(last), Scale(1, last, TOP + 8, BOTTOM - 8))


def whole(value: float) -> str:
    """A value that is a whole number."""
    return f"{value:.0f}"


def _values(lines: Sequence[ChartLine]) -> list[float]:
    return [value for line in lines for value in line.values if value is not None]


def _drawn(
    words: ChartWords,
    names: Sequence[str],
    lines: Sequence[ChartLine],
    text: Text,
    marked: Sequence[int],
    scale: Scale,
) -> str:
    columns = across(len(names), LEFT + INSET, RIGHT - INSET)
    parts = [grid(marked, [scale.at(value) for value in marked]), names_below(names, columns)]
    for index, line in enumerate(lines):
        told = [f"{line.name}, {name}: " for name in names]
        parts.append(_line(line, index % STYLES, columns, scale, told, text))
    ends = _ends(lines)
    parts.append(_names_beside(ends, scale, text))
    drawing = chart(words, "".join(parts), has_names=True)
    return f'<div class="chart-box">{drawing}{_key(ends, text)}</div>'


def _line(
    line: ChartLine,
    style: int,
    columns: Sequence[float],
    scale: Scale,
    told: Sequence[str],
    text: Text,
) -> str:
    drawn = "".join(path(run, _stroke(style)) for run in _runs(line, columns, scale))
    if len(columns) > MOST_MARKS:
        return drawn
    return drawn + "".join(
        mark(style, x, scale.at(value), words + text(value))
        for x, value, words in zip(columns, line.values, told, strict=True)
        if value is not None
    )


def _runs(line: ChartLine, columns: Sequence[float], scale: Scale) -> list[list[Point]]:
    """The stretches without a gap."""
    points = zip(columns, line.values, strict=True)
    return [
        [(x, scale.at(value)) for x, value in run if value is not None]
        for is_there, run in groupby(points, lambda point: point[1] is not None)
        if is_there
    ]


def _ends(lines: Sequence[ChartLine]) -> list[End]:
    """The ends of the lines that have any value."""
    found = [[value for value in line.values if value is not None] for line in lines]
    return [
        End(index % STYLES, line.name, values[-1])
        for index, (line, values) in enumerate(zip(lines, found, strict=True))
        if values
    ]


def _names_beside(ends: Sequence[End], scale: Scale, text: Text) -> str:
    """Each line's mark, name and last value at the right, where the line ends if there is room."""
    heights = spread([scale.at(end.value) for end in ends], LINE_HEIGHT, TOP, BOTTOM)
    labels = short_names([end.name for end in ends], NAME_LENGTH)
    beside = "".join(
        mark(end.style, RIGHT + 10, y, end.name)
        + label(f"{text(end.value)} {labels[end.name]}", RIGHT + 20, y + 4, "chart__name", end.name)
        for end, y in zip(ends, heights, strict=True)
    )
    return f'<g class="chart__beside">{beside}</g>'


def _key(ends: Sequence[End], text: Text) -> str:
    """A list of a stretch of each line with its mark, its last value and its name."""
    return f'<ul class="chart-key">{"".join(_entry(end, text) for end in ends)}</ul>'


def _entry(end: End, text: Text) -> str:
    stretch = path([(-17, 0), (17, 0)], _stroke(end.style)) + mark(end.style, 0, 0, end.name)
    return (
        '<li><svg class="chart chart-key__line" viewBox="-18 -8 36 16" aria-hidden="true">'
        f"{stretch}</svg> <b>{escape(text(end.value))}</b> {escape(end.name)}</li>"
    )


def _stroke(style: int) -> str:
    """The classes of a line."""
    return f"chart__line chart__line--{style + 1}"
