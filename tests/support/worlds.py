"""Actions tried in worlds, one by one."""

from collections.abc import Sequence

import numpy as np

from games.bots.evaluation import Weighing
from games.bots.playouts import Numbers
from games.rules.actions import Action
from games.rules.state import View


def heads_by_world(
    view: View, actions: Sequence[Action], worlds: int, source: np.random.PCG64
) -> Numbers:
    """Heads that the viewer takes in the rest of the round; shape (actions, worlds)."""
    weighing = Weighing.by_belief(view, source)
    heads: Numbers = weighing.heads(actions, worlds)[weighing.own]
    return heads
