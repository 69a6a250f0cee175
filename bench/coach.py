"""What the choices of each level of bots cost by the coach: `python -m bench.coach --games 200`."""

import argparse
from math import sqrt
from statistics import fmean, stdev
from time import process_time

from games.bots.arena import Arena, Lineup
from games.coach.analysis import analyse
from games.coach.costs import cost_of
from games.rules.options import Options

LEVELS = ("random", "gap", "careful", "sampler", "master")
# Two rounds a game, all levels at one table; few worlds, since many games are looked at.
ROUNDS, SEED, PLACEMENTS = 2, 28, 4_000_000


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.coach")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=20.0)
    asked = parser.parse_args()
    arena = Arena(lineup := Lineup(Options(max_rounds=ROUNDS), LEVELS, SEED), process_time)
    costs: dict[str, list[float]] = {level: [] for level in LEVELS}
    began, slowest = process_time(), 0.0
    for number in range(asked.games):
        record = lineup.record(number, arena.play(number))
        for seat, player in enumerate(lineup.seated(number)):
            started = process_time()
            _total, *choices, _end = analyse(record, seat, b"bench", PLACEMENTS)
            slowest = max(slowest, process_time() - started)
            costs[LEVELS[player]].append(sum(map(cost_of, choices)) / ROUNDS)
        if process_time() - began > 60 * asked.minutes:
            break
    print(f"{number + 1} games; the slowest analysis took {slowest:.1f} s")
    print("| level | heads lost a round | standard error |\n| --- | ---: | ---: |")
    for level, lost in costs.items():
        print(f"| {level} | {fmean(lost):.2f} | {stdev(lost) / sqrt(len(lost)):.2f} |")


if __name__ == "__main__":
    main()
