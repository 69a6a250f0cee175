"""What each action costs: the heads that everybody takes to the end of the round, in many worlds.

In each world the hidden cards are dealt anew, and each player goes on by a policy; both follow from
what may be believed of them. All actions are tried in the same worlds, and chance is the same for
all, so that differences come from the actions alone. All chance comes from raw bits.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.bots.belief import Belief, believe, deal, no_belief
from games.bots.levels import can_be_played_out
from games.bots.playouts import Indexes, Numbers, Worlds, play_choices
from games.bots.policies import (
    GAP,
    Costs,
    Policies,
    cheapest,
    learned_policies,
    noise,
)
from games.rules.actions import Action, ChooseCard, TakeRow
from games.rules.state import Awaited, View

# Before anything was seen of them, opponents are at random, by the gap, careful, or as the networks
# learned.
PRIOR = (0.1, 0.15, 0.15, 0.15, 0.15, 0.3)
OWN = 5
# Worlds are played side by side in blocks: as many blocks as tell how far the mean may be off, but
# for a first look at a few worlds.
BLOCK, SMALL_BLOCK, ENOUGH_BLOCKS = 500, 50, 16


def is_weighed(view: View) -> bool:
    """Whether this decision can be tried in worlds: a card or a row, among two at least."""
    kind = view.decision.kind if view.decision else None
    is_placed = kind is Awaited.CARD or kind is Awaited.ROW
    return is_placed and can_be_played_out(view.options) and len(view.actions) > 1


def policies_at(view: View) -> Policies:
    """All policies at this table, made when they are first asked for."""
    return learned_policies(len(view.seats), len(view.options.deck(len(view.seats))))


class Weighed(NamedTuple):
    """What an action costs on average to the end of the round, in bull heads.

    error: its standard error; apart: that of the difference to the best action, 0 for the best.
    """

    heads: float
    error: float
    apart: float


def weigh(
    view: View, actions: Sequence[Action], worlds: int, source: np.random.PCG64
) -> list[Weighed]:
    """What each of these actions costs, where the decision `is_weighed`; all in the same worlds.

    worlds: a few more may be tried.
    """
    count = max(2, min(ENOUGH_BLOCKS, worlds // SMALL_BLOCK), -(-worlds // BLOCK))
    size = -(-worlds // count)
    # What is believed of the others is an estimate too, so each block believes for itself: the
    # blocks, and not the worlds in one, differ by all that is uncertain.
    blocks = [_heads_of_a_block(view, actions, size, source) for _block in range(count)]
    heads = np.array(blocks).T
    best = int(heads.sum(axis=1).argmin())
    return [
        Weighed(*_mean_and_error(row, size), _mean_and_error(row - heads[best], size)[1])
        for row in heads
    ]


def _heads_of_a_block(
    view: View, actions: Sequence[Action], worlds: int, source: np.random.PCG64
) -> NDArray[np.int64]:
    """The viewer's heads in so many worlds together, by action."""
    weighing = Weighing.by_belief(view, source)
    sums: NDArray[np.int64] = weighing.heads(actions, worlds)[weighing.own].sum(axis=1)
    return sums.astype(np.int64)


def _mean_and_error(sums: NDArray[np.int64], size: int) -> tuple[float, float]:
    """The mean of a world and its standard error, of the sums of blocks of this size.

    Sums are of whole numbers: the same on every machine.
    """
    count, total, squares = len(sums), int(sums.sum()), int((sums * sums).sum())
    variance = max(0.0, squares - total**2 / count) / (count - 1)
    return round(total / count / size, 4), round((variance / count) ** 0.5 / size, 4)


class Weighing:
    """One decision, tried in as many worlds as one likes."""

    def __init__(
        self,
        view: View,
        belief: Belief,
        policies: Policies,
        own_policy: int | None,
        source: np.random.PCG64,
    ) -> None:
        """own_policy: how the viewer goes on, in no doubt; None: as the others may."""
        self.own = view.seats.index(view.seat or 0)
        self._view, self._belief, self._policies = view, belief, policies
        self._own_policy, self._source = own_policy, source
        self._dealt = 0

    @classmethod
    def by_belief(cls, view: View, source: np.random.PCG64) -> "Weighing":
        """With all that the turns of the round say of the others."""
        policies = policies_at(view)
        return cls(view, believe(view, policies, PRIOR, source), policies, OWN, source)

    @classmethod
    def without_belief(cls, view: View, source: np.random.PCG64) -> "Weighing":
        """As before the first turn: anybody may be like any of the models, and hold any card."""
        return cls(view, no_belief(view, PRIOR), policies_at(view), OWN, source)

    def heads(self, actions: Sequence[Action], worlds: int) -> Numbers:
        """Heads that each player takes in the rest of the round; (players, actions, worlds)."""
        view, own, size = self._view, self.own, len(self._view.hand)
        players, count = len(view.seats), len(actions) * worlds
        hands, policies, unsure = self._deal(len(actions), worlds)
        rows = Worlds(view.options, view.rows, players, count)
        cards = np.array(view.hand, np.int16)
        if isinstance(actions[0], TakeRow):
            taken = [action.row for action in actions if isinstance(action, TakeRow)]
            hands[own] = cards[:, None, None]
            hands = hands.reshape(players, size, count)
            self._place_revealed(rows, np.repeat(np.array(taken, np.intp), worlds))
        else:
            for at, action in enumerate(actions):
                card = action.card if isinstance(action, ChooseCard) else 0
                hands[own, :, at] = np.array([*cards[cards != card], card])[:, None]
            # What the others choose now does not depend on the action.
            before = Worlds(view.options, view.rows, players, worlds)
            chosen = self._choices(before, hands[:, :, 0], policies[..., :worlds], unsure, 1)
            chosen[own] = size - 1
            hands = hands.reshape(players, size, count)
            play_choices(rows, hands, np.tile(chosen, (1, len(actions))))
            hands = hands[:, :-1]
        for left in range(hands.shape[1], 0, -1):
            held = hands[:, :left]
            play_choices(rows, held, self._choices(rows, held, policies, unsure, len(actions)))
        return rows.taken.reshape(players, len(actions), worlds)

    def _deal(self, actions: int, worlds: int) -> tuple[Numbers, Indexes, Costs]:
        """Hands (players, cards, actions, worlds), the viewer's still empty; the policy of each
        player, (players, 1, actions * worlds); 1 for who is unsure, (players, 1, worlds).
        """
        belief, players = self._belief, len(self._view.seats)
        size = len(self._view.hand)
        dealt, models = deal(belief, size, worlds, self._dealt, self._source)
        self._dealt += 1
        policies = np.empty((players, worlds), np.intp)
        policies[list(belief.others)] = models
        # As one of the others, but in another world.
        own = np.roll(models[0], 1) if self._own_policy is None else self._own_policy
        policies[self.own] = own
        unsure = (policies != GAP).astype(np.uint16)
        if self._own_policy is not None:
            unsure[self.own] = 0
        hands = np.empty((players, size, actions, worlds), np.int16)
        hands[list(belief.others)] = dealt[:, :, None]
        return hands, np.tile(policies, (1, actions))[:, None], unsure[:, None]

    def _choices(
        self, rows: Worlds, hands: Numbers, policies: Indexes, unsure: Costs, actions: int
    ) -> Indexes:
        """Which card of its hand each player chooses, (players, worlds)."""
        players, cards, count = hands.shape
        if cards == 1:
            return np.zeros((players, count), np.intp)
        costs = self._policies.costs(cards, policies, rows.places(hands), hands)
        by_chance = noise((players, cards, count // actions), self._source) * unsure
        costs.reshape(players, cards, actions, -1)[...] += by_chance[:, :, None]
        return cheapest(costs)

    def _place_revealed(self, worlds: Worlds, rows: Indexes) -> None:
        """Take these rows with the low card that is being placed, then place the others."""
        low_rows: Indexes | None = rows
        for seat, card in self._view.revealed:
            player = np.full(len(rows), self._view.seats.index(seat), np.int16)
            worlds.place(player, np.full(len(rows), card, np.int16), low_rows)
            low_rows = None
