"""What speaks for a card or against it, as far as it can be seen on the table. Pure."""

from enum import StrEnum
from typing import NamedTuple

from games.bots.careful import understands, unseen_numbers
from games.bots.costs import cheapest_row, placing_cost
from games.rules.placement import capacity, row_for
from games.rules.state import View


class Kind(StrEnum):
    """LOW: below every row, it takes one. FULL: the row is full, it takes it. ALONE: nobody can
    come between the row and the card. ROOM: the row has room, whoever comes before. FILLS: so many
    may come before that it takes the row.
    """

    LOW = "low"
    FULL = "full"
    ALONE = "alone"
    ROOM = "room"
    FILLS = "fills"


class Reason(NamedTuple):
    """A reason about a card on the rows as they lie.

    row: from 0, and its last number end; None for a low card. heads: what it takes, 0 for nothing
    now. between: unseen numbers that could come before it in the row; room: how many more cards
    the row holds.
    """

    kind: Kind
    card: int
    row: int | None = None
    end: int = 0
    heads: int = 0
    between: int = 0
    room: int = 0


def reason_for(view: View, card: int) -> Reason | None:
    """What is to be said of a card of the hand; None in games with a fan card."""
    if not understands(view.options):
        return None
    index = row_for(view.rows, card)
    if index is None:
        heads = view.rows[cheapest_row(view.rows)].heads
        return Reason(Kind.LOW, card, heads=heads)
    row = view.rows[index]
    room = capacity(row) - len(row.cards)
    between = sum(row.last < other < card for other in unseen_numbers(view))
    reason = Reason(Kind.FILLS, card, index, row.last, 0, between, room)
    if room <= 0:
        return reason._replace(kind=Kind.FULL, heads=placing_cost(view.rows, card))
    if between == 0:
        return reason._replace(kind=Kind.ALONE)
    others = len(view.seats) - 1
    return reason._replace(kind=Kind.ROOM) if room > min(between, others) else reason
