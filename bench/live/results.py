"""The figures of all runs, their medians, and ratios within a run."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bench.live.figures import flat, median_ratio, medians

# A scenario and a name in its figures, such as ("A", "players_ms.p50").
Key = tuple[str, str]


@dataclass
class Results:
    """runs: for each run the figures of each scenario of each server. titles: of the servers."""

    machine: Mapping[str, Any]
    titles: dict[str, str]
    runs: list[dict[str, dict[str, dict[str, Any]]]]

    @property
    def _flat(self) -> list[dict[str, dict[str, float]]]:
        return [{name: flat(found) for name, found in run.items()} for run in self.runs]

    @property
    def _medians(self) -> dict[str, dict[str, float]]:
        return {name: medians(run.get(name, {}) for run in self._flat) for name in self.titles}

    def figure(self, server: str, key: Key) -> float | None:
        """The median over all runs; None if it was not measured."""
        return self._medians.get(server, {}).get(".".join(key))

    def ratio(
        self, server: str, other: str, key: Key, other_key: Key | None = None
    ) -> float | None:
        """The median of the ratios within each run; other_key: where the other has another one."""
        return median_ratio(self._of_runs(server, key), self._of_runs(other, other_key or key))

    def _of_runs(self, server: str, key: Key) -> list[float | None]:
        return [run.get(server, {}).get(".".join(key)) for run in self._flat]

    def to_json(self) -> dict[str, Any]:
        return {
            "machine": dict(self.machine),
            "titles": self.titles,
            "medians": self._medians,
            "runs": self.runs,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Results":
        return cls(data["machine"], data["titles"], data["runs"])
