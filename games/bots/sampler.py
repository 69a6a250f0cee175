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
from games.bots.playouts import Indexes, Numbers, Worlds, play_out, play_turn, understands
from games.rules.actions import Action, ChooseCard, TakeRow
from games.rules.state import Awaited, View

# Where the Cabriole or a fan card lies at a row, each placement takes twice as long.
STAGES, STAGES_BESIDE_A_CARD = 3, 2
# Placements of one stage, and at most so many worlds: measured to take some 10 ms together.
PLACEMENTS, MOST_WORLDS = 16_000, 800
LONGEST_SECONDS = 0.020


def is_thinking(view: View) -> bool:
    """Whether worlds are dealt for this decision; any other is the careful player's."""
    kind = view.decision.kind if view.decision else None
    is_weighed = kind is Awaited.CARD or kind is Awaited.ROW
    return is_weighed and understands(view.options) and len(view.actions) > 1


def choose(view: View, rng: random.Random, clock: Callable[[], float] = thread_time) -> Action:
    """The action of a seat that is awaited; the best so far when the time is over.

    clock: in seconds, tells when that is.
    """
    if not is_thinking(view):
        return careful.choose(view)
    began = stage_began = clock()
    found = view.actions[0]
    for best in stages(view, rng):
        found = best
        now = clock()
        if now - began + (now - stage_began) > LONGEST_SECONDS:
            break
        stage_began = now
    return found


def stages(view: View, rng: random.Random) -> Iterator[Action]:
    """The best action after each stage; the last one is the answer where there is time for it."""
    source = np.random.PCG64(rng.getrandbits(128))
    totals = dict.fromkeys(view.actions, 0)
    left = list(view.actions)
    is_plain = view.options.fan is None and not view.options.cabriole
    for _stage in range(STAGES if is_plain else STAGES_BESIDE_A_CARD):
        for action, heads in zip(left, _try(view, left, source), strict=True):
            totals[action] += heads
        # Who are left were tried in equally many worlds. Of equal ones the first.
        left.sort(key=totals.__getitem__)
        yield left[0]
        left = left[: max(2, (len(left) + 1) // 2)]


def _try(view: View, actions: list[Action], source: np.random.PCG64) -> list[int]:
    """The heads that the viewer takes in this round after each action, in all worlds together."""
    players, cards = len(view.seats), len(view.hand)
    count = PLACEMENTS // (players * max(1, cards) * len(actions))
    count = max(1, min(count, MOST_WORLDS // len(actions)))
    own = view.seats.index(view.seat or 0)
    hands = _deal(view, actions, own, count, source)
    # One bit of chance for each player and world.
    coins = source.random_raw(players * count).reshape(players, 1, count) >> 63
    by_gap = np.repeat(coins.astype(np.bool_), len(actions), axis=1).reshape(players, -1)
    worlds = Worlds(view.options, view.rows, players, hands.shape[2])
    if isinstance(actions[0], TakeRow):
        rows = [action.row for action in actions if isinstance(action, TakeRow)]
        _place_revealed(view, worlds, np.repeat(np.array(rows, np.intp), count))
    else:
        by_gap[own] = False
        play_turn(worlds, hands, by_gap)
        hands = hands[:, :-1]
    by_gap[own] = True
    play_out(worlds, hands, by_gap)
    heads: list[int] = worlds.taken[own].reshape(len(actions), count).sum(axis=1).tolist()
    return heads


def _deal(
    view: View, actions: list[Action], own: int, count: int, source: np.random.PCG64
) -> Numbers:
    """All hands in so many worlds for each action, shape (players, cards, actions * worlds).

    The card that an action plays lies last in the viewer's hand.
    """
    players, cards = len(view.seats), len(view.hand)
    hands = np.empty((players, cards, len(actions), count), np.int16)
    unseen = np.array(careful.unseen_numbers(view), np.int16)
    dealt = unseen[_orders(len(unseen), count, source)[: (players - 1) * cards]]
    others = [player for player in range(players) if player != own]
    hands[others] = dealt.reshape(players - 1, cards, 1, count)
    hand = np.array(view.hand, np.int16)
    for at, action in enumerate(actions):
        if isinstance(action, ChooseCard):
            rest = hand[hand != action.card]
            hands[own, :-1, at] = rest[_orders(len(rest), count, source)]
            hands[own, -1, at] = action.card
        else:
            hands[own, :, at] = hand[_orders(cards, count, source)]
    return hands.reshape(players, cards, len(actions) * count)


def _orders(cards: int, count: int, source: np.random.PCG64) -> Indexes:
    """Random orders of so many cards, one in each column.

    Of raw bits and a stable sort: what numpy makes of both is the same in all its versions.
    """
    keys = source.random_raw(-(-cards * count // 2)).view(np.uint32)[: cards * count]
    return np.argsort(keys.reshape(cards, count), axis=0, kind="stable")


def _place_revealed(view: View, worlds: Worlds, rows: Indexes) -> None:
    """Take these rows with the low card that is being placed, then place the rest of the turn."""
    low_rows: Indexes | None = rows
    for seat, card in view.revealed:
        player = np.full(len(rows), view.seats.index(seat), np.int16)
        worlds.place(player, np.full(len(rows), card, np.int16), low_rows)
        low_rows = None
