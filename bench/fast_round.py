"""A fast round of the base game, for measurements: how many deals could be tried out in a second.

It plays the turns of a round as `engine.apply` does, but without checks, events and states, and so
several times as fast. tests/bench/test_fast_round.py compares the two in random games.
"""

from bisect import bisect
from collections.abc import Callable, Iterable, Sequence

from games.rules.cards import total_heads
from games.rules.options import FIRST_ROWS
from games.rules.placement import NUMBERS_OF_A_FULL_ROW
from games.rules.state import Cards, RoundState, Row

ChooseRow = Callable[["FastRound", int, int], int]
"""Given the round, a seat and its low card: the index of the row that the seat takes (Rule 4)."""


class FastRound:
    """The rows and piles of a round, changed in place; the caller keeps the hands.

    For the base game with any of its options, the Cabriole included, but not for special cards and
    fan cards.
    Rows are kept in ascending order of their last numbers. A card that goes after the greatest last
    number below it does not change that order; only a low card moves its row, to the front.

    piles: by seat, the numbers taken.
    """

    __slots__ = ("_cabriole_row", "_ends", "_indexes", "_rows", "piles")

    def __init__(self, rows: Sequence[Row], piles: Sequence[Cards]) -> None:
        """Copy four rows and the piles by seat.

        Raises ValueError for any other number of rows and for special cards beside them.
        """
        if len(rows) != FIRST_ROWS:
            raise ValueError("a fast round needs four rows")
        cabriole = None
        for index, row in enumerate(rows):
            if row.stopped or row.seven_takes or row.fan or row.flipped:
                raise ValueError("a fast round has no special cards")
            if row.cabriole:
                cabriole = index
        # Parallel lists in ascending order of the last numbers.
        ends = [row.cards[-1] for row in rows]
        self._ends = sorted(ends)
        self._indexes = sorted(range(FIRST_ROWS), key=ends.__getitem__)
        self._rows = [list(rows[index].cards) for index in self._indexes]
        self._cabriole_row = None if cabriole is None else self._rows[self._indexes.index(cabriole)]
        self.piles = [list(pile) for pile in piles]

    @classmethod
    def of_round(cls, round: RoundState) -> "FastRound":
        """A copy of a round. Raises ValueError during a draft and for a game with special cards."""
        if round.specials is not None or round.flips is not None:
            raise ValueError("a fast round has no special cards")
        return cls(round.rows, round.piles)

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows in their order on the table."""
        rows = {
            index: Row(tuple(numbers), cabriole=numbers is self._cabriole_row)
            for index, numbers in zip(self._indexes, self._rows, strict=True)
        }
        return tuple([rows[index] for index in range(FIRST_ROWS)])

    @property
    def heads(self) -> tuple[int, ...]:
        """Bull heads of the piles, by seat."""
        return tuple([total_heads(pile) for pile in self.piles])

    def play_turn(self, plays: Iterable[tuple[int, int]], choose_row: ChooseRow) -> None:
        """Place the (card, seat) pairs of a turn, or of the part of a turn that is not placed yet.

        The pairs may come in any order. That no card is in play twice is not checked.
        """
        rows, ends = self._rows, self._ends
        for card, seat in sorted(plays):
            at = bisect(ends, card) - 1
            if at < 0:
                self._take_with_low_card(seat, card, choose_row(self, seat, card))
                continue
            ends[at] = card
            row = rows[at]
            if row is self._cabriole_row:
                self._place_beside_cabriole(seat, card, at)
            elif len(row) < NUMBERS_OF_A_FULL_ROW:
                row.append(card)
            else:
                self.piles[seat] += row
                rows[at] = [card]

    def _take_with_low_card(self, seat: int, card: int, index: int) -> None:
        """Rule 4: the card starts the row anew, which then has the lowest last number."""
        at = self._indexes.index(index)
        row = self._rows.pop(at)
        del self._indexes[at], self._ends[at]
        self.piles[seat] += row
        self._rows.insert(0, [card])
        self._indexes.insert(0, index)
        self._ends.insert(0, card)
        if row is self._cabriole_row:
            self._jump_cabriole(seat, 0)

    def _place_beside_cabriole(self, seat: int, card: int, at: int) -> None:
        """Beside the Cabriole a row holds four numbers; it jumps after each card (S2)."""
        row = self._rows[at]
        if len(row) < NUMBERS_OF_A_FULL_ROW - 1:
            row.append(card)
        else:
            self.piles[seat] += row
            self._rows[at] = [card]
        self._jump_cabriole(seat, at)

    def _jump_cabriole(self, seat: int, at: int) -> None:
        """Let the Cabriole jump to the lowest other row, and on if that has five numbers (S2)."""
        while True:
            at = 1 if at == 0 else 0
            row = self._rows[at]
            if len(row) < NUMBERS_OF_A_FULL_ROW:
                break
            self.piles[seat] += row[:-1]
            del row[:-1]
        self._cabriole_row = row
