"""Rounds played to their end in many worlds at once, with numpy: one array for each field.

A world is one way in which the hidden cards may lie. The rows are those of games/rules in games of
four rows: the base game with any of its options, the Cabriole, Even/Odd and the Mountain, but no
Flip cards, no special cards and no ox (`can_be_played_out`). tests/bots/test_playouts.py compares
them.

Shapes end with the worlds: (rows, worlds), (players, worlds), (players, cards of a hand, worlds).
All values are whole numbers, so the same worlds give the same sums on every machine.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from games.bots.policies import GAPS, LOW_CODE, code_bases
from games.rules.cards import HEADS, FanCard, FanFace
from games.rules.options import FIRST_ROWS, Options
from games.rules.placement import NUMBERS_OF_A_FULL_ROW
from games.rules.state import Row

Numbers = NDArray[np.int16]
Truths = NDArray[np.bool_]
Indexes = NDArray[np.intp]

_CODE_BASES = code_bases()
_HEADS = np.array(HEADS, np.int16)
_ROWS = np.arange(FIRST_ROWS, dtype=np.int16)[:, None]
_ROW_BITS = FIRST_ROWS - 1
# Greater than any key, and a multiple of eight.
_NO_ROW = np.int16(32760)
# Players at most, and a power of two.
_PLAYERS = 16


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
        for card_and_player in np.sort(cards * _PLAYERS + players, axis=0):
            self.place(card_and_player & (_PLAYERS - 1), card_and_player // _PLAYERS)

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

    def places(self, hands: Numbers) -> Numbers:
        """Where each card of the hands goes as the rows lie (games/bots/policies.py).

        hands: (players, cards, worlds).
        """
        counts = self.counts
        if self._cabriole:
            counts = np.minimum(counts + (self.marked == _ROWS), NUMBERS_OF_A_FULL_ROW)
        codes = (_CODE_BASES[counts] + self.heads) * np.int16(GAPS)
        low = (self.heads.min(axis=0) + np.int16(LOW_CODE - 1)) * np.int16(GAPS)
        if self._mountain or self._even_odd:
            return self._places_beside_fan_card(hands, codes, low)
        # From the lowest end to the highest: the last row that fits is the right one.
        bases = codes - self.ends
        order = np.sort(self.ends * FIRST_ROWS + _ROWS, axis=0)
        found = np.empty_like(hands)
        found[:] = low
        for end_and_row in order:
            at = (end_and_row & _ROW_BITS).astype(np.intp) * len(self._worlds) + self._worlds
            np.copyto(found, bases.reshape(-1)[at], where=hands > end_and_row // FIRST_ROWS)
        found += hands
        return found

    def _places_beside_fan_card(self, hands: Numbers, codes: Numbers, low: Numbers) -> Numbers:
        nearest = np.full(hands.shape, _NO_ROW, np.int16)
        found = low + hands
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
            found = np.where(is_nearer, codes[row] + gaps, found)
        return found


def play_choices(worlds: Worlds, hands: Numbers, chosen: Indexes) -> None:
    """Play these cards of the hands; what is left of them then lies before their last card.

    hands: (players, cards, worlds). chosen: an index into each hand, (players, worlds).
    """
    players, _cards, count = hands.shape
    player, world = np.ogrid[:players, :count]
    cards = hands[player, chosen, world]
    hands[player, chosen, world] = hands[:, -1]
    worlds.place_turn(cards)
