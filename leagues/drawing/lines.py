"""Lines over sessions: the index, or places with the first at the top."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from leagues.drawing.paper import (
    BOTTOM,
    LEFT,
    RIGHT,
    STYLES,
    TOP,
    Point,
    Text,
    Words,
    chart,
    grid,
    label,
    mark,
    names_below,
    path,
)
from leagues.drawing.scale import Scale, across, spread, ticks

MOST_MARKS = 40
NAME_LENGTH = 13
LINE_HEIGHT = 15
INSET = 12


class Line(NamedTuple):
    """A player's values, one for each name below; None where there is none."""

    name: str
    values: Sequence[float | None]


def figures(words: Words, names: Sequence[str], lines: Sequence[Line], text: Text) -> str:
    """A chart of figures, more of them higher.

    names: of the sessions. lines: at least one value in all; more than 12 crowd the paper. text:
    writes a value.
    """
    values = _values(lines)
    marked = ticks(min(values), max(values))
    scale = Scale(marked[0], marked[-1], BOTTOM, TOP)
    return _drawn(words, names, lines, text, marked, scale)


def places(words: Words, names: Sequence[str], lines: Sequence[Line]) -> str:
    """A chart of places, the first at the top; names and lines as for `figures`."""
    last = max(*_values(lines), 2)
    marked = [1, *(place for place in ticks(1, last) if 1 < place <= last)]
    return _drawn(words, names, lines, whole, marked, Scale(1, last, TOP + 8, BOTTOM - 8))


def whole(value: float) -> str:
    """A value that is a whole number."""
    return f"{value:.0f}"


def _values(lines: Sequence[Line]) -> list[float]:
    return [value for line in lines for value in line.values if value is not None]


def _drawn(
    words: Words,
    names: Sequence[str],
    lines: Sequence[Line],
    text: Text,
    marked: Sequence[int],
    scale: Scale,
) -> str:
    columns = across(len(names), LEFT + INSET, RIGHT - INSET)
    parts = [grid(marked, [scale.at(value) for value in marked]), names_below(names, columns)]
    for index, line in enumerate(lines):
        told = [f"{line.name}, {name}: " for name in names]
        parts.append(_line(line, index % STYLES, columns, scale, told, text))
    parts.append(_names_beside(lines, scale, text))
    return chart(words, "".join(parts))


def _line(
    line: Line,
    style: int,
    columns: Sequence[float],
    scale: Scale,
    told: Sequence[str],
    text: Text,
) -> str:
    drawn = "".join(
        path(run, f"chart__line chart__line--{style + 1}") for run in _runs(line, columns, scale)
    )
    if len(columns) > MOST_MARKS:
        return drawn
    return drawn + "".join(
        mark(style, x, scale.at(value), words + text(value))
        for x, value, words in zip(columns, line.values, told, strict=True)
        if value is not None
    )


def _runs(line: Line, columns: Sequence[float], scale: Scale) -> list[list[Point]]:
    """The stretches without a gap."""
    points = zip(columns, line.values, strict=True)
    return [
        [(x, scale.at(value)) for x, value in run if value is not None]
        for is_there, run in groupby(points, lambda point: point[1] is not None)
        if is_there
    ]


def _names_beside(lines: Sequence[Line], scale: Scale, text: Text) -> str:
    """Each line's mark, name and last value at the right, where the line ends if there is room."""
    ends = [(line, [value for value in line.values if value is not None]) for line in lines]
    found = [(index, line, values[-1]) for index, (line, values) in enumerate(ends) if values]
    heights = spread([scale.at(value) for _, _, value in found], LINE_HEIGHT, TOP, BOTTOM)
    return "".join(
        mark(index % STYLES, RIGHT + 10, y, line.name)
        + label(f"{text(value)} {_short(line.name)}", RIGHT + 20, y + 4, "chart__name")
        for (index, line, value), y in zip(found, heights, strict=True)
    )


def _short(name: str) -> str:
    return name if len(name) <= NAME_LENGTH else name[: NAME_LENGTH - 1].rstrip() + "…"
