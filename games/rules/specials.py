"""When a special card may be played (S4); one function per kind, each says what is in the way."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, cast

from games.rules.actions import PlaySpecial
from games.rules.cards import SpecialKind
from games.rules.errors import ErrorCode
from games.rules.options import FIRST_ROWS
from games.rules.placement import Resolution, is_full, refuse_row, row_for
from games.rules.state import Cards, RoundState, Row

MOST_STOPS = 2


class Moment(NamedTuple):
    """What a special card is played into: the rows, the number being placed, its player's hand."""

    rows: Sequence[Row]
    card: int
    hand: Cards


def moment_of(round: RoundState | Resolution) -> Moment:
    """The moment of the number that is placed next."""
    seat, card = round.queue[0]
    return Moment(round.rows, card, round.hands[seat])


def asks_for_special(res: Resolution) -> bool:
    """Whether the player of the next number must be asked for a special card.

    Nobody is asked twice for a number, nor who could play none.
    """
    specials = res.specials
    if specials is None or specials.answered:
        return False
    seat, _ = res.queue[0]
    if any(playable(moment_of(res), seat, specials.hands[seat])):
        return True
    res.specials = specials._replace(answered=True)
    return False


def playable(moment: Moment, seat: int, kinds: Iterable[SpecialKind]) -> Iterable[PlaySpecial]:
    """Everything these kinds of special cards may do now, lazily."""
    for kind in dict.fromkeys(kinds):
        for card, row in _targets(moment, kind):
            play = PlaySpecial(seat, kind, card, row)
            if refusal(moment, play) is None:
                yield play


def _targets(moment: Moment, kind: SpecialKind) -> Iterable[tuple[int | None, int | None]]:
    """The cards and rows that a kind could name, the forbidden ones among them."""
    rows = range(len(moment.rows))
    match kind:
        case SpecialKind.INSERT | SpecialKind.STOP:
            return ((None, row) for row in rows)
        case SpecialKind.REPLACE:
            return ((card, None) for card in moment.hand)
        case SpecialKind.SHIFT:
            return ((card, row) for lane in moment.rows for card in lane.cards for row in rows)
        case SpecialKind.MINUS_IS_PLUS:
            index = row_for(moment.rows, moment.card)
            if index is None:
                return ((card, row) for row in rows for card in moment.rows[row].cards)
            return ((card, None) for card in moment.rows[index].cards)
        case _:
            return ((None, None),)


def refusal(moment: Moment, play: PlaySpecial) -> ErrorCode | None:
    """Why this special card cannot be played so; None when it can."""
    match play.kind, play.card, play.row:
        case SpecialKind.FIFTH_ROW, None, None:
            return refuse_fifth_row(moment)
        case SpecialKind.SEVEN_TAKES, None, None:
            return refuse_seven_takes(moment)
        case SpecialKind.INSERT, None, int(row):
            return refuse_insert(moment, row)
        case SpecialKind.REPLACE, int(card), None:
            return refuse_replace(moment, card)
        case SpecialKind.SHIFT, int(card), int(row):
            return refuse_shift(moment.rows, card, row)
        case SpecialKind.STOP, None, int(row):
            return refuse_stop(moment.rows, row)
        case SpecialKind.MINUS_IS_PLUS, int(card), row_or_none:
            return refuse_minus_is_plus(moment, card, row_or_none)
        case _:
            return ErrorCode.SPECIAL_TARGET


def refuse_fifth_row(moment: Moment) -> ErrorCode | None:
    """5e série: not while there are five rows."""
    return ErrorCode.FIVE_ROWS_ALREADY if len(moment.rows) > FIRST_ROWS else None


def refuse_seven_takes(moment: Moment) -> ErrorCode | None:
    """7 qui prend: not for a low card, nor on a row that has one."""
    index = row_for(moment.rows, moment.card)
    if index is None:
        return ErrorCode.LOW_CARD_JOINS_NO_ROW
    return ErrorCode.SEVEN_TAKES_ALREADY if moment.rows[index].seven_takes else None


def refuse_insert(moment: Moment, row: int) -> ErrorCode | None:
    """Insérer: into an open row, anywhere but at its end."""
    in_the_way = refuse_row(moment.rows, row)
    if in_the_way is None and moment.card > moment.rows[row].last:
        return ErrorCode.INSERT_AT_END
    return in_the_way


def refuse_replace(moment: Moment, card: int) -> ErrorCode | None:
    """Remplacer: with another number of the hand."""
    return None if card in moment.hand else ErrorCode.CARD_NOT_HELD


def refuse_shift(rows: Sequence[Row], card: int, row: int) -> ErrorCode | None:
    """Glisser: a number of an open row to another open row."""
    origin = row_holding(rows, card)
    if origin is None:
        return ErrorCode.CARD_NOT_ON_TABLE
    if origin == row:
        return ErrorCode.CARD_IN_THAT_ROW
    return refuse_row(rows, origin) or refuse_row(rows, row)


def refuse_stop(rows: Sequence[Row], row: int) -> ErrorCode | None:
    """Stop: at most two on the table, on an open row."""
    if sum(lane.stopped for lane in rows) >= MOST_STOPS:
        return ErrorCode.TWO_STOPS_ALREADY
    return refuse_row(rows, row)


def refuse_minus_is_plus(moment: Moment, card: int, row: int | None) -> ErrorCode | None:
    """Négatif = Positif: when the number takes a row, for a card of that row.

    The row is named with a low card only, which takes the row its player chooses.
    """
    index = row_for(moment.rows, moment.card)
    if (index is None) is (row is None):
        return ErrorCode.SPECIAL_TARGET
    if index is not None and not is_full(moment.rows[index]):
        return ErrorCode.NO_ROW_IS_TAKEN
    taken = cast("int", row if index is None else index)
    in_the_way = refuse_row(moment.rows, taken)
    if in_the_way is None and card not in moment.rows[taken].cards:
        return ErrorCode.CARD_NOT_IN_ROW_TAKEN
    return in_the_way


def row_holding(rows: Sequence[Row], card: int) -> int | None:
    """The row in which a number lies."""
    return next((index for index, row in enumerate(rows) if card in row.cards), None)
