"""Where values lie on a chart."""

from collections.abc import Iterator, Sequence
from itertools import count
from math import ceil, floor
from typing import NamedTuple

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
