"""The Cabriole (S2): a card without a value that counts in its row, and jumps."""

from games.rules.events import Jumped, TakeReason
from games.rules.state import Resolution, Row
from games.rules.takes import take_all_but_highest

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
