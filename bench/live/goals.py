"""What the site wants to reach, and whether a measurement says that it does."""

from collections.abc import Callable
from dataclasses import dataclass

from bench.live.results import Key, Results
from bench.live.table import RIVAL, show

ONE, TWO = "site-pg1", "site-pg2"
STORED_RIVAL = "boardgame-file"
E_SPEED: Key = ("E", "reveals_per_second")
E_CPU: Key = ("E", "cpu_us_per_reveal")


@dataclass(frozen=True)
class Goal:
    """figure: None where it was not measured. at_most: whether smaller is better than `wanted`."""

    title: str
    wanted: float
    at_most: bool
    unit: str
    figure: Callable[[Results], float | None]

    def row(self, results: Results) -> list[str]:
        """The goal, what is wanted, what was measured and whether that is enough; else nothing."""
        sign = "at most" if self.at_most else "at least"
        found = self.figure(results)
        if found is None:
            return []
        return [
            self.title,
            f"{sign} {self.wanted:g} {self.unit}",
            f"{show(found, 2)} {self.unit}",
            "yes" if self.is_reached(found) else "no",
        ]

    def is_reached(self, found: float) -> bool:
        return found <= self.wanted if self.at_most else found >= self.wanted


def beside_rival(*key: str) -> Callable[[Results], float | None]:
    scenario, name = key
    return lambda results: results.ratio("site", RIVAL, (scenario, name))


def beside_stored_rival(results: Results) -> float | None:
    return results.ratio("site", STORED_RIVAL, E_SPEED)


def postgresql_beside_sqlite(results: Results) -> float | None:
    return results.ratio(ONE, "site", E_SPEED)


def reveal_cpu(results: Results) -> float | None:
    found = results.figure("site", E_CPU)
    return None if found is None else found / 1000


def modelled_gain(results: Results) -> float | None:
    """How many times the work of one process two could do, each on a processor of its own.

    A model: from the CPU time of the server's processes, here on one processor.
    """
    ratio = results.ratio(ONE, TWO, E_CPU)
    return None if ratio is None else 2 * ratio


def measured_gain(results: Results) -> float | None:
    """The same by the clock, where the servers have two processors and the client another."""
    return results.ratio(TWO, ONE, E_SPEED) if results.machine["server_cores"] > 1 else None


def second_process_delay(results: Results) -> float | None:
    key = ("A", "players_ms.p50")
    one, two = results.figure(ONE, key), results.figure(TWO, key)
    return None if one is None or two is None else two - one


def memory_beside_bare(results: Results) -> float | None:
    return results.ratio("site", "channels", ("M", "socket_bytes"), ("M", "bare_socket_bytes"))


RATIO = "x"
GOALS = [
    Goal("A, p50, beside boardgame.io", 1.3, True, RATIO, beside_rival("A", "players_ms.p50")),
    Goal("B, p50 to the last, beside it", 0.9, True, RATIO, beside_rival("B", "last_ms.p50")),
    Goal("D, p99, beside it", 1.5, True, RATIO, beside_rival("D", "players_ms.p99")),
    Goal("E, reveals a second, beside it", 0.8, False, RATIO, beside_rival(*E_SPEED)),
    Goal("E, beside it with its store of files", 1.5, False, RATIO, beside_stored_rival),
    Goal("E, PostgreSQL and Redis beside SQLite", 0.75, False, RATIO, postgresql_beside_sqlite),
    Goal("E, CPU time of a reveal and its four choices", 1.6, True, "ms", reveal_cpu),
    Goal("E, a second process: modelled from CPU time", 1.7, False, RATIO, modelled_gain),
    Goal("E, a second process: by the clock", 1.7, False, RATIO, measured_gain),
    Goal("A, p50: what the second process adds", 1, True, "ms", second_process_delay),
    Goal("Memory of an idle socket beside a bare consumer", 1.5, True, RATIO, memory_beside_bare),
]


def goal_rows(results: Results) -> list[list[str]]:
    """A line for each goal of which anything was measured."""
    rows = [row for goal in GOALS if (row := goal.row(results))]
    return [["goal", "wanted", "measured", "reached"], *rows]
