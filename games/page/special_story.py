"""The lines of the story about special cards (S4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from games.live.regions import draw_line
from games.page.decks import CHIPS
from games.page.words import special_chip
from games.rules.cards import HEADS, SpecialKind
from games.rules.events import (
    BY_A_NUMBER,
    Event,
    Exchanged,
    HeadsCancelled,
    PileRebuilt,
    Placed,
    RowRemoved,
    Shifted,
    SpecialPlayed,
    StopsLifted,
    Took,
)
from games.table.transition import BEATS

if TYPE_CHECKING:
    from games.page.story import Teller


def _special(teller: Teller, event: SpecialPlayed) -> str:
    match event.kind:
        case SpecialKind.FIFTH_ROW:
            pattern = teller.gettext(
                "{player} plays {special}: the number begins a row of its own."
            )
        case SpecialKind.SEVEN_TAKES:
            pattern = teller.gettext("{player} plays {special}: the row holds six from now on.")
        case SpecialKind.INSERT:
            pattern = teller.gettext("{player} plays {special}: the number goes inside row {row}.")
        case SpecialKind.REPLACE:
            pattern = teller.gettext("{player} plays {special}: {card} comes instead.")
        case SpecialKind.STOP:
            pattern = teller.gettext("{player} plays {special}: row {row} is blocked.")
        case _:
            pattern = teller.gettext("{player} plays {special}.")
    text = pattern.format(
        player=teller.name(event.seat),
        special=special_chip(teller.look, event.kind),
        card=CHIPS[event.card or 0],
        row=0 if event.row is None else event.row + 1,
    )
    moved = {"card": event.card, "row": event.row}
    known = {name: value for name, value in moved.items() if value is not None}
    kind = event.kind.value
    return draw_line("special", BEATS[SpecialPlayed], text, seat=event.seat, kind=kind, **known)


def _shifted(teller: Teller, event: Shifted) -> str:
    text = teller.gettext("{card} moves from row {origin} to row {row}.").format(
        card=CHIPS[event.card], origin=event.from_row + 1, row=event.to_row + 1
    )
    moved = {"card": event.card, "from": event.from_row, "to": event.to_row}
    return draw_line("shift", BEATS[Shifted], text, **moved, adds=HEADS[event.card])


def _removed(teller: Teller, event: RowRemoved) -> str:
    text = teller.gettext("Row %(row)d is gone: four are left.") % {"row": event.row + 1}
    return draw_line("remove", BEATS[RowRemoved], escape(text), row=event.row)


def _lifted(teller: Teller, _event: StopsLifted) -> str:
    text = teller.gettext("A row was taken: all Stops are lifted.")
    return draw_line("lift", BEATS[StopsLifted], escape(text))


def _cancelled(teller: Teller, event: HeadsCancelled) -> str:
    text = teller.gettext(
        "{player} puts {card} away, and as many heads again: the pile counts {heads}."
    ).format(
        player=teller.name(event.seat),
        card=CHIPS[event.card],
        heads=teller.cost(event.pile_heads),
    )
    heads = event.pile_heads
    return draw_line("cancel", BEATS[HeadsCancelled], text, seat=event.seat, heads=heads)


def _exchanged(teller: Teller, event: Exchanged) -> str:
    text = teller.gettext("{player} discards {special} and draws another special card.").format(
        player=teller.name(event.seat), special=special_chip(teller.look, event.kind)
    )
    kind = event.kind.value
    return draw_line("exchange", BEATS[Exchanged], text, seat=event.seat, kind=kind)


def _rebuilt(teller: Teller, _event: PileRebuilt) -> str:
    text = teller.gettext("The discard is shuffled: it is the new pile.")
    return draw_line("tell", BEATS[PileRebuilt], escape(text))


# By kind of event: its line.
SPECIAL_LINES: dict[type[Event], Callable[[Teller, Any], str]] = {
    SpecialPlayed: _special,
    Shifted: _shifted,
    RowRemoved: _removed,
    StopsLifted: _lifted,
    HeadsCancelled: _cancelled,
    Exchanged: _exchanged,
    PileRebuilt: _rebuilt,
}


def in_telling_order(events: Sequence[Event]) -> Sequence[Event]:
    """The story with lifted Stops told after the number that took the row, not before it."""
    told = list(events)
    for at, event in enumerate(events[:-1]):
        if isinstance(event, StopsLifted) and _completes(told[at - 1], told[at + 1]):
            told[at], told[at + 1] = told[at + 1], told[at]
    return told


def _completes(take: Event, after: Event) -> bool:
    if isinstance(after, RowRemoved):
        return True
    return isinstance(after, Placed) and isinstance(take, Took) and take.why in BY_A_NUMBER
