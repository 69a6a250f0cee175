"""What the choices of each level of bots cost by the coach: `python -m bench.coach --games 200`.

What has been looked at stays in var/bench/coach.json: the next run goes on there, unless it is to
begin `--anew`, as it should where a bot or the coach has changed.
"""

import argparse
import json
import sys
from math import sqrt
from statistics import fmean, stdev
from time import process_time

from tqdm import tqdm

from games.bots.arena import Arena, Lineup
from games.coach.analysis import analyse
from games.coach.costs import cost_of
from games.rules.options import Options
from tests.support.project import ROOT

LEVELS = ("random", "gap", "careful", "sampler", "master")
RESULTS = ROOT / "var/bench/coach.json"
# Two rounds a game, all levels at one table; few worlds, since many games are looked at.
ROUNDS, SEED, PLACEMENTS = 2, 28, 4_000_000


def main() -> None:
    """Play and look at games until there are enough, or the time is over."""
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--anew", action="store_true", help="forget what has been looked at")
    asked = parser.parse_args()
    arena = Arena(lineup := Lineup(Options(max_rounds=ROUNDS), LEVELS, SEED), process_time)
    costs: dict[str, list[float]] = {level: [] for level in LEVELS}
    if RESULTS.exists() and not asked.anew:
        costs = json.loads(RESULTS.read_text())
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    began, slowest, done = process_time(), 0.0, len(costs["master"])
    numbers = range(done, max(done, asked.games))
    for number in tqdm(numbers, unit="game", disable=not sys.stderr.isatty()):
        if process_time() - began > 60 * asked.minutes:
            break
        record = lineup.record(number, arena.play(number))
        for seat, player in enumerate(lineup.seated(number)):
            started = process_time()
            _total, *choices, _end = analyse(record, seat, b"bench", PLACEMENTS)
            slowest = max(slowest, process_time() - started)
            costs[LEVELS[player]].append(sum(map(cost_of, choices)) / ROUNDS)
        RESULTS.write_text(json.dumps(costs))
    print(f"{len(costs['master'])} games; the slowest analysis took {slowest:.1f} s")
    print("| level | heads lost a round | standard error |\n| --- | ---: | ---: |")
    for level, lost in costs.items():
        error = stdev(lost) / sqrt(len(lost)) if len(lost) > 1 else float("nan")
        print(f"| {level} | {fmean(lost):.2f} | {error:.2f} |")


if __name__ == "__main__":
    main()
