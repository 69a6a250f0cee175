"""What all charts share: the paper, its grid, words and marks."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from itertools import count
from math import ceil, floor
from typing import NamedTuple

# The paper, and as much again to its right as names beside the lines need.
WIDTH, HEIGHT = 392, 308
WIDTH_WITH_NAMES = 576
LEFT, RIGHT, TOP, BOTTOM = 44, 388, 34, 260
MOST_NAMES_BELOW = 12
STYLES = 10

# Around (0, 0): a disc, a square, a diamond, triangles up and down, a cross; then hollow ones.
_SHAPES = (
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0Z",
    "M-3.5-3.5h7v7h-7Z",
    "M0-5 5 0 0 5-5 0Z",
    "M0-5 5 4H-5Z",
    "M0 5 5-4H-5Z",
    "M-4-1.5h2.5V-4h3v2.5H4v3H1.5V4h-3V1.5H-4Z",
)
MARKS = tuple(_SHAPES[style % len(_SHAPES)] for style in range(STYLES))

Text = Callable[[float], str]
Point = tuple[float, float]


class ChartWords(NamedTuple):
    """What is written on a chart, plain text.

    key: unique on the page, of letters, digits and hyphens. title: what it shows. description: the
    same for who cannot see it, with the figures that matter. below, beside: what the axes are.
    """

    key: str
    title: str
    description: str
    below: str
    beside: str


def chart(words: ChartWords, content: str, *, has_names: bool = False) -> str:
    """A whole drawing; has_names: beyond the right end of the paper stand names."""
    key = escape(words.key)
    kind, width = ("chart chart--named", WIDTH_WITH_NAMES) if has_names else ("chart", WIDTH)
    return (
        f'<svg class="{kind}" viewBox="0 0 {width} {HEIGHT}" role="img" '
        f'aria-labelledby="{key}-title" aria-describedby="{key}-text">'
        f'<title id="{key}-title">{escape(words.title)}</title>'
        f'<desc id="{key}-text">{escape(words.description)}</desc>'
        f"{label(words.beside, LEFT - 36, 14, 'chart__axis')}"
        f"{label(words.below, RIGHT, HEIGHT - 8, 'chart__axis chart__axis--end')}{content}</svg>"
    )


def label(text: str, x: float, y: float, kind: str, told: str = "") -> str:
    """Words at a place; the class says how they look and which end of them lies there.

    told: appears when one points at them.
    """
    title = f"<title>{escape(told)}</title>" if told else ""
    return f'<text class="{kind}" x="{x:g}" y="{y:g}">{escape(text)}{title}</text>'


def grid(values: Sequence[int], places: Sequence[float]) -> str:
    """A line across the paper for each value, which stands at its left end."""
    return "".join(
        f'<path class="chart__grid" d="M{LEFT} {y:g}H{RIGHT}"/>'
        + label(f"{value}".replace("-", "−"), LEFT - 6, y + 4, "chart__value chart__value--end")
        for value, y in zip(values, places, strict=True)
    )


def names_below(names: Sequence[str], places: Sequence[float]) -> str:
    """Names under the paper; of many only some, evenly apart, the last one among them."""
    step = -(-len(names) // MOST_NAMES_BELOW)
    return "".join(
        label(name, x, BOTTOM + 18, "chart__value chart__value--middle")
        for index, (name, x) in enumerate(zip(names, places, strict=True))
        if (len(names) - 1 - index) % step == 0
    )


def mark(style: int, x: float, y: float, told: str) -> str:
    """The mark of a line at a point; `told` appears when one points at it."""
    return (
        f'<path class="chart__mark chart__mark--{style + 1}" transform="translate({x:g} {y:g})" '
        f'd="{MARKS[style]}"><title>{escape(told)}</title></path>'
    )


def path(points: Sequence[Point], kind: str) -> str:
    """A line through points."""
    steps = "L".join(f"{x:g} {y:g}" for x, y in points)
    return f'<path class="{kind}" d="M{steps}"/>'


MOST_TICKS = 6


class Scale(NamedTuple):
    """A straight line through values: `low` lies at the coordinate `start`, `high` at `end`."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        part = (value - self.low) / (self.high - self.low)
        return round(self.start + part * (self.end - self.start), 1)


def ticks(low: float, high: float) -> list[int]:
    """2..6 round whole numbers, evenly apart, the outer two at or beyond low and high."""
    step = next(
        step for step in _round_steps() if ceil(high / step) - floor(low / step) < MOST_TICKS
    )
    first = floor(low / step)
    last = max(ceil(high / step), first + 1)
    return [number * step for number in range(first, last + 1)]


def counted(last: int) -> list[int]:
    """At most 6 whole numbers from 1 on, evenly apart, none beyond the last (at least 1)."""
    step = next(step for step in _round_steps() if (last - 1) // step < MOST_TICKS)
    return list(range(1, last + 1, step))


def _round_steps() -> Iterator[int]:
    return (step * 10**power for power in count() for step in (1, 2, 5))


def across(points: int, start: float, end: float) -> list[float]:
    """Coordinates of so many points side by side; one alone is in the middle."""
    if points == 1:
        return [(start + end) / 2]
    return [round(start + (end - start) * index / (points - 1), 1) for index in range(points)]


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Coordinates near those wanted, in their order, no two nearer than `gap` where there is room.

    low, high: where they should stay; too many run over the lower end.
    """
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    found = [0.0] * len(wanted)
    floor_now = high
    for index in reversed(order):
        found[index] = min(wanted[index], floor_now)
        floor_now = found[index] - gap
    least = low
    for index in order:
        found[index] = round(max(found[index], least), 1)
        least = found[index] + gap
    return found


def short_names(names: Iterable[str], length: int) -> dict[str, str]:
    """A label of at most `length` letters for each name; different names have different labels.

    A long name is cut at its end, or in the middle where several would look alike; those that still
    do get a number.
    """
    different = list(dict.fromkeys(names))
    labels = {name: _cut_at_end(name, length) for name in different}
    for name in _alike(labels):
        labels[name] = _cut_in_middle(name, length)
    taken = Counter(labels.values())
    for name in _alike(labels):
        numbered = (_numbered(name, length, number) for number in count(1))
        taken[labels[name]] -= 1
        labels[name] = next(label for label in numbered if not taken[label])
        taken[labels[name]] += 1
    return labels


def _alike(labels: dict[str, str]) -> list[str]:
    """The names that are cut and have the label of another one."""
    shared = Counter(labels.values())
    return [name for name, label in labels.items() if shared[label] > 1 and name != label]


def _cut_at_end(name: str, length: int) -> str:
    return name if len(name) <= length else name[: length - 1].rstrip() + "…"


def _cut_in_middle(name: str, length: int) -> str:
    last = (length - 1) // 2
    return name[: length - 1 - last].rstrip() + "…" + name[-last:].lstrip()


def _numbered(name: str, length: int, number: int) -> str:
    ending = f"… {number}"
    return name[: length - len(ending)].rstrip() + ending
