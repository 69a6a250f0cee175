"""Taking a row: what goes to the pile, and what lies there afterwards."""

from games.rules.cards import SpecialKind, total_heads
from games.rules.events import RowRemoved, StopsLifted, TakeReason, Took, placed
from games.rules.options import FIRST_ROWS
from games.rules.state import Cards, Resolution, Row


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
    stopped = tuple(other for other, row in enumerate(res.rows) if row.stopped)
    for other in stopped:
        freed.append(SpecialKind.STOP)
        res.rows[other] = res.rows[other]._replace(stopped=False)
    if stopped:
        res.events.append(StopsLifted(stopped))
    specials = res.special_cards
    res.specials = specials._replace(
        discard=(*specials.discard, *freed),
        takes=specials.takes + bool(specials.hands[seat]),
    )


def _remove_row(res: Resolution, index: int) -> None:
    """Take one of five rows off the table; the rows after it move up."""
    del res.rows[index]
    res.events.append(RowRemoved(index))
