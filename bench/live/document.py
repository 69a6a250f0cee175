"""Renews docs/performance.md between its markers, and its plots."""

from bench.live.results import Results


def write(results: Results) -> None: ...
