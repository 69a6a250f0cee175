"""Percentiles, medians over runs, and ratios to a rival of the same run."""

import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Tree = Mapping[str, Any]


def percentile(values: Sequence[float], percent: float) -> float:
    """With linear interpolation between the two nearest values; `values` in any order."""
    ordered = sorted(values)
    place = (len(ordered) - 1) * percent / 100
    low, high = math.floor(place), math.ceil(place)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def percentiles(values: Sequence[float]) -> dict[str, float]:
    return {f"p{percent}": percentile(values, percent) for percent in (50, 95, 99)}


def flat(tree: Tree, prefix: str = "") -> dict[str, float]:
    """{"players_ms": {"p50": 1}} as {"players_ms.p50": 1}; what is no number is left out."""
    found: dict[str, float] = {}
    for name, value in tree.items():
        if isinstance(value, Mapping):
            found |= flat(value, f"{prefix}{name}.")
        elif isinstance(value, int | float):
            found[f"{prefix}{name}"] = float(value)
    return found


def medians(runs: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """The median of every figure that some of the runs have."""
    collected: dict[str, list[float]] = {}
    for run in runs:
        for name, value in run.items():
            collected.setdefault(name, []).append(value)
    return {name: statistics.median(values) for name, values in collected.items()}


def median_ratio(ours: Sequence[float | None], theirs: Sequence[float | None]) -> float | None:
    """The median over runs of ours / theirs, both of the same run; None if no run has both."""
    ratios = [
        our / their for our, their in zip(ours, theirs, strict=True) if our is not None and their
    ]
    return statistics.median(ratios) if ratios else None
