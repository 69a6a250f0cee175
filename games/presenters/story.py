"""What happened since the last reveal: what was played, where it went, why a row was taken.

The same lines drive the reveal on the page: each carries what to move and for how long.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django.utils.html import format_html
from django.utils.translation import get_language, gettext, ngettext

from games import decks
from games.pace import BEATS
from games.presenters.story_specials import (
    in_telling_order,
    special_lines,
    sweep_line,
    whole_row_line,
)
from games.presenters.telling import Cast, Line, line, tell
from games.rules.cards import heads
from games.rules.events import (
    Eliminated,
    Event,
    GameEnded,
    Jumped,
    Picked,
    Placed,
    Revealed,
    RoundScored,
    RoundStarted,
    RowRemoved,
    RowsLaid,
    TakeReason,
    Took,
)
from games.rules.options import Options, Variant
from games.rules.projection import View
from games.rules.state import Row
from games.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Story:
    """key: the "round.turn" that is told. dropped: lines that came before those of the last lap.

    is_draft: picks are told.
    """

    key: str
    lines: tuple[Line, ...]
    dropped: int = 0
    is_draft: bool = False


@dataclass(frozen=True, slots=True)
class _Scene:
    """All that the lines of a story follow from. rows: those after it."""

    story: tuple[Event, ...]
    rows: tuple[Row, ...]
    options: Options
    eliminated_in: tuple[int | None, ...]
    forced: frozenset[int]
    cast: Cast
    players: int


KEPT_SCENES = 500


def present_story(snapshot: Snapshot, view: View | None, deck: str) -> Story:
    """The last turn, or the last lap of a draft; empty before the first deal."""
    if view is None:
        return Story(snapshot.turn_key, ())
    scene = _Scene(
        story=tuple(snapshot.story),
        rows=view.rows,
        options=view.options,
        eliminated_in=view.eliminated_in,
        forced=snapshot.forced,
        cast=Cast(tuple(seat.name for seat in snapshot.seats), deck),
        players=len(view.seats),
    )
    lines, dropped = _told(scene, get_language())
    return Story(snapshot.turn_key, lines, dropped, is_draft=bool(view.pool))


# Every choice of the next turn shows the same story.
@lru_cache(maxsize=KEPT_SCENES)
def _told(scene: _Scene, _language: str | None) -> tuple[tuple[Line, ...], int]:
    """The lines of a story, and how many came before those of the last lap."""
    story, dropped = _last_lap(scene.story, scene.players)
    return tuple(_Teller(scene, story).lines(in_telling_order(story))), dropped


def _last_lap(story: Sequence[Event], players: int) -> tuple[Sequence[Event], int]:
    """The story without the picks that everybody has followed by another, and their number."""
    picks = [at for at, event in enumerate(story) if isinstance(event, Picked)]
    old = set(picks[: max(0, len(picks) - players)])
    return [event for at, event in enumerate(story) if at not in old], len(old)


def _ends_before(scene: _Scene, story: Sequence[Event]) -> dict[int, int]:
    """By card placed: the card it was laid after, found by undoing the story on the rows.

    Empty where the rows are gone (a new deal) or special cards moved more than a card at a time.
    """
    if scene.options.variant is Variant.SPECIAL:
        return {}
    if any(isinstance(event, RoundStarted) for event in story):
        return {}
    rows = [list(row.cards) for row in scene.rows]
    ends: dict[int, int] = {}
    for event in reversed(story):
        if isinstance(event, Placed):
            rows[event.row].pop()
            if rows[event.row]:
                ends[event.card] = rows[event.row][-1]
        elif isinstance(event, Took):
            # Beside the Cabriole the highest number was left in its row.
            rows[event.row] = [*event.cards, *rows[event.row]]
    return ends


class _Teller:
    """Turns events into lines; a take and the card that caused it are one line."""

    def __init__(self, scene: _Scene, story: Sequence[Event]) -> None:
        self._cast = scene.cast
        self._options = scene.options
        self._out = scene.eliminated_in
        self._forced = scene.forced
        self._ends = _ends_before(scene, story)
        self._tellers: Mapping[type[Event], Callable[[Any], Line]] = {
            Revealed: self._revealed,
            Jumped: self._jumped,
            Picked: self._picked,
            RowsLaid: self._rows_laid,
            RoundScored: self._scored,
            Eliminated: self._eliminated,
            RoundStarted: self._started,
            GameEnded: self._ended,
        }

    def lines(self, story: Sequence[Event]) -> Iterator[Line]:
        taken: Took | None = None
        for event in story:
            match event:
                case Took(why=TakeReason.SIXTH | TakeReason.SEVENTH | TakeReason.LOW):
                    taken = event
                case RowRemoved() if taken:
                    yield whole_row_line(taken, self._cast)
                    taken = None
                case Placed():
                    yield self._taken(taken, event) if taken else self._placed(event)
                    taken = None
                case Took(why=TakeReason.CABRIOLE):
                    yield self._trampled(event)
                case _ if type(event) in self._tellers:
                    yield self._tellers[type(event)](event)
                case _:
                    yield from special_lines(event, self._cast)

    def _revealed(self, event: Revealed) -> Line:
        forced = [seat for seat, _ in event.cards if seat in self._forced]
        text = gettext("All cards are revealed.")
        if forced:
            text = gettext("All cards are revealed; one was chosen for %(names)s.") % {
                "names": self._cast.all_names(forced)
            }
        cards = " ".join(f"{seat}:{card}" for seat, card in event.cards)
        return line("reveal", BEATS[Revealed], format_html("{}", text), cards=cards)

    def _placed(self, event: Placed) -> Line:
        end = self._ends.get(event.card)
        pattern = (
            gettext("{player} plays {card}, in row {row}.")
            if end is None
            else gettext("{player} plays {card}, after {end} in row {row}.")
        )
        text = format_html(
            pattern,
            player=self._cast.name(event.seat),
            card=decks.chip(event.card),
            end=end,
            row=event.row + 1,
        )
        return line(
            "place",
            BEATS[Placed],
            text,
            seat=event.seat,
            card=event.card,
            row=event.row,
            adds=heads(event.card),
        )

    def _taken(self, took: Took, placed: Placed) -> Line:
        text = format_html(
            self._reason(took),
            player=self._cast.name(took.seat),
            card=decks.chip(placed.card),
            row=took.row + 1,
            cards=decks.chips(took.cards),
            heads=self._cast.cost(took.heads),
        )
        return line(
            "take",
            BEATS[Took] + BEATS[Placed],
            text,
            seat=took.seat,
            card=placed.card,
            row=took.row,
            heads=took.heads,
            adds=heads(placed.card),
        )

    def _reason(self, took: Took) -> str:
        if took.why is TakeReason.SEVENTH:
            return gettext(
                "{player} plays {card}, the seventh of row {row}, and takes {cards}, {heads}."
            )
        if took.why is TakeReason.LOW:
            return gettext(
                "{player} plays {card}, below every row, and takes row {row}: {cards}, {heads}."
            )
        if self._options.cabriole and len(took.cards) < 5:
            return gettext(
                "{player} plays {card}, the sixth of row {row} with Cabriole, and takes {cards}, "
                "{heads}."
            )
        return gettext("{player} plays {card}, the sixth of row {row}, and takes {cards}, {heads}.")

    def _jumped(self, event: Jumped) -> Line:
        text = gettext("Cabriole jumps to the lowest of the other ends, in row %(row)d.") % {
            "row": event.to_row + 1
        }
        return line(
            "jump", BEATS[Jumped], format_html("{}", text), **{"from": event.from_row},
            to=event.to_row,
        )  # fmt: skip

    def _trampled(self, event: Took) -> Line:
        text = format_html(
            gettext(
                "With Cabriole row {row} has six cards: {player} takes {cards}, {heads}; "
                "the highest stays."
            ),
            player=self._cast.name(event.seat),
            row=event.row + 1,
            cards=decks.chips(event.cards),
            heads=self._cast.cost(event.heads),
        )
        return sweep_line(text, event)

    def _picked(self, event: Picked) -> Line:
        text = format_html(
            gettext("{player} picks {card}."),
            player=self._cast.name(event.seat),
            card=decks.chip(event.card),
        )
        return line("pick", BEATS[Picked], text, seat=event.seat, card=event.card)

    def _rows_laid(self, event: RowsLaid) -> Line:
        text = format_html(
            gettext("Every hand is complete. The rows begin with {cards}."),
            cards=decks.chips(event.rows),
        )
        return line("rows", BEATS[RowsLaid], text, cards=" ".join(map(str, event.rows)))

    def _scored(self, event: RoundScored) -> Line:
        scores = ", ".join(
            f"{self._cast.names[seat]} {score}"
            for seat, score in enumerate(event.scores)
            if (self._out[seat] or event.number) >= event.number
        )
        text = gettext("Round %(number)d is over: %(scores)s.") % {
            "number": event.number,
            "scores": scores,
        }
        return tell(BEATS[RoundScored], text)

    def _eliminated(self, event: Eliminated) -> Line:
        text = ngettext(
            "More than %(limit)d: %(names)s is out.",
            "More than %(limit)d: %(names)s are out.",
            len(event.seats),
        ) % {"limit": self._options.limit, "names": self._cast.all_names(event.seats)}
        seats = " ".join(map(str, event.seats))
        return line("out", BEATS[Eliminated], format_html("{}", text), seats=seats)

    def _started(self, event: RoundStarted) -> Line:
        pattern = (
            gettext("Round %(number)d begins with a draft.")
            if self._options.draft
            else gettext("Round %(number)d begins.")
        )
        return tell(0, pattern % {"number": event.number})

    def _ended(self, event: GameEnded) -> Line:
        winners = [seat for seat, rank in enumerate(event.ranks) if rank == 1]
        text = gettext("The game is over. Best with %(heads)s: %(names)s.") % {
            "heads": decks.count_heads(event.totals[winners[0]], self._cast.deck),
            "names": self._cast.all_names(winners),
        }
        return tell(0, text)
