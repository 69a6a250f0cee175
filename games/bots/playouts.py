"""Rounds played to their end in many worlds at once, with numpy: one array for each field.

A world is one way in which the hidden cards may lie. The rows are those of games/rules in games of
four rows: the base game with any of its options, the Cabriole, Even/Odd and the Mountain, but no
Flip cards, no special cards and no ox (`understands`). tests/bots/test_playouts.py compares them.

Shapes end with the worlds: (rows, worlds), (players, worlds), (players, cards of a hand, worlds).
All values are whole numbers, so the same worlds give the same sums on every machine.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from games.rules.cards import HEADS, FanCard, FanFace
from games.rules.options import FIRST_ROWS, Options, Variant
from games.rules.placement import NUMBERS_OF_A_FULL_ROW
from games.rules.state import Row

Numbers = NDArray[np.int16]
Truths = NDArray[np.bool_]
Indexes = NDArray[np.intp]

_HEADS = np.array(HEADS, np.int16)
_ROWS = np.arange(FIRST_ROWS, dtype=np.int16)[:, None]
_ROW_BITS = FIRST_ROWS - 1
# Greater than any key, and a multiple of eight.
_NO_ROW = np.int16(32760)
# A key of the gap player: heads, then the gap, then which card of the hand it is.
_GAPS, _CARDS = 128, 16


def understands(options: Options) -> bool:
    """Whether the rows of such a game can be played here."""
    return options.variant is Variant.BASE and not options.flip


class Worlds:
    """The rows and what everybody has taken in many worlds; changed in place.

    ends, counts, heads: of the rows, last number, how many numbers, bull heads. taken: heads by
    player, from nothing on.
    """

    def __init__(self, options: Options, rows: Sequence[Row], players: int, worlds: int) -> None:
        def each(values: list[int]) -> Numbers:
            return np.repeat(np.array(values, np.int16)[:, None], worlds, axis=1)

        self.ends = each([row.last for row in rows])
        self.counts = each([len(row.cards) for row in rows])
        self.heads = each([row.heads for row in rows])
        self.taken: Numbers = np.zeros((players, worlds), np.int16)
        self._worlds = np.arange(worlds)
        marked = [at for at, row in enumerate(rows) if row.cabriole or row.fan is not None]
        # The row of the Cabriole or of the fan card, by world.
        self.marked: Indexes = np.full(worlds, marked[0] if marked else 0, np.intp)
        self._cabriole = options.cabriole
        self._even_odd = options.fan is FanCard.EVEN_ODD
        self._mountain = options.fan is FanCard.MOUNTAIN
        self._goes_up: Truths = np.full(worlds, any(row.fan is FanFace.UP for row in rows))

    def place_turn(self, cards: Numbers) -> None:
        """Place the card of each player, shape (players, worlds), from the lowest to the highest.

        With a low card the row with the fewest heads is taken, the first of equal ones.
        """
        players = np.arange(len(cards), dtype=np.int16)[:, None]
        for card_and_player in np.sort(cards * _CARDS + players, axis=0):
            self.place(card_and_player & (_CARDS - 1), card_and_player // _CARDS)

    def place(self, players: Numbers, cards: Numbers, low_rows: Indexes | None = None) -> None:
        """Place one card in each world by Rules 1 to 4.

        low_rows: in all worlds the card is a low one, and its player takes this row.
        """
        if low_rows is None:
            rows, is_low = self._rows_for(cards)
        else:
            rows = low_rows
            is_low = np.full(len(cards), True)
        at = rows * len(self._worlds) + self._worlds
        counts, heads, ends = self.counts.reshape(-1), self.heads.reshape(-1), self.ends.reshape(-1)
        count, held = counts[at], heads[at]
        takes = is_low | self._is_full(rows, count)
        lost = held * takes
        counts[at] = np.where(takes, 1, count + 1)
        heads[at] = held - lost + _HEADS[cards]
        ends[at] = cards
        self._add(players, lost)
        if self._cabriole:
            self._jump(players, rows == self.marked)
        elif self._even_odd:
            self.marked = np.where(takes, self.ends.argmin(axis=0), self.marked)
        elif self._mountain:
            self._move_mountain(takes)

    def _add(self, players: Numbers, heads: Numbers) -> None:
        at = players.astype(np.intp) * len(self._worlds) + self._worlds
        self.taken.reshape(-1)[at] += heads

    def _is_full(self, rows: "Indexes | Numbers", counts: Numbers) -> Truths:
        """Whether the next number takes these rows, with so many numbers: five, or the Cabriole."""
        if not self._cabriole:
            return counts >= NUMBERS_OF_A_FULL_ROW
        full: Truths = counts + (rows == self.marked) >= NUMBERS_OF_A_FULL_ROW
        return full

    def _rows_for(self, cards: Numbers) -> tuple[Indexes, Truths]:
        """Where the cards go, and which of them are low: these take the cheapest row."""
        keys = self.differences(cards) * (2 * FIRST_ROWS) + _ROWS
        if self._mountain:
            # Of equal differences the Mountain's.
            keys += FIRST_ROWS * (self.marked != _ROWS)
        best = np.where(keys >= 2 * FIRST_ROWS, keys, _NO_ROW).min(axis=0)
        is_low = best == _NO_ROW
        cheapest = (self.heads * FIRST_ROWS + _ROWS).min(axis=0)
        return (np.where(is_low, cheapest, best) & _ROW_BITS).astype(np.intp), is_low

    def differences(self, cards: Numbers) -> Numbers:
        """By row, how far the cards are from its end; 0 or less where they do not fit."""
        found: Numbers = cards - self.ends
        if self._mountain:
            found = np.where(self.marked == _ROWS, -found, found)
        elif self._even_odd:
            found = np.where((self.marked == _ROWS) & (found & 1 > 0), np.int16(0), found)
        return found

    def _jump(self, players: Numbers, jumps: Truths) -> None:
        """Let the Cabriole jump in these worlds, and on where it lands on a row of five numbers."""
        while jumps.any():
            ends = np.where(self.marked == _ROWS, _NO_ROW, self.ends)
            self.marked = np.where(jumps, ends.argmin(axis=0), self.marked)
            at = self.marked * len(self._worlds) + self._worlds
            counts, heads = self.counts.reshape(-1), self.heads.reshape(-1)
            jumps &= counts[at] == NUMBERS_OF_A_FULL_ROW
            # All but the highest is taken.
            lost = np.where(jumps, heads[at] - _HEADS[self.ends.reshape(-1)[at]], np.int16(0))
            counts[at] = np.where(jumps, 1, counts[at])
            heads[at] -= lost
            self._add(players, lost)

    def _move_mountain(self, takes: Truths) -> None:
        """One row on where a row was taken; it turns round where it can go no further."""
        to_row = self.marked + np.where(self._goes_up, -1, 1)
        self.marked = np.where(takes, to_row, self.marked)
        self._goes_up = np.where(self.marked == 0, False, self._goes_up)
        self._goes_up = np.where(self.marked == FIRST_ROWS - 1, True, self._goes_up)

    def smallest_gaps(self, hands: Numbers) -> Indexes:
        """The gap player's choice, as an index into each hand; shape (players, worlds).

        hands: (players, cards, worlds). The card that costs the fewest heads as the rows lie; of
        those that cost none, the smallest gap. Beside the Cabriole its jumps are not foreseen.
        """
        costs = self.heads * self._is_full(_ROWS, self.counts)
        bases = costs * _GAPS - self.ends
        lowest = self.heads.min(axis=0) * np.int16(_GAPS)
        if self._mountain or self._even_odd:
            keys = self._keys_beside_fan_card(hands, costs, lowest)
        else:
            # From the lowest end to the highest: the last row that fits is the right one.
            order = np.sort(self.ends * FIRST_ROWS + _ROWS, axis=0)
            keys = lowest - hands
            for end_and_row in order:
                at = (end_and_row & _ROW_BITS).astype(np.intp) * len(self._worlds) + self._worlds
                fits = hands > end_and_row // FIRST_ROWS
                keys = np.where(fits, bases.reshape(-1)[at], keys)
            keys = keys + hands
        cards = np.arange(hands.shape[1], dtype=np.uint16)[:, None]
        best = (keys.astype(np.uint16) * np.uint16(_CARDS) + cards).min(axis=1)
        index: Indexes = (best & (_CARDS - 1)).astype(np.intp)
        return index

    def _keys_beside_fan_card(self, hands: Numbers, costs: Numbers, lowest: Numbers) -> Numbers:
        """Heads and gap of each card of the hands."""
        nearest = np.full(hands.shape, _NO_ROW, np.int16)
        keys = np.broadcast_to(lowest, hands.shape)
        for row in range(FIRST_ROWS):
            gaps = hands - self.ends[row]
            if self._mountain:
                gaps = np.where(self.marked == row, -gaps, gaps)
                is_nearer = (gaps < nearest) | ((gaps == nearest) & (self.marked == row))
            else:
                gaps = np.where((self.marked == row) & (gaps & 1 > 0), np.int16(0), gaps)
                is_nearer = gaps < nearest
            is_nearer &= gaps > 0
            nearest = np.where(is_nearer, gaps, nearest)
            keys = np.where(is_nearer, costs[row] * np.int16(_GAPS) + gaps, keys)
        return keys


def play_out(worlds: Worlds, hands: Numbers, by_gap: Truths) -> None:
    """Play all turns that are left; see `play_turn`."""
    for left in range(hands.shape[1], 0, -1):
        play_turn(worlds, hands[:, :left], by_gap)


def play_turn(worlds: Worlds, hands: Numbers, by_gap: Truths) -> None:
    """Play one turn; what is left of the hands then lies before their last card.

    hands: (players, cards, worlds), each in a random order. by_gap: (players, worlds), who plays by
    the gap; the others play the last card of their hand, so one at random.
    """
    players, cards, count = hands.shape
    if cards == 1 or not by_gap.any():
        worlds.place_turn(hands[:, -1])
        return
    player, world = np.ogrid[:players, :count]
    index = np.where(by_gap, worlds.smallest_gaps(hands), cards - 1)
    chosen = hands[player, index, world]
    hands[player, index, world] = hands[:, -1]
    worlds.place_turn(chosen)
