"""Where a number goes, and what a row that is taken leaves (S0, Règles 1 to 4, S2)."""

from collections.abc import Sequence
from operator import itemgetter
from typing import cast

from games.rules.cards import SpecialKind, total_heads
from games.rules.errors import ErrorCode
from games.rules.events import (
    Event,
    Jumped,
    Revealed,
    RowRemoved,
    StopsLifted,
    TakeReason,
    Took,
    placed,
)
from games.rules.held_cards import FlipCards, SpecialCards
from games.rules.options import FIRST_ROWS
from games.rules.state import Cards, RoundState, Row, Turn

# Without the Python function of a named tuple, as in games/rules/state.py.
_new_tuple = tuple.__new__


class Resolution:
    """A round while one action is applied to it: its changing fields, and the events so far.

    It lives inside one call of the engine, made from a state that stays as it is; after a refusal
    it is dropped, and nothing has happened.
    """

    __slots__ = (
        "_before",
        "boxed",
        "events",
        "flips",
        "hands",
        "ox",
        "pile_heads",
        "piles",
        "queue",
        "rows",
        "shown",
        "specials",
        "turn",
        "turns",
    )

    def __init__(self, before: RoundState) -> None:
        self._before = before
        self.turn = before.turn
        self.rows: list[Row] = list(before.rows)
        self.hands = list(before.hands)
        self.queue = list(before.queue)
        self.piles = list(before.piles)
        self.pile_heads = list(before.pile_heads)
        self.boxed = before.boxed
        self.shown = before.shown
        self.specials = before.specials
        self.flips = before.flips
        self.ox = before.ox
        self.turns = before.turns
        self.events: list[Event] = []

    @property
    def round_number(self) -> int:
        return self._before.number

    @property
    def special_cards(self) -> SpecialCards:
        """`specials`, where it is known that the game has them."""
        return cast("SpecialCards", self.specials)

    def remove_from_hand(self, seat: int, card: int) -> None:
        hand = list(self.hands[seat])
        hand.remove(card)
        self.hands[seat] = tuple(hand)

    def freeze(self) -> RoundState:
        """The round as it stands now; a turn being resolved has no choices."""
        before = self._before
        flips = self.flips
        if flips is not None:
            flips = FlipCards(flips.used, (False,) * len(flips.used))
        fields = (
            before.number,
            before.seats,
            self.turn,
            tuple(self.rows),
            tuple(self.hands),
            (None,) * len(self.hands),
            tuple(self.queue),
            tuple(self.piles),
            tuple(self.pile_heads),
            (),
            self.boxed,
            self.shown,
            self.specials,
            flips,
            self.ox,
            self.turns,
        )
        return _new_tuple(RoundState, fields)


def row_for(rows: Sequence[Row], card: int) -> int | None:
    """Rules 1 and 2: the open row with the greatest end below the card; None for a low card."""
    found = None
    highest = 0
    for index, row in enumerate(rows):
        end = row.cards[-1]
        if highest < end < card and not row.stopped:
            found = index
            highest = end
    return found


def capacity(row: Row) -> int:
    """Rule 3: how many numbers a row holds: 5, 4 beside the Cabriole (S2), 6 with 7 qui prend."""
    if row.seven_takes:
        return 6
    return 4 if row.cabriole else 5


def is_full(row: Row) -> bool:
    """Whether the next number at the end of this row takes it."""
    return len(row.cards) >= capacity(row)


def reveal(res: Resolution, choices: Sequence[int | None]) -> None:
    """Turn all choices over; the lowest is placed first."""
    shown = [(seat, card) for seat, card in enumerate(choices) if card is not None]
    shown.sort(key=itemgetter(1))
    for seat, card in shown:
        res.remove_from_hand(seat, card)
    res.queue = shown
    cards = tuple(shown)
    if res.specials is None:
        res.turns = (*res.turns, Turn(tuple(res.rows), cards))
    res.events.append(Revealed(cards))


def place_queue(res: Resolution) -> bool:
    """Place the revealed numbers in order; False at a low card, whose player chooses a row."""
    for at, (seat, card) in enumerate(res.queue):
        if not place(res, seat, card):
            del res.queue[:at]
            return False
    res.queue.clear()
    return True


def place(res: Resolution, seat: int, card: int) -> bool:
    """Place a number by Rules 1 to 3; False for a low card, whose player chooses a row first."""
    index = row_for(res.rows, card)
    if index is None:
        return False
    if is_full(res.rows[index]):
        take_full_row(res, seat, index, card)
    else:
        join_row(res, seat, index, card)
    return True


def join_row(res: Resolution, seat: int, index: int, card: int) -> None:
    """Put a number at the end of a row that has room."""
    row = res.rows[index]
    res.rows[index] = row.with_cards((*row.cards, card))
    res.events.append(placed(seat, card, index))
    if row.cabriole:
        jump_cabriole(res, seat, index)


def take_full_row(res: Resolution, seat: int, index: int, card: int) -> None:
    """Rule 3: the sixth number takes the five; the seventh the six where 7 qui prend lies."""
    take(res, seat, index, card, reason_of_full(res.rows[index]))


def reason_of_full(row: Row) -> TakeReason:
    """Why the next number takes a full row."""
    return TakeReason.SEVENTH if row.seven_takes else TakeReason.SIXTH


def take(res: Resolution, seat: int, index: int, card: int, why: TakeReason) -> None:
    """Take a row with one's number, which starts it anew (Rules 3 and 4); Cabriole jumps."""
    beside_cabriole = res.rows[index].cabriole
    take_row(res, seat, index, card, why)
    if beside_cabriole:
        jump_cabriole(res, seat, index)


def refuse_row(rows: Sequence[Row], row: int) -> ErrorCode | None:
    """A row must be there and open: no Stop may block it."""
    if not 0 <= row < len(rows):
        return ErrorCode.NO_SUCH_ROW
    return ErrorCode.ROW_BLOCKED if rows[row].stopped else None


# --- Taking a row: what goes to the pile, and what lies there afterwards -------------------


def take_row(res: Resolution, seat: int, index: int, card: int, why: TakeReason) -> None:
    """Take a row with one's number, which starts it anew (Rules 3 and 4).

    The Cabriole does not stay: it jumps from there (S2), which is the caller's to do.
    With five rows the number is taken too and the row is gone (S4, 5e série).
    """
    row = res.rows[index]
    if len(res.rows) > FIRST_ROWS:
        _collect(res, seat, index, (*row.cards, card), why)
        _remove_row(res, index)
        return
    _collect(res, seat, index, row.cards, why)
    res.rows[index] = Row((card,))
    res.events.append(placed(seat, card, index))


def take_all_but_highest(res: Resolution, seat: int, index: int, why: TakeReason) -> None:
    """Take a row that became too long within; its highest number stays as the first (S2, S4).

    With five rows all of it is taken and the row is gone.
    """
    row = res.rows[index]
    if len(res.rows) > FIRST_ROWS:
        _collect(res, seat, index, row.cards, why)
        _remove_row(res, index)
        return
    _collect(res, seat, index, row.cards[:-1], why)
    res.rows[index] = Row(row.cards[-1:])


def _collect(res: Resolution, seat: int, index: int, cards: Cards, why: TakeReason) -> None:
    """Put cards of a row into a pile."""
    heads = total_heads(cards)
    res.piles[seat] += cards
    res.pile_heads[seat] += heads
    res.events.append(Took(seat, index, cards, heads, why))
    if res.specials is not None:
        _free_specials(res, seat, index)


def _free_specials(res: Resolution, seat: int, index: int) -> None:
    """Discard what a take frees: all Stops, and 7 qui prend and 5e série of the row taken (S4).

    The taker may exchange a special for each row taken, if one is left in the hand.
    """
    freed: list[SpecialKind] = []
    if res.rows[index].seven_takes:
        freed.append(SpecialKind.SEVEN_TAKES)
    if len(res.rows) > FIRST_ROWS:
        freed.append(SpecialKind.FIFTH_ROW)
    freed += [SpecialKind.STOP] * lift_stops(res)
    specials = res.special_cards
    res.specials = specials._replace(
        discard=(*specials.discard, *freed),
        takes=specials.takes + bool(specials.hands[seat]),
    )


def lift_stops(res: Resolution) -> int:
    """A row was taken: no row is blocked any more; how many were."""
    stopped = tuple(index for index, row in enumerate(res.rows) if row.stopped)
    for index in stopped:
        res.rows[index] = res.rows[index]._replace(stopped=False)
    if stopped:
        res.events.append(StopsLifted(stopped))
    return len(stopped)


def _remove_row(res: Resolution, index: int) -> None:
    """Take one of five rows off the table; the rows after it move up."""
    del res.rows[index]
    res.events.append(RowRemoved(index))


# --- The Cabriole (S2) --------------------------------------------------------------------


NUMBERS_OF_A_FULL_ROW = 5


def lay_cabriole(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """The first rows with the Cabriole at the right of the lowest card."""
    lowest = min(rows, key=lambda row: row.last)
    return tuple(Row(row.cards, cabriole=row is lowest) for row in rows)


def jump_cabriole(res: Resolution, seat: int, index: int) -> None:
    """Let the Cabriole jump from a row, and on from every row of five numbers it lands on.

    Such a row, six cards with the Cabriole, is taken by the seat whose number made it jump.
    """
    landing = _landing_row(res.rows, index)
    res.rows[index] = Row(res.rows[index].cards)
    res.rows[landing] = Row(res.rows[landing].cards, cabriole=True)
    res.events.append(Jumped(seat, index, landing))
    if len(res.rows[landing].cards) == NUMBERS_OF_A_FULL_ROW:
        take_all_but_highest(res, seat, landing, TakeReason.CABRIOLE)
        jump_cabriole(res, seat, landing)


def _landing_row(rows: list[Row], index: int) -> int:
    """The index of the row with the lowest last number, of the three other rows."""
    others = [other for other in range(len(rows)) if other != index]
    return min(others, key=lambda other: rows[other].last)
