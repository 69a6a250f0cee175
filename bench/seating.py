"""How well evenings are seated, and how fast: python -m bench.seating

Against the best of 1000 shuffles, as elsewhere. Pairs are counted by how often they met.
"""

import random
from collections import Counter
from collections.abc import Callable
from statistics import fmean
from time import perf_counter

from leagues.sessions.seating.draw import DrawInput, count_meetings, pairs_of
from leagues.sessions.seating.sizes import TableSizes, table_sizes
from tests.support.seasons import draw_season

SEEDS = range(20)
SHUFFLES = 1000
SIZES = TableSizes()

# players, sessions, pairs that may meet twice, seconds
TARGETS = ((24, 5, 9, 0.5), (37, 6, None, 3.0))

Times = Counter[int]
"""How many pairs met once, twice, and so on."""


def by_search(players: int, sessions: int, seed: int) -> Times:
    seatings = draw_season(DrawInput(range(players), SIZES), sessions, seed)
    return Counter(count_meetings(t for seating in seatings for t in seating.tables).values())


def by_shuffles(players: int, sessions: int, seed: int) -> Times:
    """For each session the shuffle that repeats the fewest meetings, later ones counting more."""
    rng = random.Random(seed)
    sizes = table_sizes(players, *SIZES)
    met: Counter[tuple[int, int]] = Counter()
    for _ in range(sessions):
        shuffles = (shuffled(players, sizes, rng) for _ in range(SHUFFLES))
        best = min(shuffles, key=lambda ts: sum(met[p] ** 3 for t in ts for p in pairs_of(t)))
        met += count_meetings(best)
    return Counter(met.values())


def shuffled(players: int, sizes: tuple[int, ...], rng: random.Random) -> list[list[int]]:
    order = rng.sample(range(players), players)
    return [[order.pop() for _ in range(size)] for size in sizes]


def measure(
    method: Callable[[int, int, int], Times], players: int, sessions: int
) -> tuple[list[Times], list[float]]:
    times: list[Times] = []
    seconds: list[float] = []
    for seed in SEEDS:
        started = perf_counter()
        times.append(method(players, sessions, seed))
        seconds.append(perf_counter() - started)
    return times, seconds


def main() -> None:
    for players, sessions, most_twice, most_seconds in TARGETS:
        wanted = "" if most_twice is None else f", {most_twice} pairs twice at most"
        print(f"{players} players, {sessions} sessions: wanted {most_seconds} s{wanted}")
        for name, method in (("search", by_search), ("shuffles", by_shuffles)):
            times, seconds = measure(method, players, sessions)
            twice = [count[2] for count in times]
            print(
                f"  {name:8}  met twice {fmean(twice):5.1f} (most {max(twice)}), "
                f"highest {max(max(count) for count in times)} times, "
                f"{fmean(seconds):.3f} s (most {max(seconds):.3f})"
            )


if __name__ == "__main__":
    main()
