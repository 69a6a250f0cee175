"""What every sentence of the story is made of: the people by name, and the steps of the reveal."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString

from games import decks
from games.presenters.words import join_names
from games.rules.events import Event
from games.rules.options import Options
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
    """Who plays, and what the penalties are called. names: by seat."""

    names: tuple[str, ...]
    deck: str

    def name(self, seat: int) -> SafeString:
        """A player, as the one who does something."""
        return _bold(self.names[seat])

    def all_names(self, seats: Sequence[int]) -> str:
        """Several players, as a sentence lists them."""
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
