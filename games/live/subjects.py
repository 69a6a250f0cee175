"""What a room holds: the sockets of a page, and the subject that it shows them, such as a table."""

from collections.abc import Hashable, Iterable
from typing import Any, Protocol

from games.live.regions import Frame, Look, View

# What a socket was shown: the part that is the same for all who look, and its own.
Views = tuple[View, View]


class Gone(Exception):
    """The subject of a room was deleted."""


class Socket(Protocol):
    """A connection, and what its room stores on it.

    viewer, is_spectator: set by the subject (`Subject.recognise`). version, clock, views: what it
    was shown last; -1 and None at first. is_full: earlier messages wait.
    """

    viewer: Any
    is_spectator: bool
    version: int
    views: Views | None
    clock: Hashable

    @property
    def player_id(self) -> int | None:
        """Who looks; None for a stranger."""

    @property
    def is_full(self) -> bool:
        """Whether to wait before sending more."""

    def deliver(self, frame: Frame) -> None:
        """Send a frame without waiting; several sockets may be sent the same one."""

    def dismiss(self) -> None:
        """Close for good: its owner may not look any more."""

    def drop(self) -> None:
        """Cut the connection at once; its page may come back."""


class Subject(Protocol):
    """What a room shows, such as a table. version: the one that is shown now.

    Of one that inherits from this nobody is awaited, unless it says otherwise.
    """

    version: int

    def reach_at_once(self, version: int) -> bool:
        """Show that version or a later one if nothing must be read for it; else False."""
        return False

    async def reach(self, version: int, sockets: Iterable[Any]) -> None:
        """Show that version or a later one to these sockets. Raises Gone."""

    def recognise(self, socket: Any) -> None:
        """Set `viewer` (None: may not look) and `is_spectator` of a socket, at this version."""

    def clock(self) -> Hashable:
        """The deadline, or None: while it is equal, sockets need no new time."""
        return None

    def look(self, viewer: Any) -> Look:
        """How such a viewer wants to see it."""

    def views(self, viewer: Any) -> Views:
        """What such a viewer is to see; the same objects until something in them changes."""

    def seconds_left(self) -> float | None:
        """The time left for a choice; None where there is no limit."""
        return None

    def apology(self, viewer: Any) -> str:
        """The message for a viewer whose view could not be rendered; empty for none."""
        return ""
