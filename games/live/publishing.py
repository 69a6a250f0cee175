"""New versions of what pages show, such as a table: announced, and shown by the rooms.

`publish` is called after the commit, from any thread. The rooms of this process are told directly,
other processes over the channel layer, on which only ids and versions travel, never a hand. A
message there is a hint to read the database, not the truth; a lost one is made good by the next, or
by `Hub.sweep`.

A room holds the sockets of this process that look at one subject. It brings every socket from the
view it was shown to the newest one, by sending what differs. What a view shows follows from the
viewer (such as a seat, or none, and a language) and never from the person, so 500 spectators cost
one render.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Hashable, Iterable
from contextvars import Context
from typing import Any
from weakref import WeakKeyDictionary

from asgiref.sync import async_to_sync
from channels.layers import BaseChannelLayer, InMemoryChannelLayer, get_channel_layer

from games.live.announcer import Announcer
from games.live.regions import NO_CHANGES, Changes, Frame, Look, View, changes, stamp, whole
from games.live.subjects import Gone, Socket, Subject
from monitoring.metrics import ARRIVED, REVEAL_SECONDS

logger = logging.getLogger(__name__)

# What a change is about, unless it says otherwise.
TABLES = "table"
# The rooms of this process that show what is said at a table (games/talk/live.py).
TALK = "talk"
# The group in which all processes are told of sign-ins that end.
SIGN_INS = "sign-ins"
# How long a change that is not urgent waits for others, to be shown together with them.
NOTICE_SECONDS = 0.02

# A function and the loop in which it is called. Its arguments: the new version of a subject, or for
# SIGN_INS the id of a player; and whether that is urgent.
Listener = tuple[asyncio.AbstractEventLoop, Callable[[int, bool], None]]

_listeners: dict[str, list[Listener]] = {}
_server: dict[str, asyncio.AbstractEventLoop] = {}
_announcers: WeakKeyDictionary[asyncio.AbstractEventLoop, Announcer] = WeakKeyDictionary()
_lock = threading.Lock()


def publish(subject_id: int, version: int, topic: str = TABLES, *, is_urgent: bool = True) -> None:
    """Announce the new version of a table, or of what the topic names.

    What is not urgent, such as that somebody has chosen, may be shown together with what follows.
    """
    group = group_name(subject_id, topic)
    _tell_here(group, version, is_urgent=is_urgent)
    message = {"type": "changed", "subject": subject_id, "version": version}
    _send_to_others(group, message, 0 if is_urgent else NOTICE_SECONDS)


def publish_talk(table_id: int, number: int) -> None:
    """Announce that the talk of a table has this number; what was said does not travel."""
    hear_talk(table_id, number)
    message = {"type": "talked", "subject": table_id, "version": number}
    _send_to_others(group_name(table_id), message)


def hear_talk(table_id: int, number: int) -> None:
    """Tell this process alone that the talk of a table has this number."""
    _tell_here(group_name(table_id, TALK), number, is_urgent=True)


def publish_watched(table_id: int, player_id: int, since: int) -> None:
    """Tell other processes that a player has watched the reveal (games/play/watching.py)."""
    message = {"type": "watched", "subject": table_id, "player": player_id, "version": since}
    _send_to_others(group_name(table_id), message)


def publish_end_of_sign_in(player_id: int) -> None:
    """Tell every process that a sign-in of a player has ended."""
    _tell_here(SIGN_INS, player_id, is_urgent=True)
    _send_to_others(SIGN_INS, {"type": "signed_out", "player": player_id})


def listen(group: str, listener: Listener) -> None:
    """Call a listener of this process for every message to a group."""
    with _lock:
        _listeners[group] = [*_listeners.get(group, ()), listener]


def stop_listening(group: str, listener: Listener) -> None:
    """Do not call this listener any more."""
    with _lock:
        left = [other for other in _listeners.get(group, ()) if other != listener]
        if left:
            _listeners[group] = left
        else:
            _listeners.pop(group, None)


def serve_from(loop: asyncio.AbstractEventLoop) -> None:
    """Set the loop that serves this process; it sends to other processes."""
    with _lock:
        _server["loop"] = loop


def serving_loop() -> asyncio.AbstractEventLoop | None:
    """The loop that serves this process; None in one that serves no pages."""
    with _lock:
        loop = _server.get("loop")
    return loop if loop is not None and loop.is_running() else None


async def finish() -> None:
    """Wait until everything is sent that the running loop announces to other processes."""
    # What threads have handed over is announced first.
    await asyncio.sleep(0)
    if announcer := _announcers.get(asyncio.get_running_loop()):
        await announcer.finish()


def shared_layer() -> BaseChannelLayer | None:
    """The channel layer shared with other processes; None where this process is the only one."""
    layer = get_channel_layer()
    return None if isinstance(layer, InMemoryChannelLayer) else layer


def group_name(subject_id: int, topic: str = TABLES) -> str:
    """The group of a table, or of what else the topic names, on the channel layer."""
    return f"{topic}.{subject_id}"


def _tell_here(group: str, what: int, *, is_urgent: bool) -> None:
    with _lock:
        listeners = _listeners.get(group, ())
    here = asyncio._get_running_loop()  # noqa: SLF001 - without the price of an exception
    for loop, listener in listeners:
        if here is loop:
            listener(what, is_urgent)
        elif not loop.is_closed():
            loop.call_soon_threadsafe(listener, what, is_urgent)


def _send_to_others(group: str, message: dict[str, Any], wait: float = 0) -> None:
    layer = shared_layer()
    if layer is None:
        return
    loop = serving_loop()
    if loop is None:
        async_to_sync(layer.group_send)(group, message)
        return
    with _lock:
        announcer = _announcers.setdefault(loop, Announcer(layer))
    loop.call_soon_threadsafe(announcer.announce, group, message, wait)


# --- Rooms -------------------------------------------------------------------------------

# So many sockets are served before the loop gets a turn.
SERVED_AT_ONCE = 25
# When a view that could not be rendered is tried again.
RETRY_SECONDS = 2.0
# After how long a socket that takes no messages is cut off.
STALLED_SECONDS = 10.0


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
            self._show_newest(is_spectator)

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
        self._show_all([socket], _Frames(self._subject), known)
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

    def _show_newest(self, is_spectator: bool) -> None:
        """Show the newest version to the spectators, or to the others.

        A few are served at once; many, or what must be read before, by a task.
        """
        task = self._updates.get(is_spectator)
        if task is not None and not task.done():
            return
        behind = self._behind(is_spectator)
        if not behind:
            return
        if len(behind) <= SERVED_AT_ONCE and self._subject.reach_at_once(self._wanted):
            self._wanted = self._subject.version
            self._show_all(behind, _Frames(self._subject))
            _observe(ARRIVED.get(), is_spectator)
        else:
            self._updates[is_spectator] = asyncio.create_task(self._catch_up(is_spectator))

    async def _catch_up(self, is_spectator: bool) -> None:
        """Show spectators, or the others, new versions until all have the newest."""
        arrived = ARRIVED.get()
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
            frames = _Frames(self._subject)
            for first in range(0, len(behind), SERVED_AT_ONCE):
                self._show_all(behind[first : first + SERVED_AT_ONCE], frames)
                await asyncio.sleep(0)
            _observe(arrived, is_spectator)
            # A version that came meanwhile is due to another command.
            arrived = None

    def _show_all(self, sockets: Iterable[Socket], frames: _Frames, known: int = -1) -> None:
        """Show sockets the newest version. known: the one that their pages show already."""
        for socket in sockets:
            if socket in self.sockets and socket not in self._failed:
                self._show(socket, frames, known)

    def _show(self, socket: Socket, frames: _Frames, known: int) -> None:
        # Just before it is shown: the subject may have changed to a version with other seats.
        self._subject.recognise(socket)
        if socket.viewer is None:
            socket.version = self._subject.version
            _send(socket, None)
            return
        try:
            frame = frames.frame_for(socket, known)
        except Exception:
            logger.exception("a view could not be shown")
            self._try_again([socket])
            apology = self._subject.apology(socket.viewer)
            if apology:
                _send(socket, Frame(apology))
            return
        socket.version = max(socket.version, self._subject.version)
        if frame:
            _send(socket, frame)

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


class _Frames:
    """The frames that lead from what sockets were shown to what a subject shows now.

    Many sockets were shown the same: what they are sent is made once.
    """

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        # The views are kept beside what was made of them, so that their ids are not used again.
        self._changes: dict[tuple[int, int, Look], tuple[View, View, Changes]] = {}
        self._frames: dict[tuple[Hashable, ...], tuple[Changes, Changes, Frame | None]] = {}

    def frame_for(self, socket: Socket, known: int) -> Frame | None:
        """The frame that brings a socket up to date; None if it is already.

        known: the version that its page shows already.
        """
        subject = self._subject
        before, clock = socket.views, subject.clock()
        views = subject.views(socket.viewer)
        look = subject.look(socket.viewer)
        # A deadline may move without anything else.
        is_clock_new = socket.clock != clock
        if before is None and known == subject.version:
            frame = None
        elif before is None:
            frame = self._frame(whole(look, *views), NO_CHANGES, is_news=True)
        else:
            public = self._between(look, before[0], views[0])
            own = self._between(look, before[1], views[1])
            frame = self._frame(public, own, is_news=is_clock_new)
        socket.views, socket.clock = views, clock
        return frame

    def _between(self, look: Look, before: View, after: View) -> Changes:
        if before is after:
            return NO_CHANGES
        key = (id(before), id(after), look)
        if key not in self._changes:
            self._changes[key] = before, after, changes(look, before, after)
        return self._changes[key][2]

    def _frame(self, public: Changes, own: Changes, *, is_news: bool) -> Frame | None:
        key = (id(public), id(own), is_news, self._subject.version)
        if key not in self._frames:
            frame = None
            if public or own or is_news:
                gone = f"{public.gone} {own.gone}".strip()
                head = stamp(self._subject.version, self._subject.seconds_left(), gone)
                frame = Frame(head, public.elements, own.elements)
            self._frames[key] = public, own, frame
        return self._frames[key][2]


def _observe(arrived: float | None, is_spectator: bool) -> None:
    """Note how long after its command a version was shown to the players."""
    if arrived is not None and not is_spectator:
        REVEAL_SECONDS.observe(time.perf_counter() - arrived)


def _send(socket: Socket, frame: Frame | None) -> None:
    """Deliver a frame, or with None dismiss; an error of one socket must not reach the others."""
    try:
        socket.dismiss() if frame is None else socket.deliver(frame)
    except Exception:  # noqa: BLE001 - whatever the error, it is gone
        logger.debug("a socket went away while it was served")
