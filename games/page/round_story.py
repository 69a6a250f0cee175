"""The lines of the story about rounds, the council against the ox (S2), and cards that move."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any

from games.live.regions import Look, draw_line
from games.page.decks import CHIPS, chips
from games.page.words import count_heads, join, say_against_ox, special_chip
from games.rules.actions import Propose
from games.rules.cards import FanFace, OxKind
from games.rules.events import (
    Declined,
    Eliminated,
    Event,
    FanCardMoved,
    GameEnded,
    Jumped,
    OxScored,
    Proposed,
    RoundScored,
    RoundStarted,
    SpecialPlayed,
    TeamPlayed,
)
from games.rules.options import Variant
from games.rules.ox import counted_heads
from games.table.transition import BEATS

if TYPE_CHECKING:
    from games.page.story import Teller


def _started(teller: Teller, event: RoundStarted) -> str:
    text = (
        teller.gettext("Round %(number)d begins with a draft.")
        if teller.facts.options.draft
        else teller.gettext("Round %(number)d begins.")
    )
    return draw_line("tell", 0, escape(text % {"number": event.number}))


def _scored(teller: Teller, event: RoundScored) -> str:
    # "-" and no score for who was out before that round.
    played = [(out or event.number) >= event.number for out in teller.facts.eliminated_in]
    scores = ", ".join(
        f"{join(teller.look, [teller.facts.names[seat]])} {score}"
        for seat, score in enumerate(event.scores)
        if played[seat]
    )
    text = escape(
        teller.gettext("Round %(number)d is over: %(scores)s.")
        % {"number": event.number, "scores": scores}
    )
    if any(isinstance(told, GameEnded) for told in teller.events):
        # The result follows, which says it all.
        return draw_line("tell", BEATS[RoundScored], text)
    return draw_line(
        "score",
        BEATS[RoundScored],
        text,
        number=event.number,
        scores=" ".join(
            str(score) if played[seat] else "-" for seat, score in enumerate(event.scores)
        ),
        totals=" ".join(map(str, event.totals)),
    )


def _eliminated(teller: Teller, event: Eliminated) -> str:
    text = teller.look.ngettext(
        "More than %(limit)d: %(names)s is out.",
        "More than %(limit)d: %(names)s are out.",
        len(event.seats),
    ) % {"limit": teller.facts.options.limit, "names": teller.all_names(event.seats)}
    seats = " ".join(map(str, event.seats))
    return draw_line("out", BEATS[Eliminated], escape(text), seats=seats)


def _ended(teller: Teller, event: GameEnded) -> str:
    if teller.facts.options.variant is Variant.OX:
        text = say_against_ox(teller.look, 1 in event.ranks)
        return draw_line("tell", 0, escape(text))
    winners = [seat for seat, rank in enumerate(event.ranks) if rank == 1]
    text = teller.gettext("The game is over. Lowest total: %(names)s, with %(heads)s.") % {
        "heads": count_heads(teller.look, event.totals[winners[0]]),
        "names": teller.all_names(winners),
    }
    return draw_line("tell", 0, escape(text))


def moves_numbers(event: Event) -> bool:
    """Whether a special card of the team has put a number into a row."""
    return isinstance(event, TeamPlayed) and event.special in {OxKind.INSERT, OxKind.SHIFT}


def _proposed(teller: Teller, event: Proposed) -> str:
    pattern = teller.gettext("{player} proposes {special}: {effect}.")
    return draw_line("tell", 0, _text(teller, pattern, event))


def _declined(teller: Teller, event: Declined) -> str:
    text = teller.gettext("{player} says no.").format(player=teller.name(event.seat))
    return draw_line("tell", 0, text)


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


def _ox_scored(teller: Teller, event: OxScored) -> str:
    counted = counted_heads(event.team, teller.facts.players)
    pattern = teller.gettext("The team has {team}, the ox {ox}.")
    if counted != event.team:
        pattern = teller.gettext("The team has {team}, which count twice, the ox {ox}.")
    text = pattern.format(team=teller.cost(event.team), ox=teller.cost(event.ox))
    return draw_line("tell", BEATS[SpecialPlayed], text)


def _jumped(teller: Teller, event: Jumped) -> str:
    text = teller.gettext("Cabriole jumps to the lowest of the other ends, in row %(row)d.")
    return _moved(event, "jump", text)


def _fan_card_moved(teller: Teller, event: FanCardMoved) -> str:
    match event.shows:
        case FanFace.EVEN:
            text = teller.gettext("The Even/Odd card lies at row %(row)d: only even numbers.")
        case FanFace.ODD:
            text = teller.gettext("The Even/Odd card lies at row %(row)d: only odd numbers.")
        case _:
            text = teller.gettext("The Mountain goes to row %(row)d, which descends from now on.")
    return _moved(event, "wander", text, shows=event.shows.value)


def _moved(event: Jumped | FanCardMoved, step: str, text: str, **more: object) -> str:
    """What goes from one row to another."""
    moved = {"from": event.from_row, "to": event.to_row, **more}
    return draw_line(step, BEATS[type(event)], escape(text % {"row": event.to_row + 1}), **moved)


# By kind of event: its line.
ROUND_LINES: dict[type[Event], Callable[[Teller, Any], str]] = {
    RoundStarted: _started,
    RoundScored: _scored,
    Eliminated: _eliminated,
    GameEnded: _ended,
    Proposed: _proposed,
    Declined: _declined,
    TeamPlayed: _played,
    OxScored: _ox_scored,
    Jumped: _jumped,
    FanCardMoved: _fan_card_moved,
}
