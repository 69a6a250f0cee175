"""The lines of the story about the council of the team against the ox (S2), and its end."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from games.decks import CHIPS, chips
from games.page.regions import Look, draw_line
from games.page.words import special_chip
from games.rules.actions import Propose
from games.rules.cards import OxKind
from games.rules.events import Declined, Event, OxScored, Proposed, SpecialPlayed, TeamPlayed
from games.rules.ox import counted_heads
from games.transition import BEATS

if TYPE_CHECKING:
    from games.page.story import Teller

CouncilEvent = Proposed | Declined | TeamPlayed | OxScored


def moves_numbers(event: Event) -> bool:
    """Whether a special card of the team has put a number into a row."""
    return isinstance(event, TeamPlayed) and event.special in {OxKind.INSERT, OxKind.SHIFT}


def council_line(teller: Teller, event: CouncilEvent) -> str:
    """The line of such an event."""
    match event:
        case Proposed():
            pattern = teller.gettext("{player} proposes {special}: {effect}.")
            return draw_line("tell", 0, _text(teller, pattern, event))
        case TeamPlayed():
            return _played(teller, event)
        case Declined():
            text = teller.gettext("{player} says no.").format(player=teller.name(event.seat))
            return draw_line("tell", 0, text)
        case OxScored():
            return _scored(teller, event)


def _played(teller: Teller, event: TeamPlayed) -> str:
    text = _text(teller, teller.gettext("The team plays {special}: {effect}."), event)
    moved = {"row": event.row}
    if event.special is OxKind.REPLACE:
        moved["card"] = event.card
    known = {name: value for name, value in moved.items() if value is not None}
    kind = event.special.value
    return draw_line("special", BEATS[SpecialPlayed], text, seat=event.seat, kind=kind, **known)


def _text(teller: Teller, pattern: str, event: Proposed | TeamPlayed) -> str:
    return pattern.format(
        player=teller.name(event.seat),
        special=special_chip(teller.look, event.special),
        effect=effect(teller.look, event),
    )


def effect(look: Look, event: Proposed | TeamPlayed | Propose) -> str:
    """What a special card does there, as HTML."""
    match event.kind if isinstance(event, Propose) else event.special:
        case OxKind.SEVEN_TAKES:
            pattern = look.gettext("row {row} holds six")
        case OxKind.STOP:
            pattern = look.gettext("row {row} is blocked")
        case OxKind.REPLACE:
            pattern = look.gettext("{card} comes instead")
        case OxKind.INSERT:
            pattern = look.gettext("{card} goes inside row {row}")
        case OxKind.SHIFT:
            pattern = look.gettext("{card} moves to row {row}")
        case OxKind.FIRST:
            pattern = look.gettext("{card} is placed first")
        case OxKind.LAST:
            pattern = look.gettext("{card} is placed last")
        case _:
            pattern = look.gettext("in the order {cards}")
    return pattern.format(
        card=CHIPS[event.card or 0], cards=chips(event.order), row=(event.row or 0) + 1
    )


def _scored(teller: Teller, event: OxScored) -> str:
    counted = counted_heads(event.team, teller.facts.players)
    pattern = teller.gettext("The team has {team}, the ox {ox}.")
    if counted != event.team:
        pattern = teller.gettext("The team has {team}, which count twice, the ox {ox}.")
    text = pattern.format(team=teller.cost(event.team), ox=teller.cost(event.ox))
    return draw_line("tell", BEATS[SpecialPlayed], text)


def end_line(teller: Teller, is_won: bool) -> str:
    """Who has won."""
    text = teller.gettext("The team wins!") if is_won else teller.gettext("The ox wins.")
    return draw_line("tell", 0, escape(text))
