"""What a special card does (S4), one function per kind, and the exchange after a take.

Each effect is called with a play that specials.refusal lets pass, and tells whether the number
being placed lies now; if not, it is still to be placed by the usual rules.
"""

from collections.abc import Callable
from typing import cast

from games.rules.actions import PlaySpecial
from games.rules.cards import SpecialKind, heads
from games.rules.dealer import Dealer
from games.rules.events import (
    Exchanged,
    HeadsCancelled,
    PileRebuilt,
    Shifted,
    SpecialPlayed,
    TakeReason,
    placed,
)
from games.rules.placement import (
    Resolution,
    capacity,
    join_row,
    row_for,
    take,
    take_all_but_highest,
    take_full_row,
)
from games.rules.specials import row_holding
from games.rules.state import Row

STAYS_ON_THE_TABLE = frozenset({SpecialKind.FIFTH_ROW, SpecialKind.SEVEN_TAKES, SpecialKind.STOP})


def play_special(res: Resolution, play: PlaySpecial) -> bool:
    """Spend the special card and do what it does; whether the number lies now."""
    _spend(res, play.seat, play.kind)
    res.events.append(SpecialPlayed(play.seat, play.kind, play.card, play.row))
    return _EFFECTS[play.kind](res, play)


def pass_special(res: Resolution) -> None:
    """Play none for this number."""
    res.specials = res.special_cards._replace(answered=True)


def _spend(res: Resolution, seat: int, kind: SpecialKind) -> None:
    """Move a special card to the discard, unless it stays on the table while it acts."""
    specials = res.special_cards
    hand = list(specials.hands[seat])
    hand.remove(kind)
    thrown = () if kind in STAYS_ON_THE_TABLE else (kind,)
    res.specials = specials.with_hand(seat, hand)._replace(
        discard=specials.discard + thrown, answered=True
    )


def start_fifth_row(res: Resolution, _play: PlaySpecial) -> bool:
    """5e série: the number starts a fifth row."""
    seat, number = res.queue[0]
    res.rows.append(Row((number,)))
    res.events.append(placed(seat, number, len(res.rows) - 1))
    return True


def join_with_seven_takes(res: Resolution, _play: PlaySpecial) -> bool:
    """7 qui prend: the number joins its row, which holds six from now on."""
    seat, number = res.queue[0]
    index = named(row_for(res.rows, number))
    res.rows[index] = res.rows[index]._replace(seven_takes=True)
    join_row(res, seat, index, number)
    return True


def insert_number(res: Resolution, play: PlaySpecial) -> bool:
    """Insérer: the number goes to its place within a row, which is taken if now too long."""
    seat, number = res.queue[0]
    index = named(play.row)
    put_in_order(res, index, number)
    res.events.append(placed(seat, number, index))
    if is_overfull(res.rows[index]):
        take_all_but_highest(res, seat, index, TakeReason.INSERT)
    return True


def replace_number(res: Resolution, play: PlaySpecial) -> bool:
    """Remplacer: the number goes back to the hand and another one is placed in its stead."""
    swap_with_hand(res, 0, named(play.card))
    return False


def shift_number(res: Resolution, play: PlaySpecial) -> bool:
    """Glisser: a number moves to its place in another row, which is taken if now too long.

    Where a row's only number was moved, the number being placed starts the emptied row.
    """
    seat, number = res.queue[0]
    to_row = named(play.row)
    from_row = move_number(res, seat, named(play.card), to_row)
    is_emptied = not res.rows[from_row].cards
    if is_overfull(res.rows[to_row]):
        rows_before = len(res.rows)
        take_all_but_highest(res, seat, to_row, TakeReason.SHIFT)
        if len(res.rows) < rows_before and to_row < from_row:
            from_row -= 1
    if not is_emptied:
        return False
    res.rows[from_row] = res.rows[from_row].with_cards((number,))
    res.events.append(placed(seat, number, from_row))
    return True


def stop_row(res: Resolution, play: PlaySpecial) -> bool:
    """Stop: block a row."""
    index = named(play.row)
    res.rows[index] = res.rows[index]._replace(stopped=True)
    return False


def take_and_cancel(res: Resolution, play: PlaySpecial) -> bool:
    """Négatif = Positif: take the row, then a card of it leaves the pile and cancels as many heads.

    The pile of this round pays for it; what exceeds the pile is lost.
    """
    seat, number = res.queue[0]
    card = named(play.card)
    if play.row is None:
        take_full_row(res, seat, named(row_for(res.rows, number)), number)
    else:
        take(res, seat, play.row, number, TakeReason.LOW)
    res.piles[seat] = tuple(other for other in res.piles[seat] if other != card)
    res.boxed += (card,)
    res.pile_heads[seat] = max(0, res.pile_heads[seat] - 2 * heads(card))
    res.events.append(HeadsCancelled(seat, card, res.pile_heads[seat]))
    return True


def named(card_or_row: int | None) -> int:
    """The card or row of a play that has one: specials.refusal has seen to that."""
    return cast("int", card_or_row)


def swap_with_hand(res: Resolution, at: int, card: int) -> None:
    """A number of the queue goes back to its player's hand, and another one of it is there."""
    seat, number = res.queue[at]
    res.remove_from_hand(seat, card)
    res.hands[seat] = tuple(sorted((*res.hands[seat], number)))
    res.queue[at] = (seat, card)
    res.shown += (number,)


def move_number(res: Resolution, seat: int, card: int, to_row: int) -> int:
    """Move a number on the table to its place in another row; the row it comes from."""
    from_row = named(row_holding(res.rows, card))
    origin = res.rows[from_row]
    res.rows[from_row] = origin.with_cards(tuple(other for other in origin.cards if other != card))
    put_in_order(res, to_row, card)
    res.events.append(Shifted(seat, card, from_row, to_row))
    return from_row


def put_in_order(res: Resolution, index: int, card: int) -> None:
    """Put a number at its place in the ascending order of a row, full or not."""
    row = res.rows[index]
    res.rows[index] = row.with_cards(tuple(sorted((*row.cards, card))))


def is_overfull(row: Row) -> bool:
    """A sixth number, or a seventh with 7 qui prend."""
    return len(row.cards) > capacity(row)


_EFFECTS: dict[SpecialKind, Callable[[Resolution, PlaySpecial], bool]] = {
    SpecialKind.FIFTH_ROW: start_fifth_row,
    SpecialKind.SEVEN_TAKES: join_with_seven_takes,
    SpecialKind.INSERT: insert_number,
    SpecialKind.REPLACE: replace_number,
    SpecialKind.SHIFT: shift_number,
    SpecialKind.STOP: stop_row,
    SpecialKind.MINUS_IS_PLUS: take_and_cancel,
}


# --- The exchange after a take -----------------------------------------------------------


def offer_exchange(res: Resolution, seat: int) -> bool:
    """Ask the seat whose placement is resolved, if it took a row and has a special left."""
    specials = res.special_cards
    exchanger = seat if specials.takes else None
    res.specials = specials._replace(answered=False, exchanger=exchanger)
    return exchanger is not None


def exchange_special(res: Resolution, seat: int, kind: SpecialKind, dealer: Dealer) -> bool:
    """Discard a special and draw the top of the pile; whether there may be another exchange.

    An empty pile is first made of the discard.
    """
    specials = res.special_cards
    discard = (*specials.discard, kind)
    pile, reshuffles = specials.pile, specials.reshuffles
    res.events.append(Exchanged(seat, kind))
    if not pile:
        reshuffles += 1
        listed = tuple(each for each in SpecialKind for _ in range(discard.count(each)))
        pile, discard = dealer.reshuffle(res.round_number, reshuffles, listed), ()
        res.events.append(PileRebuilt(len(pile)))
    hand = list(specials.hands[seat])
    hand[hand.index(kind)] = pile[0]
    takes = specials.takes - 1
    res.specials = specials.with_hand(seat, hand)._replace(
        pile=pile[1:],
        discard=discard,
        reshuffles=reshuffles,
        takes=takes,
        exchanger=seat if takes else None,
    )
    return takes > 0


def keep_specials(res: Resolution) -> None:
    """Make no more exchanges for this placement."""
    res.specials = res.special_cards._replace(takes=0, exchanger=None)
