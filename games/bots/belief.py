"""What a player may believe of the others: how they choose, and which cards they hold.

Each policy (games/bots/policies.py) is a model of an opponent. What one has played in this round
says how well each model explains them, and which cards they are unlikely to hold: those that the
model would have played before.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.bots import careful
from games.bots.playouts import Worlds
from games.bots.policies import GAP, NAT, NUMBERS, Costs, Floats, Indexes, Numbers, Policies, gumbel
from games.rules.state import View

# How often an opponent does something else than the model says.
LAPSE = 0.03
# Hands that they may have held, to tell how likely a model is.
HANDS = 256
# The chance of a card depends on the other cards of the hand, so it is estimated so many times.
ESTIMATES = 3
# Costs of holding a card, in parts of a nat, and more than any is.
UNIT = 1024
NEVER = 1 << 23
_NOISE = gumbel(1 << 16, UNIT).astype(np.int32)
_CARD_BITS = 7
_SHIFTED_NOISE = _NOISE << _CARD_BITS


class Belief(NamedTuple):
    """others: their places in view.seats. unseen: the numbers that they may hold.

    models: how likely each policy is, shape (others, policies). costs: of holding an unseen
    number, in UNIT parts of a nat, shape (others, policies, unseen).
    """

    others: tuple[int, ...]
    unseen: Numbers
    models: Floats
    costs: NDArray[np.int32]


def no_belief(view: View, prior: Sequence[float]) -> Belief:
    """Any unseen number is as likely as the other. prior: how likely each policy is."""
    unseen = np.array(careful.unseen_numbers(view), np.int16)
    others = tuple(at for at, seat in enumerate(view.seats) if seat != view.seat)
    models = np.tile(np.array(prior, np.float64), (len(others), 1))
    return Belief(others, unseen, models, np.zeros((*models.shape, len(unseen)), np.int32))


def believe(
    view: View, policies: Policies, prior: Sequence[float], source: np.random.PCG64
) -> Belief:
    """What the seat of this view may believe after the turns that were revealed."""
    found = no_belief(view, prior)
    size, turns = len(view.hand), view.turns
    if not turns or not size:
        return found
    numbers = np.arange(NUMBERS, dtype=np.int16)
    places = [
        Worlds(view.options, turn.rows, 1, 1).places(numbers[None, :, None])[0, :, 0]
        for turn in turns
    ]
    lefts = np.arange(size + len(turns), size, -1)
    hands = _random_hands(len(found.unseen), size, source)
    for policy in range(policies.count):
        if not prior[policy]:
            continue
        by = np.full(len(numbers), policy)
        costs = np.array(
            [
                policies.costs(left, by, place, numbers)
                for left, place in zip(lefts.tolist(), places, strict=True)
            ]
        )
        explain = _explain_by_gap if policy == GAP else _explain_by_softmax
        for at, other in enumerate(found.others):
            played = np.array([dict(turn.cards)[view.seats[other]] for turn in turns])
            likely, weights = explain(costs, played, found.unseen, hands, 1 / lefts)
            found.models[at, policy] *= likely
            found.costs[at, policy] = np.rint(-np.log(weights) * UNIT)
    found.models[:] /= found.models.sum(axis=1, keepdims=True)
    return found


def _explain_by_gap(
    costs: Costs, played: Indexes, unseen: Numbers, hands: Indexes, by_lapse: Floats
) -> tuple[float, Floats]:
    """How likely the gap player's choices were these, and how likely it kept each unseen number.

    costs: of all numbers, (turns, numbers). played: a number each turn. hands: indexes of unseen
    numbers, (hands, cards). by_lapse: how often chance alone plays a card, by turn.
    """
    own = costs[np.arange(len(played)), played]
    is_cheaper = costs[:, unseen] < own[:, None]
    later = [(costs[at, played[at + 1 :]] < own[at]).any() for at in range(len(played))]
    is_lapse = is_cheaper[:, hands].any(axis=2) | np.array(later)[:, None]
    likely = (1 - LAPSE) * ~is_lapse + LAPSE * by_lapse[:, None]
    return float(likely.prod(axis=0).mean()), LAPSE ** is_cheaper.sum(axis=0)


def _explain_by_softmax(
    costs: Costs, played: Indexes, unseen: Numbers, hands: Indexes, by_lapse: Floats
) -> tuple[float, Floats]:
    """The same for a policy that chooses the more often what costs less."""
    floor = costs[:, 1:].min(axis=1, keepdims=True)
    liked = np.exp((floor - costs.astype(np.float64)) / NAT)
    own = liked[np.arange(len(played)), played]
    # What it certainly held at each turn: what it played then and later.
    certain = np.array([liked[at, played[at:]].sum() for at in range(len(played))])
    of_unseen = liked[:, unseen]
    lapses = LAPSE * by_lapse[:, None]
    sums = certain[:, None] + of_unseen[:, hands].sum(axis=2)
    likely = ((1 - LAPSE) * own[:, None] / sums + lapses).prod(axis=0).mean()
    weights = np.ones(len(unseen))
    for _estimate in range(ESTIMATES):
        mean = (of_unseen * weights).sum(axis=1) / weights.sum()
        others = certain + (hands.shape[1] - 1) * mean
        with_it = (1 - LAPSE) * own[:, None] / (others[:, None] + of_unseen) + lapses
        usual = (1 - LAPSE) * own / (others + mean) + lapses[:, 0]
        weights = (with_it / usual[:, None]).prod(axis=0)
    return float(likely), weights


def _random_hands(cards: int, size: int, source: np.random.PCG64) -> Indexes:
    """Indexes of cards, shape (HANDS, size)."""
    keys = (source.random_raw(HANDS * cards) >> np.uint64(8)).astype(np.int64).reshape(HANDS, cards)
    keys = keys >> _CARD_BITS << _CARD_BITS | np.arange(cards)
    return np.sort(keys, axis=1)[:, :size] & ((1 << _CARD_BITS) - 1)


def deal(
    belief: Belief, size: int, worlds: int, first: int, source: np.random.PCG64
) -> tuple[Numbers, Indexes]:
    """Hands of the others, ascending, (others, size, worlds), and their policies, (others, worlds).

    first: who of the others is dealt to first; who comes later gets what is left.
    """
    count, cards = len(belief.others), len(belief.unseen)
    hands = np.empty((count, size, worlds), np.int16)
    policies = np.empty((count, worlds), np.intp)
    taken = np.zeros((worlds, cards), np.int32)
    ids = np.arange(cards, dtype=np.int32)
    for other in [(first + at) % count for at in range(count)]:
        limits = np.cumsum(belief.models[other])
        draws = (source.random_raw(worlds) >> np.uint64(11)) * 2.0**-53
        policies[other] = np.minimum(np.searchsorted(limits, draws), len(limits) - 1)
        levels = source.random_raw(-(-worlds * cards // 4)).view(np.uint16)[: worlds * cards]
        # The lowest bits tell which number it is.
        held = np.minimum(belief.costs[other], NEVER // 2) << _CARD_BITS | ids
        keys = _SHIFTED_NOISE[levels].reshape(worlds, cards)
        keys += held[policies[other]]
        keys += taken
        # The order within what is partitioned is not the same on every machine.
        dealt = np.sort(np.partition(keys, size - 1, axis=1)[:, :size] & 127, axis=1)
        np.put_along_axis(taken, dealt, np.int32(NEVER << _CARD_BITS), axis=1)
        hands[other] = belief.unseen[dealt].T
    return hands, policies
