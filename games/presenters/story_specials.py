"""The lines of the story about special cards (S4)."""

from collections.abc import Iterator, Sequence

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games import decks, special_cards
from games.pace import BEATS
from games.presenters.story_lines import Cast, Line, line, say, sweep_line, tell
from games.rules.cards import SpecialKind, heads
from games.rules.events import (
    Event,
    Exchanged,
    HeadsCancelled,
    PileRebuilt,
    Placed,
    RowRemoved,
    Shifted,
    SpecialPlayed,
    StopsLifted,
    TakeReason,
    Took,
)

WITH_THE_NUMBER = {TakeReason.SIXTH, TakeReason.SEVENTH, TakeReason.LOW}
"""Takes that the line of the number tells."""


def special_lines(event: Event, cast: Cast) -> Iterator[Line]:
    """The lines of an event that only special cards cause."""
    match event:
        case SpecialPlayed():
            yield _played(event, cast)
        case Shifted():
            yield _shifted(event)
        case Took():
            yield _made_too_long(event, cast)
        case RowRemoved():
            yield line("remove", BEATS[RowRemoved], _gone(event.row), row=event.row)
        case StopsLifted():
            text = format_html("{}", gettext("A row was taken: all Stops are lifted."))
            yield line("lift", BEATS[StopsLifted], text)
        case HeadsCancelled():
            yield _cancelled(event, cast)
        case Exchanged():
            yield _exchanged(event, cast)
        case PileRebuilt():
            words = gettext("The discard is shuffled: it is the new pile.")
            yield tell(BEATS[PileRebuilt], words)


def in_telling_order(story: Sequence[Event]) -> Sequence[Event]:
    """The story with lifted Stops told after the number that took the row, not before it."""
    told = list(story)
    for at, event in enumerate(story[:-1]):
        if isinstance(event, StopsLifted) and _completes(told[at - 1], told[at + 1]):
            told[at], told[at + 1] = told[at + 1], told[at]
    return told


def _completes(take: Event, after: Event) -> bool:
    if isinstance(after, RowRemoved):
        return True
    return isinstance(after, Placed) and isinstance(take, Took) and take.why in WITH_THE_NUMBER


def whole_row_line(took: Took, cast: Cast) -> Line:
    """A take while there are five rows: the number just played, the last one taken, goes too."""
    card = took.cards[-1]
    pattern = (
        gettext("{player} plays {card}, below every row, and takes row {row} with it: {cards}, "
                "{heads}. The row is gone.")
        if took.why is TakeReason.LOW
        else gettext("{player} plays {card}, one too many for row {row}, and takes all of it: "
                     "{cards}, {heads}. The row is gone.")
    )  # fmt: skip
    text = say(
        pattern,
        player=cast.name(took.seat),
        card=decks.chip(card),
        row=took.row + 1,
        cards=decks.chips(took.cards),
        heads=cast.cost(took.heads),
    )
    return line("whole", BEATS[Took], text, seat=took.seat, row=took.row, heads=took.heads)


def _played(event: SpecialPlayed, cast: Cast) -> Line:
    match event.kind:
        case SpecialKind.FIFTH_ROW:
            pattern = gettext("{player} plays {special}: the number begins a row of its own.")
        case SpecialKind.SEVEN_TAKES:
            pattern = gettext("{player} plays {special}: the row holds six from now on.")
        case SpecialKind.INSERT:
            pattern = gettext("{player} plays {special}: the number goes inside row {row}.")
        case SpecialKind.REPLACE:
            pattern = gettext("{player} plays {special}: {card} comes instead.")
        case SpecialKind.STOP:
            pattern = gettext("{player} plays {special}: row {row} is blocked.")
        case _:
            pattern = gettext("{player} plays {special}.")
    text = say(
        pattern,
        player=cast.name(event.seat),
        special=special_cards.chip(event.kind),
        card=decks.chip(event.card or 0),
        row=0 if event.row is None else event.row + 1,
    )
    moved = {"card": event.card, "row": event.row}
    known = {name: value for name, value in moved.items() if value is not None}
    return line(
        "special", BEATS[SpecialPlayed], text, seat=event.seat, kind=event.kind.value, **known
    )


def _shifted(event: Shifted) -> Line:
    text = say(
        gettext("{card} moves from row {origin} to row {row}."),
        card=decks.chip(event.card),
        origin=event.from_row + 1,
        row=event.to_row + 1,
    )
    moved = {"card": event.card, "from": event.from_row, "to": event.to_row}
    return line("shift", BEATS[Shifted], text, **moved, adds=heads(event.card))


def _made_too_long(took: Took, cast: Cast) -> Line:
    text = say(
        gettext("That is one too many for row {row}: {player} takes {cards}, {heads}."),
        player=cast.name(took.seat),
        row=took.row + 1,
        cards=decks.chips(took.cards),
        heads=cast.cost(took.heads),
    )
    return sweep_line(text, took)


def _gone(row: int) -> SafeString:
    return format_html("{}", gettext("Row %(row)d is gone: four are left.") % {"row": row + 1})


def _cancelled(event: HeadsCancelled, cast: Cast) -> Line:
    text = say(
        gettext("{player} puts {card} away, and as many heads again: the pile counts {heads}."),
        player=cast.name(event.seat),
        card=decks.chip(event.card),
        heads=cast.cost(event.pile_heads),
    )
    return line("cancel", BEATS[HeadsCancelled], text, seat=event.seat, heads=event.pile_heads)


def _exchanged(event: Exchanged, cast: Cast) -> Line:
    text = say(
        gettext("{player} discards {special} and draws another special card."),
        player=cast.name(event.seat),
        special=special_cards.chip(event.kind),
    )
    return line("exchange", BEATS[Exchanged], text, seat=event.seat, kind=event.kind.value)
