"""The lines of the story: what they are made of, and those about numbers that were played."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from accounts.names import join_names
from games import decks
from games.pace import BEATS
from games.rules.cards import heads
from games.rules.events import (
    Event,
    Jumped,
    Picked,
    Placed,
    Revealed,
    RoundStarted,
    RowsLaid,
    TakeReason,
    Took,
)
from games.rules.options import Options, Variant
from games.rules.state import Row

KEPT_WORDS = 2000


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence, and a step of the reveal: its kind, its length and what moves in it.

    attributes: data-step names a function of js/steps.js; the others are what it reads.
    """

    text: SafeString
    attributes: SafeString


@dataclass(frozen=True, slots=True)
class Cast:
    """The names of the players, by seat, and the deck, which says what penalties are called."""

    names: tuple[str, ...]
    deck: str

    def name(self, seat: int) -> SafeString:
        """A player's name in bold."""
        return _bold(self.names[seat])

    def all_names(self, seats: Sequence[int]) -> str:
        """The names of several players, as a sentence lists them."""
        return join_names([self.names[seat] for seat in seats])

    def cost(self, heads: int) -> SafeString:
        """What a take costs, in the words of the deck."""
        return _strong(decks.count_heads(heads, self.deck))


@dataclass(frozen=True, slots=True)
class Scene:
    """All that the lines of a story follow from. rows: those after it."""

    story: tuple[Event, ...]
    rows: tuple[Row, ...]
    options: Options
    eliminated_in: tuple[int | None, ...]
    forced: frozenset[int]
    cast: Cast
    players: int


def line(step: str, ms: int, text: SafeString, **moved: object) -> Line:
    """A line whose step takes so many milliseconds and moves these things."""
    attributes = "".join([f' data-{name}="{escape(value)}"' for name, value in moved.items()])
    return Line(text, SafeString(f'data-step="{step}" data-ms="{ms}"{attributes}'))


def say(pattern: str, **words: SafeString | int) -> SafeString:
    """A sentence of our own whose words are HTML already, or numbers.

    What format_html does, without looking at each word again: a reveal has a dozen sentences.
    """
    return SafeString(pattern.format(**words))


@lru_cache(maxsize=KEPT_WORDS)
def _bold(text: str) -> SafeString:
    return format_html("<b>{}</b>", text)


@lru_cache(maxsize=KEPT_WORDS)
def _strong(text: str) -> SafeString:
    return format_html("<strong>{}</strong>", text)


def tell(ms: int, text: str) -> Line:
    """A line that moves nothing."""
    return line("tell", ms, format_html("{}", text))


def card_line(event: Revealed | Picked | RowsLaid | Jumped, scene: Scene) -> Line:
    """The line of an event that is told by itself."""
    match event:
        case Revealed():
            return _revealed(event, scene)
        case Picked():
            return _picked(event, scene.cast)
        case RowsLaid():
            return _rows_laid(event)
        case Jumped():
            return _jumped(event)


def placed_line(event: Placed, end: int | None, cast: Cast) -> Line:
    """A number laid in a row, after the card at its end where that is known."""
    pattern = (
        gettext("{player} plays {card}, in row {row}.")
        if end is None
        else gettext("{player} plays {card}, after {end} in row {row}.")
    )
    text = say(
        pattern,
        player=cast.name(event.seat),
        card=decks.chip(event.card),
        end=end or 0,
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


def taken_line(took: Took, placed: Placed, scene: Scene) -> Line:
    """A take and the number that caused it."""
    text = say(
        _taken_pattern(took, scene.options),
        player=scene.cast.name(took.seat),
        card=decks.chip(placed.card),
        row=took.row + 1,
        cards=decks.chips(took.cards),
        heads=scene.cast.cost(took.heads),
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


def cabriole_take_line(event: Took, cast: Cast) -> Line:
    """The take of a full row to which the Cabriole has jumped."""
    text = say(
        gettext(
            "With Cabriole row {row} has six cards: {player} takes {cards}, {heads}; "
            "the highest stays."
        ),
        player=cast.name(event.seat),
        row=event.row + 1,
        cards=decks.chips(event.cards),
        heads=cast.cost(event.heads),
    )
    return sweep_line(text, event)


def sweep_line(text: SafeString, took: Took) -> Line:
    """A take that leaves a row its highest number, unless there are five rows."""
    moved = {"seat": took.seat, "row": took.row, "count": len(took.cards), "heads": took.heads}
    return line("sweep", BEATS[Took], text, **moved)


def ends_before(scene: Scene, story: Sequence[Event]) -> dict[int, int]:
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


def _revealed(event: Revealed, scene: Scene) -> Line:
    forced = [seat for seat, _ in event.cards if seat in scene.forced]
    text = gettext("All cards are revealed.")
    if forced:
        text = gettext("All cards are revealed; one was chosen for %(names)s.") % {
            "names": scene.cast.all_names(forced)
        }
    cards = " ".join(f"{seat}:{card}" for seat, card in event.cards)
    return line("reveal", BEATS[Revealed], format_html("{}", text), cards=cards)


def _picked(event: Picked, cast: Cast) -> Line:
    text = say(
        gettext("{player} picks {card}."),
        player=cast.name(event.seat),
        card=decks.chip(event.card),
    )
    return line("pick", BEATS[Picked], text, seat=event.seat, card=event.card)


def _rows_laid(event: RowsLaid) -> Line:
    text = say(
        gettext("Every hand is complete. The rows begin with {cards}."),
        cards=decks.chips(event.rows),
    )
    return line("rows", BEATS[RowsLaid], text, cards=" ".join(map(str, event.rows)))


def _jumped(event: Jumped) -> Line:
    text = gettext("Cabriole jumps to the lowest of the other ends, in row %(row)d.") % {
        "row": event.to_row + 1
    }
    return line(
        "jump", BEATS[Jumped], format_html("{}", text), **{"from": event.from_row},
        to=event.to_row,
    )  # fmt: skip


def _taken_pattern(took: Took, options: Options) -> str:
    if took.why is TakeReason.SEVENTH:
        return gettext(
            "{player} plays {card}, the seventh of row {row}, and takes {cards}, {heads}."
        )
    if took.why is TakeReason.LOW:
        return gettext(
            "{player} plays {card}, below every row, and takes row {row}: {cards}, {heads}."
        )
    if options.cabriole and len(took.cards) < 5:
        return gettext(
            "{player} plays {card}, the sixth of row {row} with Cabriole, and takes {cards}, "
            "{heads}."
        )
    return gettext("{player} plays {card}, the sixth of row {row}, and takes {cards}, {heads}.")
