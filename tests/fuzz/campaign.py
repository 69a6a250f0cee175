"""Bad inputs of one kind, generated from a seed; one that shows a fault is made small."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis import strategies as st

from tests.fuzz.verdict import Fault


@dataclass(frozen=True, slots=True)
class Finding:
    """A fault, and the smallest input that shows it."""

    target: str
    fault: str
    shown_by: str


def attack(
    name: str,
    inputs: st.SearchStrategy[Any],
    judge: Callable[[Any], None],
    *,
    count: int,
    start: int,
    told: Callable[[], object] = lambda: None,
) -> Finding | None:
    """Try `count` inputs; the same ones for the same name and start. told: called after each."""
    last: list[Any] = []

    @seed(int.from_bytes(hashlib.sha256(f"{start}:{name}".encode()).digest()[:8]))
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        derandomize=False,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        verbosity=Verbosity.quiet,
        report_multiple_bugs=False,
        print_blob=False,
    )
    @given(inputs)
    def attempt(tried: Any) -> None:
        last[:] = [tried]
        judge(tried)
        told()

    try:
        attempt()
    except Fault as fault:
        # The last one tried is the smallest: Hypothesis shows it once more at the end.
        return Finding(name, str(fault), str(last[0]))
    return None


def shares(names: Sequence[str], weights: Sequence[int], total: int) -> dict[str, int]:
    """How many of `total` inputs each gets, at least one."""
    whole = sum(weights)
    return {
        name: max(1, total * weight // whole) for name, weight in zip(names, weights, strict=True)
    }
