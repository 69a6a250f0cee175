"""The master: the sampler's way of trying cards, with all that may be believed of the others.

Its worlds follow what the others have played in this round (games/bots/belief.py): how they choose,
and what they may hold. In them everybody goes on as players who think (games/bots/policies.py). It
aims at few heads, and where the game may end with this round also at winning it.

Cards that are close are tried more often (games/bots/narrowing.py).
"""

import random
from collections.abc import Callable, Iterator, Sequence
from time import thread_time

import numpy as np
from numpy.typing import NDArray

from games.bots import careful
from games.bots.evaluation import Weighing, is_weighed, policies_at
from games.bots.narrowing import Effort, best_in_time, narrowing
from games.bots.playouts import Numbers
from games.rules.actions import Action
from games.rules.options import Ending
from games.rules.state import View

# Large stages: below 50,000 placements half of the time is numpy's own at a table of ten, where
# small ones give cards up after 20 worlds (bench/search_error.py).
EFFORT = Effort(stages=4, placements=60_000, most_worlds=4_000)
LONGEST_SECONDS = 0.150
# How many heads a game that is won is worth, where this round may be the last one.
HEADS_OF_A_WIN = 12
# Of two totals that differ by so many heads, the lower one wins e times as often in the end.
HEADS_OF_A_CHANCE = 8
PARTS = 16
"""Costs are in sixteenths of a head."""


def choose(view: View, rng: random.Random, clock: Callable[[], float] = thread_time) -> Action:
    """The action of a seat that is awaited; the best so far when the time is over."""
    if not is_weighed(view):
        return careful.choose(view)
    # Its tables take as long to make as a choice, once for each size of a table.
    policies_at(view)
    return best_in_time(stages(view, rng), LONGEST_SECONDS, clock)


def stages(view: View, rng: random.Random) -> Iterator[Action]:
    """The best action after each stage; the last one is the answer where there is time for it."""
    weighing = Weighing.by_belief(view, np.random.PCG64(rng.getrandbits(128)))

    def costs(actions: Sequence[Action], worlds: int) -> NDArray[np.int64]:
        return costs_of(view, weighing.heads(actions, worlds), weighing.own)

    return narrowing(view, costs, EFFORT)


def costs_of(view: View, heads: Numbers, own: int) -> NDArray[np.int64]:
    """What each world costs the viewer, in PARTS of a head; shape (actions, worlds).

    heads: taken to the end of the round, (players, actions, worlds).
    """
    costs: NDArray[np.int64] = heads[own].astype(np.int64) * PARTS
    before = [view.totals[seat] + view.pile_heads[seat] for seat in view.seats]
    totals = heads + np.array(before, np.int16)[:, None, None]
    is_out = totals > view.options.limit
    is_last = view.round_number == view.options.max_rounds
    is_over = is_last | is_out.any(axis=0)
    if not is_over.any():
        return costs
    if view.options.ending is Ending.ELIMINATION:
        # Those who are out have lost, unless all are.
        totals = totals + np.where(is_out & ~is_out.all(axis=0), np.int16(1000), np.int16(0))
        is_over = is_last | ((~is_out).sum(axis=0) <= 1)
    lead = (totals - totals.min(axis=0)).astype(np.float64)
    shares = np.where(is_over, lead == 0, np.exp(-lead / HEADS_OF_A_CHANCE))
    won = shares[own] / shares.sum(axis=0)
    lost: NDArray[np.int64] = np.rint((1 - won) * (HEADS_OF_A_WIN * PARTS)).astype(np.int64)
    costs += lost
    return costs
