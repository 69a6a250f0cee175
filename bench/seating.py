"""How well sessions are seated, and how fast: python -m bench.seating

Everybody meets everybody: against the best of 1000 shuffles, as elsewhere. Pairs are counted by how
often they met. Then 60 players over eight sessions by each method; before a session by rank some of
the standings have changed places, as results do.
"""

import random
from collections import Counter
from collections.abc import Callable
from statistics import fmean
from time import perf_counter

from leagues.sessions.seating.by_rank import seat_by_rank
from leagues.sessions.seating.draw import (
    DrawInput,
    Seating,
    TableSizes,
    count_meetings,
    draw,
    pairs_of,
    table_sizes,
)
from leagues.sessions.seating.final import seat_final
from tests.support.seasons import draw_season

SEEDS = range(20)
SHUFFLES = 1000
SIZES = TableSizes()

# players, sessions, pairs that may meet twice, seconds
TARGETS = ((24, 5, 9, 0.5), (37, 6, None, 3.0))

MANY, MANY_SESSIONS = 60, 8
# By how many places results move a player between two sessions, at most.
MOVES = 10

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
    measure_methods()


def measure_methods() -> None:
    print(f"{MANY} players, {MANY_SESSIONS} sessions")
    methods: dict[str, Callable[[DrawInput, list[int], int], Seating]] = {
        "meetings": lambda wanted, _ranked, seed: draw(wanted, seed),
        "by rank": seat_by_rank,
        "final": lambda wanted, ranked, seed: seat_final(wanted, ranked, 6, seed).seating,
    }
    for name, method in methods.items():
        met: Counter[tuple[int, int]] = Counter()
        seconds: list[float] = []
        spans: list[int] = []
        for session in range(MANY_SESSIONS):
            ranked = standings_after(session)
            started = perf_counter()
            seating = method(DrawInput(range(MANY), SIZES, met), ranked, session)
            seconds.append(perf_counter() - started)
            at = {player: place for place, player in enumerate(ranked)}
            spans += [
                max(at[p] for p in table) - min(at[p] for p in table) for table in seating.tables
            ]
            met += count_meetings(seating.tables)
        times = Counter(met.values())
        often = ", ".join(f"{times[count]} {count} times" for count in sorted(times))
        print(
            f"  {name:8}  {fmean(seconds):.3f} s a draw (most {max(seconds):.3f}); pairs met: "
            f"{often}; places from first to last of a table {fmean(spans):.1f}"
        )


def standings_after(session: int) -> list[int]:
    """The same players, each of whom results have moved by some places."""
    rng = random.Random(session)
    moved = [place + rng.uniform(-MOVES, MOVES) for place in range(MANY)]
    return sorted(range(MANY), key=moved.__getitem__)


if __name__ == "__main__":
    main()
