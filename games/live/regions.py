"""Regions of a page by their id: what they show, how they are compared, drawn and sent.

A region shows values. Two views are compared by them, and only what differs is drawn. A region may
have parts, such as the players or the cards of a hand, that are replaced one by one.
"""

import re
import struct
import zlib
from collections.abc import Callable, Hashable, Mapping
from functools import cache, cached_property, wraps
from html import escape
from typing import Any, NamedTuple, ParamSpec, TypeVar

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext, trans_real
from jinja2 import Environment, FileSystemLoader, nodes
from jinja2.visitor import NodeTransformer

from games.bounded_cache import BoundedCache

P = ParamSpec("P")
T = TypeVar("T")


class Look:
    """How a reader wants to see a table: the language with its words, and the deck of the cards."""

    __slots__ = ("deck", "gettext", "language", "ngettext")

    def __init__(self, language: str, deck: str) -> None:
        self.language, self.deck = language, deck
        # Django's own look for the active language each time, which takes ten times as long.
        words = trans_real.translation(language)
        self.gettext: Callable[[str], str] = cache(words.gettext)
        self.ngettext: Callable[[str, str, int], str] = words.ngettext


@cache
def look_of(language: str, deck: str = "") -> Look:
    """The look with this language and this deck; the same object each time."""
    return Look(language, deck)


# A drawing and the values it shows, (draw, *values): the HTML is draw(look, *values). Or the HTML
# itself.
Shown = tuple[Any, ...] | str

# Marks the place of the parts in the drawing of a region.
PARTS = SafeString("<!--parts-->")


class Region(NamedTuple):
    """What the element of a page with this id shows, and what its parts do, by their names.

    A part is an element with data-part. The drawing of a region with parts holds PARTS in their
    place. A page that has the parts is sent such a drawing as it is, and puts them there.
    """

    shown: Shown
    parts: Mapping[str, Shown] = {}

    @property
    def html(self) -> SafeString:
        """The region, where all that it shows is HTML already."""
        return drawn(look_of(settings.LANGUAGE_CODE), self)


View = Mapping[str, Region]


# Shorter frames gain little. Level 1 takes a third of the time of level 6 for a tenth more.
COMPRESSED_FROM = 500
LEVEL = 1
# A raw stream with a window of 16 kB. The default, twice as much, is no better for texts of this
# size, and takes five times as long to set up as a short one takes to compress.
RAW_DEFLATE, MEMORY = -14, 7
LONGEST_STORED = 0xFFFF


class Text(str):
    """HTML that many frames hold, deflated once for all of them."""

    @cached_property
    def deflated(self) -> bytes:
        """Blocks of deflate (RFC 1951) that end with a whole byte, for others to follow."""
        deflate = zlib.compressobj(LEVEL, zlib.DEFLATED, RAW_DEFLATE, MEMORY)
        return deflate.compress(self.encode()) + deflate.flush(zlib.Z_SYNC_FLUSH)


NO_TEXT = Text()


class Changes(NamedTuple):
    """How to make one view of another: HTML of elements to replace, names of parts to remove."""

    elements: Text
    gone: str = ""

    def __bool__(self) -> bool:
        return bool(self.elements or self.gone)


NO_CHANGES = Changes(NO_TEXT)


def drawn(look: Look, region: Region) -> SafeString:
    """The HTML of a region."""
    parts = "".join([draw(look, shown) for shown in region.parts.values()])
    return SafeString(draw(look, region.shown).replace(PARTS, parts))


def drawn_all(look: Look, view: View) -> dict[str, SafeString]:
    """The HTML of each region."""
    return {name: drawn(look, region) for name, region in view.items()}


def whole(look: Look, *views: View) -> Changes:
    """All regions of some views, for a page that has none of them."""
    return Changes(
        Text("".join([drawn(look, region) for view in views for region in view.values()]))
    )


def changes(look: Look, before: View, after: View) -> Changes:
    """The regions and parts that differ; both views have the same regions."""
    elements: list[str] = []
    gone: list[str] = []
    for name, region in after.items():
        old = before[name]
        if old is region:
            continue
        was, now = old.parts, region.parts
        differs = region.shown != old.shown
        if not _is_within(now, was) or (
            differs and list(now) != [part for part in was if part in now]
        ):
            elements.append(drawn(look, region))
            continue
        if differs:
            # With parts, its frame alone: the page keeps the parts that it has, in their order.
            elements.append(draw(look, region.shown))
        elements += [draw(look, shown) for part, shown in now.items() if was[part] != shown]
        if len(was) > len(now):
            gone += [part for part in was if part not in now]
    return Changes(Text("".join(elements)), " ".join(gone))


def draw(look: Look, shown: Shown) -> str:
    """The HTML of what is shown."""
    if isinstance(shown, str):
        return shown
    drawing: Callable[..., str] = shown[0]
    return drawing(look, *shown[1:])


def _is_within(parts: Mapping[str, Shown], others: Mapping[str, Shown]) -> bool:
    """Whether replacing and removing parts of the others gives these parts."""
    if not parts:
        return not others
    return parts.keys() <= others.keys()


# --- Rendering --------------------------------------------------------------------------

# Lists of 500 with what they were drawn from take 0.1 to 0.4 MB each.
_drawn = BoundedCache[SafeString](20)
# Left out, as it need not be sent.
INDENTATION = re.compile(r"\s*\n\s*")


def render_part(look: Look, name: str, *values: Any) -> SafeString:
    """The HTML of a compiled template of templates/jinja2/table, a macro `part` with these values.

    For what changes at every reveal: Jinja2 compiles a template to Python, which takes a tenth of
    the time of Django's own engine. So are the rows of long lists (`render_rows`); everything else
    is a Django template.
    """
    return SafeString(_macro(look.language, f"table/{name}.html")(*values))


def render_rows(template: str, *values: Any) -> SafeString:
    """The HTML of such a macro in the active language, of a template with the rows of a long list.

    template: where it is in templates/jinja2, without its ending.
    """
    return SafeString(_macro(active_language(), f"{template}.html")(*values))


def kept_rows(template: str, *values: Hashable) -> SafeString:
    """The same, drawn once for equal values: nothing but these and the language is in the drawing.

    values: texts, numbers and tuples of them; HTML and plain texts each in places of their own.
    """
    key = (active_language(), template, *values)
    return _drawn.get_or_make(key, lambda: render_rows(template, *values))


class _Translate(NodeTransformer):
    """Puts the words of the active language in place of `_("...")`, when a template is compiled."""

    def visit_Call(self, node: nodes.Call) -> nodes.Node:  # noqa: N802 - Jinja's name
        if isinstance(node.node, nodes.Name) and node.node.name == "_":
            return nodes.Const(gettext(node.args[0].as_const()), lineno=node.lineno)
        return self.generic_visit(node)


class _Environment(Environment):
    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        parsed = super()._parse(INDENTATION.sub("\n", source), name, filename)
        translated: nodes.Template = _Translate().visit(parsed)
        return translated


_must_be_escaped = re.compile("[&<>\"']").search


def _escaped(value: object) -> str:
    """A value as HTML, as Jinja's own `escape` does it in four times as long."""
    if type(value) is str and not _must_be_escaped(value):
        return value
    if isinstance(value, str) and hasattr(value, "__html__"):
        return str(value.__html__())
    return str(value) if type(value) is int else escape(str(value))


@cache
def _macro(language: str, template: str) -> Callable[..., Any]:
    """The macro `part` of a template of templates/jinja2, in the words of a language.

    It takes all its values by position. Jinja's own call looks at each argument first, which takes
    a sixth of the time.
    """
    with translation.override(language):
        module: Any = _environment(language).get_template(template).module
    part: Any = module.part._func  # noqa: SLF001 - the compiled function
    part.__globals__["escape"] = _escaped
    return part  # type: ignore[no-any-return]


@cache
def _environment(_language: str) -> Environment:
    loader = FileSystemLoader(settings.BASE_DIR / "templates" / "jinja2")
    return _Environment(loader=loader, autoescape=True, trim_blocks=True)


def in_its_language(drawing: Callable[P, T]) -> Callable[P, T]:
    """Decorate a drawing that uses Django's templates or the words of the active language."""

    @wraps(drawing)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
        look: Any = args[0]
        with translation.override(look.language):
            return drawing(*args, **kwargs)

    return wrapped


def render_flat(template: str, context: Mapping[str, object]) -> SafeString:
    """The HTML of a Django template, without its indentation."""
    return SafeString(INDENTATION.sub("\n", render_to_string(template, dict(context))))


def draw_line(step: str, ms: int, text: str, **moved: object) -> str:
    """An item whose step (a function of js/steps.js) takes so many ms and moves these things.

    text: HTML. moved: numbers, and words that are escaped.
    """
    data = "".join([f' data-{name}="{value}"' for name, value in moved.items()])
    return f'<li data-step="{step}" data-ms="{ms}"{data}>{text}</li>'


def active_language() -> str:
    """The active language."""
    return get_language() or settings.LANGUAGE_CODE


# --- Frames: what travels to a page -----------------------------------------------------


class Frame:
    """A message for pages, of which one and the same may go to many sockets.

    It is made of what is the frame's alone (head, own) and of a text that others have as well. The
    long ones are deflated for pages that can inflate: no server of ours negotiates compression.
    The server may keep the bytes it made of a message in it.
    """

    def __init__(self, head: str, shared: Text = NO_TEXT, own: str = "") -> None:
        self._head, self._shared, self._own = head, shared, own

    @property
    def text(self) -> str:
        return f"{self._head}{self._shared}{self._own}"

    def message(self, *, can_inflate: bool) -> dict[str, Any]:
        """The ASGI message for a page; can_inflate: whether it can read deflate (RFC 1951)."""
        is_compressed = can_inflate and len(self._shared) >= COMPRESSED_FROM
        return self._compressed if is_compressed else self._plain

    @cached_property
    def _plain(self) -> dict[str, Any]:
        return {"type": "websocket.send", "text": self.text}

    @cached_property
    def _compressed(self) -> dict[str, Any]:
        blocks = (_stored(self._head), self._shared.deflated, _stored(self._own, is_last=True))
        return {"type": "websocket.send", "bytes": b"".join(blocks)}


def _stored(text: str, *, is_last: bool = False) -> bytes:
    """A text as blocks of deflate that are not compressed, which takes no time."""
    data = text.encode()
    size = len(data)
    if size <= LONGEST_STORED:
        return struct.pack("<BHH", is_last, size, size ^ 0xFFFF) + data
    blocks = []
    for at in range(0, max(len(data), 1), LONGEST_STORED):
        piece = data[at : at + LONGEST_STORED]
        is_final = is_last and at + LONGEST_STORED >= len(data)
        size = len(piece)
        blocks.append(struct.pack("<BHH", is_final, size, size ^ 0xFFFF) + piece)
    return b"".join(blocks)


def stamp(version: int, seconds_left: float | None, gone: str = "") -> str:
    """What a frame of a view begins with: the version that the page then shows, and the time left.

    Seconds left and no time of day, since the clock of the device may be wrong. gone: the names of
    parts to remove.
    """
    left = "" if seconds_left is None else f' data-left="{max(0.0, seconds_left):.1f}"'
    without = f' data-gone="{gone}"' if gone else ""
    return f'<i id="version" data-version="{version}"{left}{without} hidden></i>'


def answer_text(command_id: object, result: str) -> str:
    """The answer to a command, as an element of the page."""
    written = escape(str(command_id))
    return f'<i id="answer" data-command="{written}" data-result="{result}" hidden></i>'
