"""The sampler: deals the hidden cards anew many times, and plays the round to its end each time.

Each card of the hand (or each row that a low card may take) is tried in the same worlds, in which
every player goes on by the gap or at random, as a coin says, and the sampler itself by the gap. The
better half is then tried in other worlds, and once more: the best costs the fewest heads.

How many worlds there are depends on the hand and the number of players alone, and all sums are of
whole numbers: the same view and the same chance give the same answer on every machine. The clock is
a brake for slow machines. It counts the time of the processor, so other work does not matter.
"""

import random
from collections.abc import Callable, Iterator
from time import thread_time

import numpy as np

from games.bots import careful
from games.bots.belief import no_belief
from games.bots.evaluation import Weighing, is_weighed
from games.bots.policies import GAP, plain_policies
from games.rules.actions import Action
from games.rules.state import View

# Where the Cabriole or a fan card lies at a row, each placement takes twice as long.
STAGES, STAGES_BESIDE_A_CARD = 3, 2
# Placements of one stage, and at most so many worlds: measured to take some 10 ms together.
PLACEMENTS, MOST_WORLDS = 10_000, 800
LONGEST_SECONDS = 0.020
BY_COIN = (0.5, 0.5)


def choose(view: View, rng: random.Random, clock: Callable[[], float] = thread_time) -> Action:
    """The action of a seat that is awaited; the best so far when the time is over.

    clock: in seconds, tells when that is.
    """
    if not is_weighed(view):
        return careful.choose(view)
    return best_in_time(stages(view, rng), LONGEST_SECONDS, clock)


def best_in_time(
    stages: Iterator[Action], longest_seconds: float, clock: Callable[[], float]
) -> Action:
    """The answer of the last stage that ends in time, if each takes as long as the one before."""
    began = stage_began = clock()
    found = next(stages)
    now = clock()
    while now - began + (now - stage_began) <= longest_seconds:
        stage_began = now
        better = next(stages, None)
        if better is None:
            break
        found = better
        now = clock()
    return found


def stages(view: View, rng: random.Random) -> Iterator[Action]:
    """The best action after each stage; the last one is the answer where there is time for it."""
    source = np.random.PCG64(rng.getrandbits(128))
    weighing = Weighing(view, no_belief(view, BY_COIN), plain_policies(), GAP, source)
    totals = dict.fromkeys(view.actions, 0)
    left = list(view.actions)
    is_plain = view.options.fan is None and not view.options.cabriole
    for _stage in range(STAGES if is_plain else STAGES_BESIDE_A_CARD):
        worlds = PLACEMENTS // (len(view.seats) * max(1, len(view.hand)) * len(left))
        worlds = max(1, min(worlds, MOST_WORLDS // len(left)))
        heads = weighing.heads(left, worlds)[weighing.own].sum(axis=1)
        for action, total in zip(left, heads.tolist(), strict=True):
            totals[action] += total
        # Who are left were tried in equally many worlds. Of equal ones the first.
        left.sort(key=totals.__getitem__)
        yield left[0]
        left = left[: max(2, (len(left) + 1) // 2)]
