"""What travels to a page: one message, made once for all sockets that get the same."""

import zlib
from functools import cached_property
from typing import Any

from django.utils.html import format_html

from games.live.regions import Changes

# Shorter frames gain nothing by it. Level 1 takes a third of the time of level 6 for a tenth more.
COMPRESSED_FROM = 1000
LEVEL = 1


class Frame:
    """A text for pages; a long one is also to be had compressed, for those that can unpack it.

    Daphne negotiates no compression, and would compress once for each socket: this is done once
    for all of them. As messages of ASGI, which the server may mark with the bytes it made of them.
    """

    def __init__(self, text: str) -> None:
        self.text = text

    def message(self, *, unpacks: bool) -> dict[str, Any]:
        """The message for a page; unpacks: whether it can read zlib's format (RFC 1950)."""
        return self._packed if unpacks and len(self.text) >= COMPRESSED_FROM else self._plain

    @cached_property
    def _plain(self) -> dict[str, Any]:
        return {"type": "websocket.send", "text": self.text}

    @cached_property
    def _packed(self) -> dict[str, Any]:
        return {"type": "websocket.send", "bytes": zlib.compress(self.text.encode(), LEVEL)}


def frame_text(version: int, seconds_left: float | None, changed: Changes) -> str:
    """What a page is told: the version it then shows, the time left for the choice, the changes.

    The time is told as what is left of it, since the clock of the device may be wrong.
    """
    left = "" if seconds_left is None else f' data-left="{max(0.0, seconds_left):.1f}"'
    gone = f' data-gone="{changed.gone}"' if changed.gone else ""
    return f'<i id="version" data-version="{version}"{left}{gone} hidden></i>{changed.elements}'


def answer_text(command_id: object, result: str) -> str:
    """What became of a command."""
    return format_html(
        '<i id="answer" data-command="{}" data-result="{}" hidden></i>', command_id, result
    )
