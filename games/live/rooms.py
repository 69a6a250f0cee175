"""Rooms: the sockets of this process that look at one subject, such as a table.

A room brings every socket from the view it was shown to the newest one. What a view shows follows
from the viewer, never from the person, so that a crowd costs one render; each socket gets what
differs from what it was shown.
"""

import asyncio
import logging
from collections.abc import Hashable, Iterable
from enum import Enum
from typing import Any, Protocol

from games.live.regions import Frame, View, changes, frame_text, whole

logger = logging.getLogger(__name__)

SENT_AT_ONCE = 25
# That somebody has chosen can be told a moment later; nobody sees the difference.
NOTICE_SECONDS = 0.02
# After a view failed it is tried again, and a socket that takes nothing for so long is closed.
RETRY_SECONDS = 2.0
STALLED_SECONDS = 10.0


class Layer(Enum):
    """The parts of a view, in the order in which they are sent.

    All who look see the same public part, so it is rendered once and reaches everybody before
    anything private is rendered.
    """

    PUBLIC = 1
    PRIVATE = 2


# What was sent to all who came from one view to another (or got two layers at once), by their ids
# and by whether the frame is one of two, and tells another time.
Frames = dict[tuple[int, int, bool, bool], tuple[tuple[View, View], Frame | None]]


class Gone(Exception):
    """What a room is about was deleted."""


class Socket(Protocol):
    """What a room needs of a connection, and what it notes about it.

    viewer, is_spectator: what it is to the subject. version, views, clock: what it was shown last,
    views by layer; -1, nothing and None before. is_full: it has not yet taken what was sent before.
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
        """Send one message without waiting; others may be sent the same one."""

    def dismiss(self) -> None:
        """Close for good: its owner may not look any more."""

    def drop(self) -> None:
        """Cut the connection at once; its page may come back."""


class Subject(Protocol):
    """What a room shows. version: of what is shown now."""

    version: int

    async def reach(self, version: int, sockets: Iterable[Any]) -> None:
        """Show that version or a later one to these sockets. Raises Gone."""

    def recognise(self, socket: Any) -> None:
        """Note what a socket is to the subject as it is shown now: its viewer, is_spectator."""

    def clock(self) -> Hashable:
        """What the time that is left follows from."""

    def view(self, viewer: Any, layer: Layer) -> View:
        """What such a viewer sees now; it is the same object until something in it changes."""

    def is_private_current(self, viewer: Any, view: View | None) -> bool:
        """Whether such a viewer is known to see just this private part now; nothing is rendered."""

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
        self._notice: asyncio.TimerHandle | None = None
        self._entering: set[Socket] = set()
        self._failed: set[Socket] = set()
        self._full: dict[Socket, asyncio.TimerHandle] = {}

    def hint(self, version: int, is_urgent: bool = True) -> None:
        """There may be a new version; hints that come while one is shown become one more.

        What is not urgent waits for NOTICE_SECONDS, so that several choices are told at once.
        Spectators are served apart: a crowd holds up nobody who may have to answer.
        """
        self._wanted = max(self._wanted, version)
        if not is_urgent:
            if self._notice is None:
                loop = asyncio.get_running_loop()
                self._notice = loop.call_later(NOTICE_SECONDS, self.hint, version)
            return
        if self._notice is not None:
            self._notice.cancel()
            self._notice = None
        for is_spectator in (False, True):
            lane = self._lanes.get(is_spectator)
            if (lane is None or lane.done()) and self._behind(is_spectator):
                self._lanes[is_spectator] = asyncio.create_task(self._catch_up(is_spectator))

    def enter(self, socket: Socket) -> None:
        """Let a socket in, which is sent nothing until `show` knows what its page shows already."""
        self.sockets.add(socket)
        self._entering.add(socket)

    async def show(self, socket: Socket, version: int, known: int) -> None:
        """Bring a socket that has just come to this version or a later one.

        known: the version that its page shows already, and need not be sent again.
        """
        await self._subject.reach(max(version, self._wanted), [socket])
        self._wanted = max(self._wanted, self._subject.version)
        self._entering.discard(socket)
        await self._bring_up_to_date([socket], known)
        self.hint(self._wanted)

    def drained(self, socket: Socket) -> None:
        """A socket that was full takes messages again: show it the newest view."""
        if timer := self._full.pop(socket, None):
            timer.cancel()
        self.hint(self._wanted)

    def leave(self, socket: Socket) -> None:
        """Forget a socket."""
        self.sockets.discard(socket)
        self._entering.discard(socket)
        self._failed.discard(socket)
        if timer := self._full.pop(socket, None):
            timer.cancel()

    def clear(self) -> None:
        """Forget all sockets; timers that are still running then find nothing to do."""
        for socket in list(self.sockets):
            self.leave(socket)

    def tasks(self) -> list[asyncio.Task[None]]:
        """What is being done for the sockets now."""
        return [lane for lane in self._lanes.values() if not lane.done()]

    def _behind(self, is_spectator: bool) -> list[Socket]:
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
                self.dismiss_all()
                return
            except Exception:
                logger.exception("a new version could not be read")
                self._try_again(behind)
                return
            if self._wanted == asked:
                # What is stored is the truth, also where a hint spoke of more.
                self._wanted = self._subject.version
            await self._bring_up_to_date(behind)

    async def _bring_up_to_date(self, sockets: Iterable[Socket], known: int = -1) -> None:
        """Show sockets the newest version: the public part to all of them, then each one's own.

        known: the version that their pages show already.
        """
        frames: Frames = {}
        halfway: set[Socket] = set()
        reached: dict[Socket, int] = {}
        for layer in Layer:
            if layer is Layer.PRIVATE:
                # Let what is public leave this process before anything private is rendered.
                await asyncio.sleep(0)
            for count, socket in enumerate(sockets, start=1):
                if layer is Layer.PUBLIC:
                    reached[socket] = self._subject.version
                self._show(socket, layer, frames, halfway, known)
                if count % SENT_AT_ONCE == 0:
                    # What is sent leaves this process when the loop comes round.
                    await asyncio.sleep(0)
        for socket, version in reached.items():
            if socket not in self._failed:
                socket.version = max(socket.version, version)

    def _show(
        self, socket: Socket, layer: Layer, frames: Frames, halfway: set[Socket], known: int
    ) -> None:
        """Send a socket what differs; `frames` holds what others were sent who saw the same."""
        if socket not in self.sockets or socket in self._failed:
            return
        # At this very moment: another lane may have turned to a version with other seats.
        self._subject.recognise(socket)
        if socket.viewer is None:
            if layer is Layer.PUBLIC:
                _send(socket, None)
            return
        try:
            frame = self._frame(socket, layer, frames, halfway, known)
        except Exception:
            logger.exception("a view could not be shown")
            self._try_again([socket])
            apology = self._subject.apology(socket.viewer)
            frame = Frame(apology) if apology else None
        if frame:
            _send(socket, frame)

    def _frame(
        self, socket: Socket, layer: Layer, frames: Frames, halfway: set[Socket], known: int
    ) -> Frame | None:
        """What a socket is to be sent of a layer; None if it was shown that already.

        halfway: those whose public frame announced another one, which is sent even if empty.
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
            # Who comes gets all at once.
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
            # With the views themselves, so that their ids are not used again meanwhile.
            frames[key] = (views, Frame(text) if is_news else None)
        frame = frames[key][1]
        if is_first and frame:
            halfway.add(socket)
        return frame

    def _has_second(self, socket: Socket) -> bool:
        """Whether a private frame may follow; spectators have nothing to answer too early."""
        shown = socket.views.get(Layer.PRIVATE)
        return not socket.is_spectator and not self._subject.is_private_current(
            socket.viewer, shown
        )

    def _try_again(self, sockets: Iterable[Socket]) -> None:
        """Leave these sockets out for a moment, then bring them to what is newest."""
        self._failed.update(sockets)
        asyncio.get_running_loop().call_later(RETRY_SECONDS, self._forgive, list(sockets))

    def _forgive(self, sockets: Iterable[Socket]) -> None:
        self._failed.difference_update(sockets)
        self.hint(self._wanted)

    def dismiss_all(self) -> None:
        """Close for good: the subject was deleted."""
        for socket in list(self.sockets):
            _send(socket, None)


def _send(socket: Socket, frame: Frame | None) -> None:
    """Deliver a frame, or with None dismiss; a broken connection costs the others nothing."""
    try:
        socket.dismiss() if frame is None else socket.deliver(frame)
    except Exception:  # noqa: BLE001 - whatever is wrong with it, it is gone
        logger.debug("a socket went away while it was served")
