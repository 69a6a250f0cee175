"""What the master's choices cost beside far more worlds: `python -m bench.search_error 10`.

Other players of the same worlds are the same ones: it tells how good the search is, not the models.
"""

import argparse
import random
from collections.abc import Iterator
from math import sqrt
from statistics import fmean, quantiles, stdev
from time import thread_time

import numpy as np

from games.bots import master
from games.bots.arena import NORMAL_95
from games.bots.evaluation import Weighing, is_weighed
from games.bots.levels import as_asked, choose
from games.bots.narrowing import Effort
from games.rules.deal import SeededDealer, default_client_seed
from games.rules.engine import apply, new_game, view_for
from games.rules.options import Options
from games.rules.state import Awaited, View

SEED = 5
BLOCKS, WORLDS = 6, 400
CHOICES_A_ROUND = 9


def decisions(players: int, rounds: int) -> Iterator[View]:
    """The cards that seat 0 may choose in the first rounds of so many games."""
    chance = random.Random(SEED)
    for _round in range(rounds):
        seeds = tuple(default_client_seed(str(seat)) for seat in range(players))
        dealer = SeededDealer(chance.randbytes(32), seeds)
        state, _ = new_game(Options(), players, dealer)
        while (decision := state.decision) is not None and not state.round_scores:
            view = as_asked(view_for(state, decision.seats[0]))
            if view.seat == 0 and decision.kind is Awaited.CARD and is_weighed(view):
                yield view
            level = chance.choice(("gap", "careful"))
            state, _ = apply(state, choose(view, level, chance), dealer)


def truth(view: View) -> list[float]:
    """What each action costs, in heads."""
    weighing = Weighing.by_belief(view, np.random.PCG64(SEED))
    blocks = [
        master.costs_of(view, weighing.heads(view.actions, WORLDS), weighing.own).mean(axis=1)
        for _block in range(BLOCKS)
    ]
    costs: list[float] = (np.mean(blocks, axis=0) / master.PARTS).tolist()
    return costs


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.search_error")
    parser.add_argument("players", type=int, choices=range(2, 11))
    parser.add_argument("--rounds", type=int, default=12)
    parser.add_argument("--stages", type=int, default=master.EFFORT.stages)
    parser.add_argument("--placements", type=int, default=master.EFFORT.placements)
    asked = parser.parse_args()
    master.EFFORT = Effort(asked.stages, asked.placements, master.EFFORT.most_worlds)
    lost, times = [], []
    for view in decisions(asked.players, asked.rounds):
        costs = truth(view)
        for seed in range(2):
            began = thread_time()
            action = master.choose(view, random.Random(seed), lambda: 0.0)
            times.append(1000 * (thread_time() - began))
            lost.append(CHOICES_A_ROUND * (costs[view.actions.index(action)] - min(costs)))
    margin = NORMAL_95 * stdev(lost) / sqrt(len(lost))
    hundredths = quantiles(times, n=100)
    print(f"{fmean(lost):.3f} ± {margin:.3f} heads a round, {len(lost)} choices")
    print(f"{hundredths[49]:.1f} ms p50, {hundredths[98]:.1f} ms p99")


if __name__ == "__main__":
    main()
