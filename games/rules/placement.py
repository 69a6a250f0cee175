"""Where a number goes (S0, Règles 1 to 4); one function per rule."""

from collections.abc import Sequence
from operator import itemgetter

from games.rules.cabriole import jump_cabriole
from games.rules.errors import ErrorCode
from games.rules.events import Revealed, TakeReason, placed
from games.rules.state import Resolution, Row
from games.rules.takes import take_row


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
    res.events.append(Revealed(tuple(shown)))


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
    why = TakeReason.SEVENTH if res.rows[index].seven_takes else TakeReason.SIXTH
    _take_with(res, seat, index, card, why)


def take_with_low_card(res: Resolution, seat: int, index: int, card: int) -> None:
    """Rule 4: a low card takes a row of its player's choice and starts it anew."""
    _take_with(res, seat, index, card, TakeReason.LOW)


def _take_with(res: Resolution, seat: int, index: int, card: int, why: TakeReason) -> None:
    beside_cabriole = res.rows[index].cabriole
    take_row(res, seat, index, card, why)
    if beside_cabriole:
        jump_cabriole(res, seat, index)


def refuse_row(rows: Sequence[Row], row: int) -> ErrorCode | None:
    """A row must be there and open: no Stop may block it."""
    if not 0 <= row < len(rows):
        return ErrorCode.NO_SUCH_ROW
    return ErrorCode.ROW_BLOCKED if rows[row].stopped else None
