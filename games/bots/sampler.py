"""The sampler: deals the hidden cards anew many times, and plays the round to its end each time.

Each card of the hand (or each row that a low card may take) is tried in the same worlds, in which
everybody goes on as players who think (games/bots/policies.py). The better ones are then tried in
other worlds, too (games/bots/narrowing.py): the best costs the fewest heads.

Unlike the master it draws nothing from what the others have played: each unseen card is as likely
in every hand, and everybody may choose by any of the policies.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from time import thread_time

import numpy as np
from numpy.typing import NDArray

from games.bots import careful
from games.bots.evaluation import Weighing, is_weighed, policies_at
from games.bots.narrowing import Effort, best_in_time, narrowing
from games.rules.actions import Action
from games.rules.state import View

# Measured to take some 10 ms. Two large stages: three of 10,000 placements take almost as long.
EFFORT = Effort(stages=2, placements=25_000, most_worlds=2_000)
LONGEST_SECONDS = 0.020


def choose(view: View, rng: random.Random, clock: Callable[[], float] = thread_time) -> Action:
    """The action of a seat that is awaited; the best so far when the time is over.

    clock: in seconds, tells when that is.
    """
    if not is_weighed(view):
        return careful.choose(view)
    # Its tables take longer to make than a choice, once for each size of a table.
    policies_at(view)
    return best_in_time(stages(view, rng), LONGEST_SECONDS, clock)


def stages(view: View, rng: random.Random) -> Iterator[Action]:
    """The best action after each stage; the last one is the answer where there is time for it."""
    weighing = Weighing.without_belief(view, np.random.PCG64(rng.getrandbits(128)))

    def costs(actions: Sequence[Action], worlds: int) -> NDArray[np.int64]:
        heads: NDArray[np.int64] = weighing.heads(actions, worlds)[weighing.own].astype(np.int64)
        return heads

    return narrowing(view, costs, EFFORT)
