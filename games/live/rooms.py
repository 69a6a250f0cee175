"""Rooms: the sockets of this process that look at one subject, such as a table.

A room brings every socket from the view it was shown to the newest one. What a view shows follows
from the viewer, never from the person, so that a crowd costs one render; each socket gets what
differs from what it was shown.
"""

import asyncio
import logging
from collections.abc import Hashable, Iterable
from typing import Any, Protocol

from games.live.regions import View, changes, frame, whole

logger = logging.getLogger(__name__)

SENT_AT_ONCE = 25
# After a view failed it is tried again, and a socket that takes nothing for so long is closed.
RETRY_SECONDS = 2.0
STALLED_SECONDS = 10.0


# What was sent to all who came from one view to another, by the ids of both.
Frames = dict[Hashable, tuple[View | None, View, dict[str, Any] | None]]


class Gone(Exception):
    """What a room is about was deleted."""


class Socket(Protocol):
    """What a room needs of a connection, and what it notes about it.

    viewer, is_spectator: what it is to the subject. version, view: what it was shown last, -1 and
    None before. is_full: it has not yet taken what was sent before.
    """

    viewer: Any
    is_spectator: bool
    version: int
    view: View | None

    @property
    def player_id(self) -> int | None:
        """Who looks; None for a stranger."""

    @property
    def is_full(self) -> bool:
        """Whether to wait before sending more."""

    async def deliver(self, message: dict[str, Any]) -> None:
        """Send one message, as ASGI has it; others may be sent the same dict."""

    async def dismiss(self) -> None:
        """Close for good: its owner may not look any more."""

    def drop(self) -> None:
        """Cut the connection at once; its page may come back."""


class Subject(Protocol):
    """What a room shows. version: of what is shown now."""

    version: int

    async def reach(self, version: int, sockets: Iterable[Any]) -> None:
        """Show that version or a later one, and note what each socket is. Raises Gone."""

    def view(self, viewer: Any) -> View:
        """What such a viewer sees now; it is the same object until the version changes."""

    def seconds_left(self) -> float | None:
        """The time left for a choice; None where there is no limit."""

    def apology(self, viewer: Any) -> str:
        """What to send to whom the view could not be shown; empty for nothing."""


class Room:
    """The sockets that look at one subject; viewer None: its owner may not look any more."""

    def __init__(self, subject: Subject) -> None:
        self.sockets: set[Socket] = set()
        self._subject = subject
        self._wanted = 0
        self._lanes: dict[bool, asyncio.Task[None]] = {}
        self._failed: set[Socket] = set()
        self._full: dict[Socket, asyncio.TimerHandle] = {}

    def hint(self, version: int) -> None:
        """There may be a new version; hints that come while one is shown become one more.

        Spectators are served apart: a crowd holds up nobody who may have to answer.
        """
        self._wanted = max(self._wanted, version)
        for is_spectator in (False, True):
            lane = self._lanes.get(is_spectator)
            if (lane is None or lane.done()) and self._behind(is_spectator):
                self._lanes[is_spectator] = asyncio.create_task(self._catch_up(is_spectator))

    async def show(self, socket: Socket, version: int, known: int) -> None:
        """Bring a socket that has just come to this version or a later one.

        known: the version that its page shows already, and need not be sent again.
        """
        await self._subject.reach(max(version, self._wanted), [socket])
        self._wanted = max(self._wanted, self._subject.version)
        if socket in self.sockets and socket.version < self._subject.version:
            await self._show(socket, {}, known)
        self.hint(self._wanted)

    def drained(self, socket: Socket) -> None:
        """A socket that was full takes messages again: show it the newest view."""
        if timer := self._full.pop(socket, None):
            timer.cancel()
        self.hint(self._wanted)

    def leave(self, socket: Socket) -> None:
        """Forget a socket."""
        self.sockets.discard(socket)
        self._failed.discard(socket)
        if timer := self._full.pop(socket, None):
            timer.cancel()

    def tasks(self) -> list[asyncio.Task[None]]:
        """What is being done for the sockets now."""
        return [lane for lane in self._lanes.values() if not lane.done()]

    def _behind(self, is_spectator: bool) -> list[Socket]:
        behind = []
        for socket in self.sockets:
            if socket.is_spectator is not is_spectator or socket.version >= self._wanted:
                continue
            if socket.is_full:
                self._wait_for(socket)
            elif socket not in self._failed:
                behind.append(socket)
        return behind

    def _wait_for(self, socket: Socket) -> None:
        """Nothing is queued for a socket that is full; if that lasts, it is cut off."""
        if socket not in self._full:
            loop = asyncio.get_running_loop()
            self._full[socket] = loop.call_later(STALLED_SECONDS, self._cut_off, socket)

    def _cut_off(self, socket: Socket) -> None:
        del self._full[socket]
        if socket.is_full:
            socket.drop()
        else:
            self.hint(self._wanted)

    async def _catch_up(self, is_spectator: bool) -> None:
        while behind := self._behind(is_spectator):
            asked = self._wanted
            try:
                await self._subject.reach(asked, behind)
            except Gone:
                await self.dismiss_all()
                return
            except Exception:
                logger.exception("a new version could not be read")
                self._try_again(behind)
                return
            if self._wanted == asked:
                # What is stored is the truth, also where a hint spoke of more.
                self._wanted = self._subject.version
            frames: Frames = {}
            for count, socket in enumerate(behind, start=1):
                await self._show(socket, frames)
                if count % SENT_AT_ONCE == 0:
                    # What is sent leaves this process when the loop comes round.
                    await asyncio.sleep(0)

    async def _show(
        self,
        socket: Socket,
        frames: Frames,
        known: int = -1,
    ) -> None:
        """Send a socket what differs; `frames` holds what others were sent who saw the same."""
        version = self._subject.version
        if socket not in self.sockets or socket.version >= version:
            return
        if socket.viewer is None:
            socket.version = version
            await _send(socket, None)
            return
        try:
            view = self._subject.view(socket.viewer)
        except Exception:
            logger.exception("a view could not be shown")
            self._try_again([socket])
            if apology := self._subject.apology(socket.viewer):
                await _send(socket, message_of(apology))
            return
        before = view if known == version else socket.view
        key = (id(before), id(view))
        if key not in frames:
            changed = whole(view) if before is None else changes(before, view)
            text = frame(version, self._subject.seconds_left(), changed) if changed else ""
            # With the views themselves, so that their ids are not used again meanwhile.
            frames[key] = (before, view, message_of(text) if text else None)
        socket.version, socket.view = version, view
        if message := frames[key][2]:
            await _send(socket, message)

    def _try_again(self, sockets: Iterable[Socket]) -> None:
        """Leave these sockets out for a moment, then bring them to what is newest."""
        self._failed.update(sockets)
        asyncio.get_running_loop().call_later(RETRY_SECONDS, self._forgive, list(sockets))

    def _forgive(self, sockets: Iterable[Socket]) -> None:
        self._failed.difference_update(sockets)
        self.hint(self._wanted)

    async def dismiss_all(self) -> None:
        """Close for good: the subject was deleted."""
        for socket in list(self.sockets):
            await _send(socket, None)


def message_of(text: str) -> dict[str, Any]:
    """A text as the message of a socket."""
    return {"type": "websocket.send", "text": text}


async def _send(socket: Socket, message: dict[str, Any] | None) -> None:
    """Deliver a message, or with None dismiss; a broken connection costs the others nothing."""
    try:
        await (socket.dismiss() if message is None else socket.deliver(message))
    except Exception:  # noqa: BLE001 - whatever is wrong with it, it is gone
        logger.debug("a socket went away while it was served")
