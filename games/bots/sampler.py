"""The sampler: deals the hidden cards anew many times, and plays the round to its end each time.

Each card of the hand (or each row that a low card may take) is tried in the same worlds, in which
every player goes on by the gap or at random, as a coin says, and the sampler itself by the gap.
Those that may still be the best are then tried in other worlds, and once more
(games/bots/narrowing.py): the best costs the fewest heads.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from time import thread_time

import numpy as np
from numpy.typing import NDArray

from games.bots import careful
from games.bots.belief import no_belief
from games.bots.evaluation import Weighing, is_weighed
from games.bots.narrowing import Effort, best_in_time, narrowing
from games.bots.policies import GAP, plain_policies
from games.rules.actions import Action
from games.rules.state import View

# Measured to take some 10 ms.
EFFORT = Effort(stages=3, placements=10_000, most_worlds=800)
LONGEST_SECONDS = 0.020
BY_COIN = (0.5, 0.5)


def choose(view: View, rng: random.Random, clock: Callable[[], float] = thread_time) -> Action:
    """The action of a seat that is awaited; the best so far when the time is over.

    clock: in seconds, tells when that is.
    """
    if not is_weighed(view):
        return careful.choose(view)
    return best_in_time(stages(view, rng), LONGEST_SECONDS, clock)


def stages(view: View, rng: random.Random) -> Iterator[Action]:
    """The best action after each stage; the last one is the answer where there is time for it."""
    source = np.random.PCG64(rng.getrandbits(128))
    weighing = Weighing(view, no_belief(view, BY_COIN), plain_policies(), GAP, source)

    def costs(actions: Sequence[Action], worlds: int) -> NDArray[np.int64]:
        heads: NDArray[np.int64] = weighing.heads(actions, worlds)[weighing.own].astype(np.int64)
        return heads

    return narrowing(view, costs, EFFORT)
