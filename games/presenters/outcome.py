"""What an answer would do, in a few words: the preview beside every target."""

from django.utils.translation import gettext

from games import decks
from games.presenters.foresight import Foreseen
from games.rules.events import Event, Events, HeadsCancelled, Placed, RowRemoved, Took


def outcome_text(foreseen: Foreseen, card: int, deck: str) -> str:
    """The outcome for `card`, the number that is placed in the end: "you take row 2: 7 bull heads".

    Small parts with a semicolon between, no full stop.
    """
    parts = [_part(event, deck) for event in _telling(foreseen.events)]
    if foreseen.is_low:
        parts.append(
            gettext("%(card)d is too low: you take a row, %(heads)s at least")
            % {"card": card, "heads": decks.count_heads(foreseen.cost, deck)}
        )
    elif not any(isinstance(event, Took) for event in foreseen.events):
        parts.append(gettext("you take nothing"))
    return gettext("; ").join(filter(None, parts))


def _telling(events: Events) -> Events:
    """The events to mention: a number that starts the row just taken is left out."""
    taken = {event.row for event in events if isinstance(event, Took)}
    return tuple(
        event for event in events if not isinstance(event, Placed) or event.row not in taken
    )


def _part(event: Event, deck: str) -> str:
    match event:
        case Took():
            return gettext("you take row %(row)d: %(heads)s") % {
                "row": event.row + 1,
                "heads": decks.count_heads(event.heads, deck),
            }
        case Placed():
            return gettext("%(card)d lies in row %(row)d") % {
                "card": event.card,
                "row": event.row + 1,
            }
        case HeadsCancelled():
            return gettext("then your pile counts %(heads)s") % {
                "heads": decks.count_heads(event.pile_heads, deck)
            }
        case RowRemoved():
            return gettext("row %(row)d is gone") % {"row": event.row + 1}
        case _:
            return ""


def cost_text(foreseen: Foreseen) -> str:
    """The heads one's pile gains, as a figure on a target: "+7", "0", "−4", "≥3"."""
    if foreseen.is_low:
        return f"≥{foreseen.cost}"
    if foreseen.cost < 0:
        return f"−{-foreseen.cost}"
    return f"+{foreseen.cost}" if foreseen.cost else "0"
