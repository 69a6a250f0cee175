"""What the site wants to reach, and whether a measurement says that it does."""

from collections.abc import Callable
from dataclasses import dataclass

from bench.live.results import Key, Results
from bench.live.table import MISSING, RIVAL, show

ONE, TWO = "site-pg1", "site-pg2"
E_SPEED: Key = ("E", "reveals_per_second")


@dataclass(frozen=True)
class Goal:
    """figure: None where it was not measured. at_most: whether smaller is better than `wanted`."""

    title: str
    wanted: float
    at_most: bool
    unit: str
    figure: Callable[[Results], float | None]

    def row(self, results: Results) -> list[str]:
        """The goal, what is wanted, what was measured and whether that is enough."""
        sign = "at most" if self.at_most else "at least"
        found = self.figure(results)
        return [
            self.title,
            f"{sign} {self.wanted:.1f} {self.unit}",
            MISSING if found is None else f"{show(found, 2)} {self.unit}",
            MISSING if found is None else "yes" if self.is_reached(found) else "no",
        ]

    def is_reached(self, found: float) -> bool:
        return found <= self.wanted if self.at_most else found >= self.wanted


def beside_rival(*key: str) -> Callable[[Results], float | None]:
    scenario, name = key
    return lambda results: results.ratio("site", RIVAL, (scenario, name))


def shared_work(scenario: str, name: str) -> Callable[[Results], float | None]:
    """How many times the work of one process two of them could do, each on a processor.

    From the CPU time that a turn costs the server's processes, so that it can be told on a machine
    without as many processors.
    """

    def times(results: Results) -> float | None:
        ratio = results.ratio(ONE, TWO, (scenario, name))
        return None if ratio is None else 2 * ratio

    return times


def measured_gain(results: Results) -> float | None:
    """The same for E by the clock, where the server has two processors at least."""
    return results.ratio(TWO, ONE, E_SPEED) if results.machine["server_cores"] > 1 else None


def second_process_delay(results: Results) -> float | None:
    key = ("A", "players_ms.p50")
    one, two = results.figure(ONE, key), results.figure(TWO, key)
    return None if one is None or two is None else two - one


def memory_beside_bare(results: Results) -> float | None:
    return results.ratio("site", "channels", ("M", "socket_bytes"), ("M", "bare_socket_bytes"))


RATIO = "x"
GOALS = [
    Goal("A, p50, beside boardgame.io", 1, True, RATIO, beside_rival("A", "players_ms.p50")),
    Goal("B, p50 to the last, beside it", 1, True, RATIO, beside_rival("B", "last_ms.p50")),
    Goal("D, p99, beside it", 1, True, RATIO, beside_rival("D", "players_ms.p99")),
    Goal("E, reveals a second, beside it", 1, False, RATIO, beside_rival(*E_SPEED)),
    Goal(
        "D: two processes on PostgreSQL and Redis beside one, by CPU time",
        1.7,
        False,
        RATIO,
        shared_work("D", "cpu_us_per_turn"),
    ),
    Goal("E: the same", 1.7, False, RATIO, shared_work("E", "cpu_us_per_reveal")),
    Goal("E: the same, by the clock", 1.7, False, RATIO, measured_gain),
    Goal("A, p50: what the second process adds", 1, True, "ms", second_process_delay),
    Goal("Memory of an idle socket beside a bare consumer", 1.5, True, RATIO, memory_beside_bare),
]


def goal_rows(results: Results) -> list[list[str]]:
    return [["goal", "wanted", "measured", "reached"], *(goal.row(results) for goal in GOALS)]
