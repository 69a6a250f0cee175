"""What a play costs its player at once, in bull heads, on the table as it lies (RULES.md)."""

from collections.abc import Sequence

from games.rules.actions import PlaySpecial
from games.rules.cards import SpecialKind, heads, total_heads
from games.rules.fan import fan_row_for
from games.rules.options import FIRST_ROWS
from games.rules.placement import NUMBERS_OF_A_FULL_ROW, capacity, is_full, row_for
from games.rules.state import Row, View


def cheapest_row(rows: Sequence[Row]) -> int:
    """The open row with the fewest heads; the first of equal ones."""
    open_rows = [index for index, row in enumerate(rows) if not row.stopped]
    return min(open_rows, key=lambda index: total_heads(rows[index].cards))


def placing_cost(rows: Sequence[Row], card: int) -> int:
    """Heads that a number takes when it is placed now; a low card takes the cheapest row."""
    index = row_for(rows, card)
    takes = index is None or is_full(rows[index])
    if index is None:
        index = cheapest_row(rows)
    cost = taking_cost(rows, index, card) if takes else 0
    return cost + _jumping_cost(rows, index, card) if rows[index].cabriole else cost


def cost_beside_fan_card(rows: Sequence[Row], number: int) -> int:
    """The same where a fan card is played; number: what the card counts."""
    index = fan_row_for(rows, number)
    if index is None:
        return total_heads(rows[cheapest_row(rows)].cards)
    return total_heads(rows[index].cards) if is_full(rows[index]) else 0


def taking_cost(rows: Sequence[Row], index: int, card: int) -> int:
    """Heads of a row; of the number just played too where there are five rows."""
    own = heads(card) if len(rows) > FIRST_ROWS else 0
    return total_heads(rows[index].cards) + own


def _jumping_cost(rows: Sequence[Row], index: int, card: int) -> int:
    """Heads of the rows of five numbers where the Cabriole lands, jumping from this row."""
    ends = [row.last for row in rows]
    ends[index] = card
    too_long = {at for at, row in enumerate(rows) if len(row.cards) == NUMBERS_OF_A_FULL_ROW}
    cost = 0
    while True:
        others = [at for at in range(len(rows)) if at != index]
        index = min(others, key=lambda at: ends[at])
        if index not in too_long:
            return cost
        too_long.remove(index)
        cost += total_heads(rows[index].cards[:-1])


def special_cost(view: View, play: PlaySpecial) -> int:
    """Heads that a legal special card costs together with the number it is played for.

    Less than nothing where `minus_is_plus` cancels more than it takes.
    """
    rows = view.rows
    _, number = view.revealed[0]
    match play.kind, play.card, play.row:
        case SpecialKind.INSERT, _, int(row):
            return _squeezing_cost(rows, row, number)
        case SpecialKind.REPLACE, int(card), _:
            return placing_cost(rows, card)
        case SpecialKind.SHIFT, int(card), int(row):
            return _shift_cost(rows, card, row, number)
        case SpecialKind.STOP, _, int(row):
            blocked = list(rows)
            blocked[row] = rows[row]._replace(stopped=True)
            return placing_cost(blocked, number)
        case SpecialKind.MINUS_IS_PLUS, int(card), _:
            return _cancelling_cost(rows, card, number, pile=view.pile_heads[play.seat])
    return 0


def _squeezing_cost(rows: Sequence[Row], index: int, card: int) -> int:
    """Heads of a row that a card within it makes too long: the highest stays, unless five lie."""
    row = _with_card(rows[index], card)
    if len(row.cards) <= capacity(row):
        return 0
    return total_heads(row.cards if len(rows) > FIRST_ROWS else row.cards[:-1])


def _shift_cost(rows: Sequence[Row], moved: int, to_row: int, number: int) -> int:
    """Heads of a row that the moved card makes too long, and of placing the number after that."""
    squeezed = _squeezing_cost(rows, to_row, moved)
    after = [_without_card(row, moved) for row in rows]
    if any(not row.cards for row in after):
        return squeezed
    after[to_row] = _with_card(rows[to_row], moved)
    if squeezed:
        after = [row._replace(stopped=False) for row in after]
        after[to_row] = Row(after[to_row].cards[-1:])
        if len(after) > FIRST_ROWS:
            del after[to_row]
    return squeezed + placing_cost(after, number)


def _with_card(row: Row, card: int) -> Row:
    return row.with_cards(tuple(sorted((*row.cards, card))))


def _without_card(row: Row, card: int) -> Row:
    return row.with_cards(tuple(other for other in row.cards if other != card))


def _cancelling_cost(rows: Sequence[Row], cancelled: int, number: int, pile: int) -> int:
    """By how much `minus_is_plus` changes a pile of so many heads, which never falls below 0."""
    index = next(at for at, row in enumerate(rows) if cancelled in row.cards)
    taken = pile + taking_cost(rows, index, number)
    return max(0, taken - 2 * heads(cancelled)) - pile
