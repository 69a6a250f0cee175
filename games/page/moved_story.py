"""The lines of the story about cards that move from row to row (S2): Cabriole and fan cards."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from games.page.regions import draw_line
from games.rules.cards import FanFace
from games.rules.events import FanCardMoved, Jumped
from games.transition import BEATS

if TYPE_CHECKING:
    from games.page.story import Teller


def moved_line(teller: Teller, event: Jumped | FanCardMoved) -> str:
    """Cabriole jumps, or a fan card goes on after a take."""
    moved = {"from": event.from_row, "to": event.to_row}
    row = {"row": event.to_row + 1}
    if isinstance(event, Jumped):
        text = teller.gettext("Cabriole jumps to the lowest of the other ends, in row %(row)d.")
        return draw_line("jump", BEATS[Jumped], escape(text % row), **moved)
    match event.shows:
        case FanFace.EVEN:
            text = teller.gettext("The Even/Odd card lies at row %(row)d: only even numbers.")
        case FanFace.ODD:
            text = teller.gettext("The Even/Odd card lies at row %(row)d: only odd numbers.")
        case _:
            text = teller.gettext("The Mountain goes to row %(row)d, which descends from now on.")
    ms = BEATS[FanCardMoved]
    return draw_line("wander", ms, escape(text % row), **moved, shows=event.shows.value)
