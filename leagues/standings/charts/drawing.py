"""The charts: lines and bars over sessions, and a rating over games."""

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
# Of more bars the values would run into one another.
MOST_WRITTEN = 8
WIDEST = 36
# Beyond it stands the last value of a rating.
END = RIGHT - 42


class ChartLine(NamedTuple):
    """A player's values, one for each name below; None where there is none."""

    name: str
    values: Sequence[float | None]


# Where a line ends: how it is drawn, whose it is, and its last value.
End = tuple[int, str, float]


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
    # Each line's name stands beside it, and in a key below for pages too narrow for both.
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
        (index % STYLES, line.name, values[-1])
        for index, (line, values) in enumerate(zip(lines, found, strict=True))
        if values
    ]


def _names_beside(ends: Sequence[End], scale: Scale, text: Text) -> str:
    """Each line's mark, name and last value at the right, where the line ends if there is room."""
    heights = spread([scale.at(value) for *_line, value in ends], LINE_HEIGHT, TOP, BOTTOM)
    labels = short_names([name for _style, name, _value in ends], NAME_LENGTH)
    beside = "".join(
        mark(style, RIGHT + 10, y, name)
        + label(f"{text(value)} {labels[name]}", RIGHT + 20, y + 4, "chart__name", name)
        for (style, name, value), y in zip(ends, heights, strict=True)
    )
    return f'<g class="chart__beside">{beside}</g>'


def _key(ends: Sequence[End], text: Text) -> str:
    """A list of a stretch of each line with its mark, its last value and its name."""
    entries = "".join(
        '<li><svg class="chart chart-key__line" viewBox="-18 -8 36 16" aria-hidden="true">'
        f"{path([(-17, 0), (17, 0)], _stroke(style))}{mark(style, 0, 0, name)}</svg> "
        f"<b>{escape(text(value))}</b> {escape(name)}</li>"
        for style, name, value in ends
    )
    return f'<ul class="chart-key">{entries}</ul>'


def _stroke(style: int) -> str:
    """The classes of a line."""
    return f"chart__line chart__line--{style + 1}"


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
    upper = [(x, scale.at(belief.high)) for x, belief in zip(columns, beliefs, strict=True)]
    lower = [(x, scale.at(belief.low)) for x, belief in zip(columns, beliefs, strict=True)]
    parts = [
        grid(marked, [scale.at(value) for value in marked]),
        names_below(names, columns),
        path([*upper, *reversed(lower)], "chart__band"),
        path(list(zip(columns, middles, strict=True)), "chart__line chart__line--1"),
    ]
    if len(beliefs) <= MOST_MARKS:
        parts += [
            mark(0, x, y, f"{name}: {text(belief.middle)}")
            for x, y, name, belief in zip(columns, middles, names, beliefs, strict=True)
        ]
    parts.append(label(text(beliefs[-1].middle), END + 8, middles[-1] + 4, "chart__name"))
    return chart(words, "".join(parts))
