"""The lines of the story about rounds and the end of the game."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from games.page.ox_story import end_line
from games.page.regions import draw_line
from games.page.words import count_heads, join
from games.rules.events import Eliminated, GameEnded, RoundScored, RoundStarted
from games.rules.options import Variant
from games.transition import BEATS

if TYPE_CHECKING:
    from games.page.story import Teller


def round_line(teller: Teller, event: RoundStarted | RoundScored | Eliminated | GameEnded) -> str:
    """The line of such an event."""
    match event:
        case RoundStarted():
            return _started(teller, event)
        case RoundScored():
            return _scored(teller, event)
        case Eliminated():
            return _eliminated(teller, event)
        case GameEnded():
            return _ended(teller, event)


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
        return end_line(teller, 1 in event.ranks)
    winners = [seat for seat, rank in enumerate(event.ranks) if rank == 1]
    text = teller.gettext("The game is over. Lowest total: %(names)s, with %(heads)s.") % {
        "heads": count_heads(teller.look, event.totals[winners[0]]),
        "names": teller.all_names(winners),
    }
    return draw_line("tell", 0, escape(text))
