"""What every sentence of the story is made of: the people by name, and the steps of the reveal."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from games import decks
from games.presenters.words import join_names
from games.rules.events import Event
from games.rules.options import Options
from games.rules.state import Row


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence, and a step of the reveal: its kind, its length and what moves in it.

    attributes: data-step names a function of js/steps.js; the others are what it reads.
    """

    text: SafeString
    attributes: SafeString


@dataclass(frozen=True, slots=True)
class Cast:
    """Who plays, and what the penalties are called. names: by seat."""

    names: tuple[str, ...]
    deck: str

    def name(self, seat: int) -> SafeString:
        """A player, as the one who does something."""
        return format_html("<b>{}</b>", self.names[seat])

    def all_names(self, seats: Sequence[int]) -> str:
        """Several players, as a sentence lists them."""
        return join_names([self.names[seat] for seat in seats])

    def cost(self, heads: int) -> SafeString:
        """What a take costs, in the words of the deck."""
        return format_html("<strong>{}</strong>", decks.count_heads(heads, self.deck))


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
    data = {"step": step, "ms": ms} | moved
    return Line(text, format_html_join(" ", 'data-{}="{}"', data.items()))


def tell(ms: int, text: str) -> Line:
    """A line that moves nothing."""
    return line("tell", ms, format_html("{}", text))
