"""The fan cards (S2): Even/Odd and the Mountain lie at a row, a Flip card turns a number over.

Rules 1 to 4 as they are beside such a card (RULES.md, Fan cards); other games take placement.py.
"""

from collections.abc import Sequence

from games.rules.cards import FLIPPED, FanCard, FanFace
from games.rules.errors import ErrorCode
from games.rules.events import FanCardMoved, Revealed, TakeReason, placed
from games.rules.held_cards import FlipCards
from games.rules.options import FIRST_ROWS
from games.rules.placement import Resolution, is_full, take_row
from games.rules.state import Cards, RoundState, Row

MOUNTAIN_FACES = (FanFace.UP, FanFace.DOWN)


def lay_fan_card(fan: FanCard | None, rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """The first rows with Even/Odd at the lowest card, or the Mountain at the fourth row."""
    match fan:
        case FanCard.EVEN_ODD:
            lowest = _lowest(rows)
            face = _parity(rows[lowest])
        case FanCard.MOUNTAIN:
            lowest, face = FIRST_ROWS - 1, FanFace.UP
        case _:
            return rows
    laid = list(rows)
    laid[lowest] = rows[lowest]._replace(fan=face)
    return tuple(laid)


def fan_row_for(rows: Sequence[Row], number: int) -> int | None:
    """Rules 1 and 2 beside a fan card: the row that fits with the smallest difference.

    number: what the card counts, so the flipped number of one that is played flipped. None for a
    low card, which fits no row.
    """
    found = None
    smallest = 0
    for index, row in enumerate(rows):
        difference = _difference(row, number)
        if difference <= 0:
            continue
        # Of equal ones the Mountain's; beside Flip cards the first (two rows may end alike).
        is_preferred = difference == smallest and row.fan in MOUNTAIN_FACES
        if found is None or difference < smallest or is_preferred:
            found, smallest = index, difference
    return found


def _difference(row: Row, number: int) -> int:
    """How far a number is from the end of a row; 0 or less where it does not fit there."""
    if row.fan in MOUNTAIN_FACES:
        return row.end - number
    if row.fan is not None and (number - row.end) % 2:
        return 0
    return number - row.end


def refuse_flip(round: RoundState, seat: int, card: int) -> ErrorCode | None:
    """Why a seat cannot choose this number flipped; None when it can."""
    if round.flips is None or round.flips.used[seat] is not None:
        return ErrorCode.NO_FLIP_CARD
    return None if FLIPPED[card] else ErrorCode.CARD_DOES_NOT_FLIP


def reveal_with_flips(res: Resolution, flips: FlipCards, choices: Sequence[int | None]) -> None:
    """Turn all choices over; the lowest number is placed first, of equal ones the flipped one."""
    used = list(flips.used)
    order = []
    for seat, card in enumerate(choices):
        if card is None:
            continue
        res.remove_from_hand(seat, card)
        if flips.wanted[seat]:
            used[seat] = card
        number = FLIPPED[card] if flips.wanted[seat] else card
        order.append((number, not flips.wanted[seat], seat, card))
    order.sort()
    res.queue = [(seat, card) for _number, _is_plain, seat, card in order]
    res.flips = flips._replace(used=tuple(used))
    flipped: Cards = tuple([card for _number, is_plain, _seat, card in order if not is_plain])
    res.events.append(Revealed(tuple(res.queue), flipped))


def place_with_fan_card(res: Resolution) -> bool:
    """Place the revealed numbers in order; False at a low card, whose player chooses a row."""
    while res.queue:
        seat, card = res.queue[0]
        number = FLIPPED[card] if _is_flipped(res, seat, card) else card
        index = fan_row_for(res.rows, number)
        if index is None:
            return False
        if is_full(res.rows[index]):
            take_beside_fan_card(res, seat, index, card, TakeReason.SIXTH)
        else:
            _join_row(res, seat, index, card)
        del res.queue[0]
    return True


def _join_row(res: Resolution, seat: int, index: int, card: int) -> None:
    row = res.rows[index]
    flipped = (*row.flipped, card) if _is_flipped(res, seat, card) else row.flipped
    res.rows[index] = row._replace(cards=(*row.cards, card), flipped=flipped)
    res.events.append(placed(seat, card, index))


def take_beside_fan_card(
    res: Resolution, seat: int, index: int, card: int, why: TakeReason
) -> None:
    """Take a row with one's number, which starts it anew; then the card at the rows moves."""
    face = res.rows[index].fan
    take_row(res, seat, index, card, why)
    flipped = (card,) if _is_flipped(res, seat, card) else ()
    res.rows[index] = Row((card,), fan=face, flipped=flipped)
    _move_fan_card(res)


def _move_fan_card(res: Resolution) -> None:
    """Even/Odd goes to the lowest end, the Mountain one row on; nothing if there is neither."""
    index = next((at for at, row in enumerate(res.rows) if row.fan is not None), None)
    if index is None:
        return
    before = res.rows[index].fan
    if before in MOUNTAIN_FACES:
        to_row = index - 1 if before is FanFace.UP else index + 1
        # It turns round where it can go no further.
        face = {0: FanFace.DOWN, FIRST_ROWS - 1: FanFace.UP}.get(to_row, before)
    else:
        to_row = _lowest(res.rows)
        face = _parity(res.rows[to_row])
    if (to_row, face) == (index, before):
        return
    res.rows[index] = res.rows[index]._replace(fan=None)
    res.rows[to_row] = res.rows[to_row]._replace(fan=face)
    res.events.append(FanCardMoved(index, to_row, face))


def _lowest(rows: Sequence[Row]) -> int:
    return min(range(len(rows)), key=lambda at: rows[at].end)


def _parity(row: Row) -> FanFace:
    return FanFace.ODD if row.end % 2 else FanFace.EVEN


def _is_flipped(res: Resolution, seat: int, card: int) -> bool:
    return res.flips is not None and res.flips.used[seat] == card
