"""A view as data: the regions of a page by their id, how they are rendered, compared and sent.

Only what differs between two views is sent. A region may have parts, such as the players or the
cards of a hand, that are replaced one by one. Rendered HTML is cached by the facts it shows.
"""

import re
import zlib
from collections.abc import Hashable, Mapping
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from django.conf import settings
from django.template import engines
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

# Marks the place of the parts in the shell of a region.
PARTS = "<!--parts-->"


class Region(NamedTuple):
    """The element of a page with this id: all of it, or its shell and the parts by their names.

    A part is an element with data-part; the shell is the region with PARTS in their place.
    """

    shell: str
    parts: Mapping[str, str] = {}

    @property
    def html(self) -> SafeString:
        """The whole region."""
        text = self.shell.replace(PARTS, "".join(self.parts.values())) if self.parts else self.shell
        return mark_safe(text)  # noqa: S308 - rendered by our own templates


View = Mapping[str, Region]


class Changes(NamedTuple):
    """How to make one view of another: HTML of elements to replace, names of parts to remove."""

    elements: str
    gone: str = ""

    def __bool__(self) -> bool:
        return bool(self.elements or self.gone)


def whole(*views: View) -> Changes:
    """All regions of some views, for a page that has none of them."""
    return Changes("".join(region.html for view in views for region in view.values()))


def changes(before: View, after: View) -> Changes:
    """The regions and parts that differ; both views have the same regions."""
    elements: list[str] = []
    gone: list[str] = []
    for name, region in after.items():
        old = before[name]
        if old is region or old == region:
            continue
        if region.shell != old.shell or not _is_within(region.parts, old.parts):
            elements.append(region.html)
            continue
        elements += [html for part, html in region.parts.items() if old.parts[part] != html]
        gone += [part for part in old.parts if part not in region.parts]
    return Changes("".join(elements), " ".join(gone))


def _is_within(parts: Mapping[str, str], others: Mapping[str, str]) -> bool:
    """Whether replacing and removing parts of the others gives these parts."""
    if not parts:
        return not others
    return parts.keys() <= others.keys()


# --- Rendering --------------------------------------------------------------------------

KEPT_PARTS = 8000
_INDENTATION = re.compile(r"\s*\n\s*")
PLACE_FOR_PARTS = SafeString(PARTS)


# What changes at every reveal is in templates/jinja2/table (config/jinja.py), a macro in each file:
# calling one takes a fifth of the time of rendering a template with a context of its own.
COMPILED = frozenset(
    {
        *("hand_card", "pad", "player", "prompt", "rounds", "row", "seen_cards"),
        *("status_place", "status_sentence", "story"),
    }
)


def region(
    name: str, shown: Hashable, language: str, parts: Mapping[str, str] | None = None
) -> Region:
    """The region that the template of that name makes of a value; its shell is cached.

    The template of a region with parts contains `parts` in their place. language: the active one,
    which callers know and Django takes long to tell.
    """
    return Region(_render(name, shown, language), parts or {})


def fresh_region(name: str, shown: object) -> Region:
    """The same without the cache, for a value that is never shown twice."""
    return Region(render_part(name, shown))


def render_part(name: str, shown: object) -> SafeString:
    """The HTML that the template of that name makes of a value, which has the same name in it."""
    if name in COMPILED:
        jinja: Any = engines["jinja2"]
        return SafeString(jinja.env.get_template(f"table/{name}.html").module.part(shown))
    return render_flat(f"games/table/{name}.html", {name: shown, "parts": PLACE_FOR_PARTS})


@lru_cache(maxsize=KEPT_PARTS)
def _render(name: str, shown: Hashable, _language: str) -> SafeString:
    return render_part(name, shown)


def active_language() -> str:
    """The active language."""
    return get_language() or settings.LANGUAGE_CODE


def render_flat(template: str, context: Mapping[str, object]) -> SafeString:
    """The HTML of a template, without its indentation, which need not be sent."""
    text = render_to_string(template, dict(context))
    return mark_safe(_INDENTATION.sub("\n", text))  # noqa: S308 - rendered by our own template


# --- Frames: what travels to a page -----------------------------------------------------

# Shorter frames gain little. Level 1 takes a third of the time of level 6 for a tenth more.
COMPRESSED_FROM = 500
LEVEL = 1


class Frame:
    """A text for pages, as an ASGI message that many sockets share.

    A long one is compressed, once for all sockets, for pages that can inflate it: Daphne negotiates
    no compression. The server may keep the bytes it made of a message in it.
    """

    def __init__(self, text: str) -> None:
        self.text = text

    def message(self, *, can_inflate: bool) -> dict[str, Any]:
        """The message for a page; can_inflate: whether it can read zlib's format (RFC 1950)."""
        is_compressed = can_inflate and len(self.text) >= COMPRESSED_FROM
        return self._compressed if is_compressed else self._plain

    @cached_property
    def _plain(self) -> dict[str, Any]:
        return {"type": "websocket.send", "text": self.text}

    @cached_property
    def _compressed(self) -> dict[str, Any]:
        return {"type": "websocket.send", "bytes": zlib.compress(self.text.encode(), LEVEL)}


def frame_text(
    version: int, seconds_left: float | None, changed: Changes, *, is_partial: bool = False
) -> str:
    """The text of a frame: the version that the page then shows, the time left, the changes.

    Seconds left and no time of day, since the clock of the device may be wrong. is_partial: another
    frame of this version follows, and only both together are a view.
    """
    left = "" if seconds_left is None else f' data-left="{max(0.0, seconds_left):.1f}"'
    gone = f' data-gone="{changed.gone}"' if changed.gone else ""
    partial = " data-partial" if is_partial else ""
    stamp = f'<i id="version" data-version="{version}"{left}{gone}{partial} hidden></i>'
    return stamp + changed.elements


def answer_text(command_id: object, result: str) -> str:
    """The answer to a command, as an element of the page."""
    return format_html(
        '<i id="answer" data-command="{}" data-result="{}" hidden></i>', command_id, result
    )
