"""A view as data: regions of a page by their id, and what differs between two views.

Only what differs is sent. A region may have parts, such as the players or the cards of a hand, that
are replaced one by one.
"""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe

# Where the parts stand in the shell of a region.
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
    """What turns one view into another: elements to put in place, and names of parts to remove."""

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
    """Whether the parts can be had from the others by replacing and removing some."""
    if not parts:
        return not others
    return parts.keys() <= others.keys()
