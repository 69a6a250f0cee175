"""Rooms: the sockets of this process that look at one subject, such as a table.

A room brings every socket from the view it was shown to the newest one, by sending what differs.
What a view shows follows from the viewer (such as a seat, or none, and a language) and never from
the person, so 500 spectators cost one render.
"""

import asyncio
import logging
import time
from collections.abc import Hashable, Iterable
from contextvars import Context
from enum import Enum
from typing import Any, Protocol

from games.live.regions import Frame, View, changes, frame_text, whole
from monitoring.metrics import ARRIVED, REVEAL_SECONDS

logger = logging.getLogger(__name__)

# After so many sockets the loop gets a turn, in which it sends what was delivered.
SENT_AT_ONCE = 25
# How long a change that is not urgent waits for others, to be shown together with them.
NOTICE_SECONDS = 0.02
# When a view that could not be rendered is tried again.
RETRY_SECONDS = 2.0
# After how long a socket that takes no messages is cut off.
STALLED_SECONDS = 10.0


class Layer(Enum):
    """The parts of a view, in the order in which they are sent.

    All who look see the same public part, so it is rendered once and reaches everybody before
    anything private is rendered.
    """

    PUBLIC = 1
    PRIVATE = 2


# Frames for sockets that change from one view to another, or get both layers at once. The key: the
# ids of the two views, whether the frame is one of a pair, and whether it has a new deadline.
Frames = dict[tuple[int, int, bool, bool], tuple[tuple[View, View], Frame | None]]


class Gone(Exception):
    """The subject of a room was deleted."""


class Socket(Protocol):
    """A connection, and what its room stores on it.

    viewer, is_spectator: set by the subject (`Subject.recognise`). version, clock, views (by
    layer): what it was shown last; -1, None and nothing at first. is_full: earlier messages wait.
    """

    viewer: Any
    is_spectator: bool
    version: int
    views: dict[Layer, View]
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
    """What a room shows, such as a table. version: the one that is shown now."""

    version: int

    async def reach(self, version: int, sockets: Iterable[Any]) -> None:
        """Show that version or a later one to these sockets. Raises Gone."""

    def recognise(self, socket: Any) -> None:
        """Set `viewer` (None: may not look) and `is_spectator` of a socket, at this version."""

    def clock(self) -> Hashable:
        """The deadline, or None: while it is equal, sockets need no new time."""

    def view(self, viewer: Any, layer: Layer) -> View:
        """A layer for such a viewer; the same object until something in it changes."""

    def is_private_current(self, viewer: Any, view: View | None) -> bool:
        """Whether this is still the private layer of such a viewer; answered without rendering."""

    def seconds_left(self) -> float | None:
        """The time left for a choice; None where there is no limit."""

    def apology(self, viewer: Any) -> str:
        """The message for a viewer whose view could not be rendered; empty for none."""


class Room:
    """The sockets that look at one subject; viewer None: its owner may not look any more."""

    def __init__(self, subject: Subject) -> None:
        self.sockets: set[Socket] = set()
        self._subject = subject
        self._wanted = 0
        self._updates: dict[bool, asyncio.Task[None]] = {}
        self._notice: asyncio.TimerHandle | None = None
        self._entering: set[Socket] = set()
        self._failed: set[Socket] = set()
        self._full: dict[Socket, asyncio.TimerHandle] = {}

    def hint(self, version: int, is_urgent: bool = True) -> None:
        """Show the newest version, as there may be this one; safe to call too often.

        If it is not urgent, wait for NOTICE_SECONDS, so that several choices are shown together.
        Spectators have a task of their own: players must not wait for a crowd.
        """
        self._wanted = max(self._wanted, version)
        if not is_urgent:
            if self._notice is None:
                loop = asyncio.get_running_loop()
                # What waits on purpose is no measure of how long a reveal takes.
                self._notice = loop.call_later(
                    NOTICE_SECONDS, self.hint, version, context=Context()
                )
            return
        if self._notice is not None:
            self._notice.cancel()
            self._notice = None
        for is_spectator in (False, True):
            task = self._updates.get(is_spectator)
            if (task is None or task.done()) and self._behind(is_spectator):
                self._updates[is_spectator] = asyncio.create_task(self._catch_up(is_spectator))

    def enter(self, socket: Socket) -> None:
        """Add a socket; it is sent nothing until `show`, which is told what its page has."""
        self.sockets.add(socket)
        self._entering.add(socket)

    async def show(self, socket: Socket, version: int, known: int) -> None:
        """Show a socket that has just entered this version or a later one.

        known: the version that its page shows already, which is not sent again.
        """
        await self._subject.reach(max(version, self._wanted), [socket])
        self._wanted = max(self._wanted, self._subject.version)
        self._entering.discard(socket)
        await self._bring_up_to_date([socket], known)
        self.hint(self._wanted)

    def drained(self, socket: Socket) -> None:
        """Show the newest view to a socket that was full and takes messages again."""
        if timer := self._full.pop(socket, None):
            timer.cancel()
        self.hint(self._wanted)

    def leave(self, socket: Socket) -> None:
        """Remove a socket."""
        self.sockets.discard(socket)
        self._entering.discard(socket)
        self._failed.discard(socket)
        if timer := self._full.pop(socket, None):
            timer.cancel()

    def clear(self) -> None:
        """Remove all sockets; timers that are still running then find nothing to do."""
        for socket in list(self.sockets):
            self.leave(socket)

    def tasks(self) -> list[asyncio.Task[None]]:
        """The tasks that bring sockets up to date now."""
        return [task for task in self._updates.values() if not task.done()]

    def _behind(self, is_spectator: bool) -> list[Socket]:
        """The spectators, or the others, that are to be shown a newer version now."""
        behind = []
        for socket in self.sockets:
            if socket.is_spectator is not is_spectator or socket.version >= self._wanted:
                continue
            if socket in self._entering:
                continue
            if socket.is_full:
                self._wait_for(socket)
            elif socket not in self._failed:
                behind.append(socket)
        return behind

    def _wait_for(self, socket: Socket) -> None:
        """Queue nothing for a socket that is full, and cut it off if it stays so."""
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
        """Show spectators, or the others, new versions until all have the newest."""
        arrived = None if is_spectator else ARRIVED.get()
        while behind := self._behind(is_spectator):
            asked = self._wanted
            try:
                await self._subject.reach(asked, behind)
            except Gone:
                self.dismiss_all()
                return
            except Exception:
                logger.exception("a new version could not be read")
                self._try_again(behind)
                return
            if self._wanted == asked:
                # A hint may have named a version that does not exist.
                self._wanted = self._subject.version
            await self._bring_up_to_date(behind)
            if arrived is not None:
                REVEAL_SECONDS.observe(time.perf_counter() - arrived)
                # A version that came meanwhile is due to another command.
                arrived = None

    async def _bring_up_to_date(self, sockets: Iterable[Socket], known: int = -1) -> None:
        """Show sockets the newest version: first the public layer to all, then the private ones.

        known: the version that their pages show already.
        """
        frames: Frames = {}
        halfway: set[Socket] = set()
        reached: dict[Socket, int] = {}
        for layer in Layer:
            if layer is Layer.PRIVATE:
                # The loop sends the public layer before anything private is rendered.
                await asyncio.sleep(0)
            for count, socket in enumerate(sockets, start=1):
                if layer is Layer.PUBLIC:
                    reached[socket] = self._subject.version
                self._show(socket, layer, frames, halfway, known)
                if count % SENT_AT_ONCE == 0:
                    await asyncio.sleep(0)
        for socket, version in reached.items():
            if socket not in self._failed:
                socket.version = max(socket.version, version)

    def _show(
        self, socket: Socket, layer: Layer, frames: Frames, halfway: set[Socket], known: int
    ) -> None:
        """Send a socket what differs; `frames` holds the frames that were made for others."""
        if socket not in self.sockets or socket in self._failed:
            return
        # Just before it is shown: the subject may have changed to a version with other seats.
        self._subject.recognise(socket)
        if socket.viewer is None:
            if layer is Layer.PUBLIC:
                _send(socket, None)
            return
        try:
            frame = self._frame(socket, layer, frames, halfway, known)
        except Exception:
            logger.exception("a view could not be shown")
            # The page may have one half of the view: the retry sends all of it.
            socket.views = {}
            self._try_again([socket])
            apology = self._subject.apology(socket.viewer)
            frame = Frame(apology) if apology else None
        if frame:
            _send(socket, frame)

    def _frame(
        self, socket: Socket, layer: Layer, frames: Frames, halfway: set[Socket], known: int
    ) -> Frame | None:
        """The frame that brings a socket up to date in a layer; None if it is already.

        halfway: sockets whose public frame announced a second one, which is sent even if empty.
        """
        version, clock = self._subject.version, self._subject.clock()
        before: View | None
        if not socket.views and known == version:
            socket.views = {each: self._subject.view(socket.viewer, each) for each in Layer}
            socket.clock = clock
            return None
        # A deadline may move without anything else.
        is_clock_new = layer is Layer.PUBLIC and socket.clock != clock
        if socket.views:
            view = self._subject.view(socket.viewer, layer)
            before = socket.views.get(layer, view)
            socket.views[layer] = view
            if before is view and socket not in halfway and not is_clock_new:
                return None
            views = (before, view)
        else:
            # A socket that has just entered gets both layers in one frame.
            socket.views |= {each: self._subject.view(socket.viewer, each) for each in Layer}
            views = (socket.views[Layer.PUBLIC], socket.views[Layer.PRIVATE])
            before = None
        socket.clock = clock
        is_first = before is not None and layer is Layer.PUBLIC and self._has_second(socket)
        is_second = socket in halfway
        key = (id(views[0]), id(views[1]), is_first or is_second, is_clock_new)
        if key not in frames:
            changed = whole(*views) if before is None else changes(*views)
            is_news = bool(changed) or is_second or is_clock_new
            text = frame_text(version, self._subject.seconds_left(), changed, is_partial=is_first)
            # The views are kept beside it, so that their ids are not reused meanwhile.
            frames[key] = (views, Frame(text) if is_news else None)
        frame = frames[key][1]
        if is_first and frame:
            halfway.add(socket)
        return frame

    def _has_second(self, socket: Socket) -> bool:
        """Whether a private frame may follow, without which a player could answer too early."""
        shown = socket.views.get(Layer.PRIVATE)
        return not socket.is_spectator and not self._subject.is_private_current(
            socket.viewer, shown
        )

    def _try_again(self, sockets: Iterable[Socket]) -> None:
        """Show these sockets nothing for RETRY_SECONDS, then the newest view."""
        self._failed.update(sockets)
        asyncio.get_running_loop().call_later(RETRY_SECONDS, self._retry, list(sockets))

    def _retry(self, sockets: Iterable[Socket]) -> None:
        self._failed.difference_update(sockets)
        self.hint(self._wanted)

    def dismiss_all(self) -> None:
        """Close for good: the subject was deleted."""
        for socket in list(self.sockets):
            _send(socket, None)


def _send(socket: Socket, frame: Frame | None) -> None:
    """Deliver a frame, or with None dismiss; an error of one socket must not reach the others."""
    try:
        socket.dismiss() if frame is None else socket.deliver(frame)
    except Exception:  # noqa: BLE001 - whatever the error, it is gone
        logger.debug("a socket went away while it was served")
