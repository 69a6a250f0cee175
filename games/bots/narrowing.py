"""Which action is the best: all are tried in some worlds, then the better ones in more.

How much is tried follows from the view and from what the worlds said, and all sums are of whole
numbers: the same view and the same chance give the same answer on every machine. The clock is a
brake for slow machines. It counts the time of the processor, so other work does not matter.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.rules.actions import Action
from games.rules.state import View

Costs = NDArray[np.int64]
"""What each action costs in each world, shape (actions, worlds)."""

# An action is given up where it is worse than the best by more standard errors than this.
ERRORS = 3


class Effort(NamedTuple):
    """How much is tried at most. placements: of cards, in each stage. most_worlds: in one, too."""

    stages: int
    placements: int
    most_worlds: int

    def worlds(self, view: View, actions: int) -> int:
        """In how many worlds so many actions are tried in a stage."""
        # Where the Cabriole or a fan card lies at a row, each placement takes twice as long.
        is_plain = view.options.fan is None and not view.options.cabriole
        each = len(view.seats) * max(1, len(view.hand)) * actions * (1 if is_plain else 2)
        return max(1, min(self.placements // each, self.most_worlds // actions))


def narrowing(
    view: View, costs_of: Callable[[Sequence[Action], int], Costs], effort: Effort
) -> Iterator[Action]:
    """The best action after each stage; it ends where no other may be the best.

    costs_of: tries some actions in so many new worlds.
    """
    left = list(view.actions)
    costs = np.zeros((len(left), 0), np.int64)
    for _stage in range(effort.stages):
        tried = costs_of(left, effort.worlds(view, len(left)))
        costs = np.concatenate([costs, tried], axis=1)
        # Who are left were tried in the same worlds. Of equal ones the first.
        order = np.argsort(costs.sum(axis=1), kind="stable").tolist()
        best = order[0]
        yield left[best]
        better_half = order[: max(2, (len(order) + 1) // 2)]
        kept = [best, *[at for at in better_half[1:] if not _is_worse(costs[at], costs[best])]]
        if len(kept) == 1:
            return
        left, costs = [left[at] for at in kept], costs[kept]


def _is_worse(costs: Costs, best: Costs) -> bool:
    """Whether these costs are greater by more than chance explains."""
    more = costs - best
    total, square = int(more.sum()), int((more * more).sum())
    return total * total > ERRORS * ERRORS * square


def best_in_time(
    stages: Iterator[Action], longest_seconds: float, clock: Callable[[], float]
) -> Action:
    """The answer of the last stage that ends in time, if each takes as long as the one before.

    clock: in seconds.
    """
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
