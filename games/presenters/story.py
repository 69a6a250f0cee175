"""What happened since the last reveal: what was played, where it went, why a row was taken.

The same lines drive the reveal on the page: each carries what to move and for how long.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games import decks
from games.pace import BEATS
from games.presenters.words import join_names
from games.rules.cards import heads
from games.rules.events import (
    Event,
    GameEnded,
    Placed,
    Revealed,
    RoundScored,
    RoundStarted,
    TakeReason,
    Took,
)
from games.rules.options import Variant
from games.rules.projection import View
from games.store import Snapshot


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence, and a step of the reveal: its kind, its length and what moves in it.

    attributes: data-step is "reveal", "place", "take" or "tell"; the others as js/reveal.js reads.
    """

    text: SafeString
    attributes: SafeString


@dataclass(frozen=True, slots=True)
class Story:
    """key: the "round.turn" that is told."""

    key: str
    lines: tuple[Line, ...]


def present_story(snapshot: Snapshot, view: View | None, deck: str) -> Story:
    """The last turn; empty before the first deal."""
    names = [seat.name for seat in snapshot.seats]
    teller = _Teller(names, snapshot.forced, _ends_before(view, snapshot.story), deck)
    return Story(snapshot.turn_key, tuple(teller.lines(snapshot.story)))


def _ends_before(view: View | None, story: Sequence[Event]) -> dict[int, int]:
    """By card placed: the card it was laid after, found by undoing the story on the rows.

    Empty where the rows are gone (a new deal) or special cards moved more than a card at a time.
    """
    if view is None or view.options.variant is Variant.SPECIAL or view.options.cabriole:
        return {}
    if any(isinstance(event, RoundStarted) for event in story):
        return {}
    rows = [list(row.cards) for row in view.rows]
    ends: dict[int, int] = {}
    for event in reversed(story):
        if isinstance(event, Placed):
            rows[event.row].pop()
            if rows[event.row]:
                ends[event.card] = rows[event.row][-1]
        elif isinstance(event, Took):
            rows[event.row] = list(event.cards)
    return ends


class _Teller:
    """Turns events into lines; a take and the card that caused it are one line."""

    def __init__(
        self, names: Sequence[str], forced: frozenset[int], ends: Mapping[int, int], deck: str
    ) -> None:
        self._names = names
        self._forced = forced
        self._ends = ends
        self._deck = deck

    def lines(self, story: Sequence[Event]) -> Iterator[Line]:
        taken: Took | None = None
        for event in story:
            match event:
                case Revealed():
                    yield self._revealed(event)
                case Took(why=TakeReason.SIXTH | TakeReason.LOW):
                    taken = event
                case Placed():
                    yield self._taken(taken, event) if taken else self._placed(event)
                    taken = None
                case RoundScored():
                    yield self._scored(event)
                case RoundStarted():
                    yield _tell(
                        event, gettext("Round %(number)d begins.") % {"number": event.number}
                    )
                case GameEnded():
                    yield self._ended(event)
                case _:
                    continue

    def _revealed(self, event: Revealed) -> Line:
        forced = [self._names[seat] for seat, _ in event.cards if seat in self._forced]
        text = gettext("All cards are revealed.")
        if forced:
            text = gettext("All cards are revealed; one was chosen for %(names)s.") % {
                "names": join_names(forced)
            }
        cards = " ".join(f"{seat}:{card}" for seat, card in event.cards)
        return _line("reveal", BEATS[Revealed], format_html("{}", text), cards=cards)

    def _placed(self, event: Placed) -> Line:
        end = self._ends.get(event.card)
        pattern = (
            gettext("{player} plays {card}, in row {row}.")
            if end is None
            else gettext("{player} plays {card}, after {end} in row {row}.")
        )
        text = format_html(
            pattern,
            player=self._name(event.seat),
            card=decks.chip(event.card),
            end=end,
            row=event.row + 1,
        )
        return _line(
            "place",
            BEATS[Placed],
            text,
            seat=event.seat,
            card=event.card,
            row=event.row,
            adds=heads(event.card),
        )

    def _taken(self, took: Took, placed: Placed) -> Line:
        pattern = (
            gettext(
                "{player} plays {card}, below every row, and takes row {row}: {cards}, {heads}."
            )
            if took.why is TakeReason.LOW
            else gettext(
                "{player} plays {card}, the sixth of row {row}, and takes {cards}, {heads}."
            )
        )
        text = format_html(
            pattern,
            player=self._name(took.seat),
            card=decks.chip(placed.card),
            row=took.row + 1,
            cards=decks.chips(took.cards),
            heads=format_html("<strong>{}</strong>", decks.count_heads(took.heads, self._deck)),
        )
        return _line(
            "take",
            BEATS[Took] + BEATS[Placed],
            text,
            seat=took.seat,
            card=placed.card,
            row=took.row,
            heads=took.heads,
            adds=heads(placed.card),
        )

    def _scored(self, event: RoundScored) -> Line:
        scores = ", ".join(
            f"{name} {score}" for name, score in zip(self._names, event.scores, strict=True)
        )
        text = gettext("Round %(number)d is over: %(scores)s.") % {
            "number": event.number,
            "scores": scores,
        }
        return _tell(event, text)

    def _ended(self, event: GameEnded) -> Line:
        winners = [self._names[seat] for seat, rank in enumerate(event.ranks) if rank == 1]
        best = decks.count_heads(min(event.totals), self._deck)
        text = gettext("The game is over. Best with %(heads)s: %(names)s.") % {
            "heads": best,
            "names": join_names(winners),
        }
        return _tell(event, text)

    def _name(self, seat: int) -> SafeString:
        return format_html("<b>{}</b>", self._names[seat])


def _tell(event: Event, text: str) -> Line:
    return _line("tell", BEATS.get(type(event), 0), format_html("{}", text))


def _line(step: str, ms: int, text: SafeString, **moved: object) -> Line:
    data = {"step": step, "ms": ms} | moved
    return Line(text, format_html_join(" ", 'data-{}="{}"', data.items()))
