"""What each action costs: the heads that its player takes to the end of the round, in many worlds.

The hidden cards are dealt anew for each world, and each action is tried in all of them, so that
the differences between actions come from the actions alone. All chance comes from raw bits.
"""

from collections.abc import Sequence

import numpy as np

from games.bots import careful
from games.bots.playouts import Indexes, Numbers, Worlds, play_out, play_turn, understands
from games.rules.actions import Action, ChooseCard, TakeRow
from games.rules.state import Awaited, View


def is_weighed(view: View) -> bool:
    """Whether this decision can be tried in worlds: a card or a row, among two at least."""
    kind = view.decision.kind if view.decision else None
    is_placed = kind is Awaited.CARD or kind is Awaited.ROW
    return is_placed and understands(view.options) and len(view.actions) > 1


def heads_by_world(
    view: View, actions: Sequence[Action], worlds: int, source: np.random.PCG64
) -> Numbers:
    """Heads that the viewer takes in the rest of the round; shape (actions, worlds).

    actions: of view.actions, where `is_weighed`. A column is the same world for all of them: in it
    every player goes on by the gap or at random, as a coin says, the viewer by the gap.
    """
    players = len(view.seats)
    own = view.seats.index(view.seat or 0)
    hands = _deal(view, actions, own, worlds, source)
    # One bit of chance for each player and world.
    coins = source.random_raw(players * worlds).reshape(players, 1, worlds) >> 63
    by_gap = np.repeat(coins.astype(np.bool_), len(actions), axis=1).reshape(players, -1)
    tables = Worlds(view.options, view.rows, players, hands.shape[2])
    if isinstance(actions[0], TakeRow):
        rows = [action.row for action in actions if isinstance(action, TakeRow)]
        _place_revealed(view, tables, np.repeat(np.array(rows, np.intp), worlds))
    else:
        by_gap[own] = False
        play_turn(tables, hands, by_gap)
        hands = hands[:, :-1]
    by_gap[own] = True
    play_out(tables, hands, by_gap)
    return tables.taken[own].reshape(len(actions), worlds)


def _deal(
    view: View, actions: Sequence[Action], own: int, count: int, source: np.random.PCG64
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
