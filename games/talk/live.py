"""Bring what is said at a table to the sockets of this process, beside the views of the table.

A message is rendered once for each language and each kind of reader: who plays, while the game
runs, is not shown what spectators write. No version of the table is read or written for it.
"""

import asyncio
import logging
from collections.abc import Iterable
from typing import Protocol
from weakref import WeakKeyDictionary

from django.utils import translation

from games.live import executor, publishing
from games.live.regions import Frame
from games.live.subjects import Socket
from games.talk import reading
from games.talk.presenter import frame_text, known
from games.talk.reading import Reading

logger = logging.getLogger(__name__)

# A crowd that writes is shown together what it wrote in this time.
SHOWN_EVERY_SECONDS = 0.2
# How often to look for messages that no process told of.
SWEEP_SECONDS = 5.0
# The number of a talk that was not read yet.
UNREAD = -1
# After so many sockets the loop gets a turn.
SENT_AT_ONCE = 25


class TalkSocket(Socket, Protocol):
    """A member's connection to the page of a table."""

    language: str


class TalkRoom:
    """The members' sockets of this process at one table.

    known: what the page of a socket shows; empty if it must be shown everything.
    """

    def __init__(self, table_id: int, code: str) -> None:
        self.known: dict[TalkSocket, str] = {}
        self.task: asyncio.Task[None] | None = None
        self._table_id = table_id
        self._code = code
        self._number = UNREAD
        self._is_off = False
        self._is_awaited = False

    def hint(self, number: int, _is_urgent: bool = True) -> None:
        """There may be something new."""
        if number > self._number:
            self.look()

    def look(self) -> None:
        """Read and show what is new, soon and not more often than every SHOWN_EVERY_SECONDS."""
        self._is_awaited = True
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self._follow())

    async def _follow(self) -> None:
        while self._is_awaited and self.known:
            self._is_awaited = False
            try:
                await self._show_news()
            except Exception:
                # The next message or the sweep looks again.
                logger.exception("messages could not be shown")
                self._number = UNREAD
            await asyncio.sleep(SHOWN_EVERY_SECONDS)

    async def _show_news(self) -> None:
        before = self._number
        found = await executor.read(reading.changes_since, self._table_id, before)
        # In a new room and after a failure nobody is known to have what came before.
        if before == UNREAD or len(found.messages[False]) == reading.MOST_CHANGES:
            found = await executor.read(reading.newest, self._table_id)
            before = UNREAD
        behind = {socket for socket in self.known if self._is_behind(socket, found, before)}
        whole = await executor.read(reading.newest, self._table_id) if behind else found
        is_switched = found.is_off != self._is_off
        self._number, self._is_off = found.number, found.is_off
        others = [socket for socket in self.known if socket not in behind]
        await self._send(others, found, is_whole=False, is_empty_news=is_switched)
        await self._send(behind, whole, is_whole=True)

    def _is_behind(self, socket: TalkSocket, found: Reading, before: int) -> bool:
        """Whether the changes since a number would not bring this socket up to date."""
        is_apart = found.is_apart(socket.player_id)
        numbers = (before, found.number)
        return self.known[socket] not in {known(each, is_apart=is_apart) for each in numbers}

    async def _send(
        self,
        sockets: Iterable[TalkSocket],
        found: Reading,
        *,
        is_whole: bool,
        is_empty_news: bool = True,
    ) -> None:
        """Send what was found; is_empty_news: also to those who may read none of it."""
        frames: dict[tuple[str, bool], Frame] = {}
        for count, socket in enumerate(sockets, start=1):
            if count % SENT_AT_ONCE == 0:
                await asyncio.sleep(0)
            if socket not in self.known:
                continue
            is_apart = found.is_apart(socket.player_id)
            if self.known[socket] == (now := known(found.number, is_apart=is_apart)):
                continue
            if not is_empty_news and not found.messages[is_apart]:
                self.known[socket] = now
                continue
            if socket.is_full:
                self.known[socket] = ""
                continue
            self.known[socket] = now
            key = (socket.language, is_apart)
            if key not in frames:
                with translation.override(socket.language):
                    text = frame_text(self._code, found, is_apart=is_apart, is_whole=is_whole)
                frames[key] = Frame(text)
            try:
                socket.deliver(frames[key])
            except Exception:  # noqa: BLE001 - whatever the error, it is gone
                logger.debug("a socket went away while it was sent messages")


class TalkRooms:
    """The rooms of one event loop, by the id of their table."""

    def __init__(self) -> None:
        self.rooms: dict[int, TalkRoom] = {}
        self._sweep: asyncio.Task[None] | None = None

    def join(self, table_id: int, code: str, socket: TalkSocket, shown: str) -> None:
        """Show a member what is said; shown: what their page shows already."""
        room = self.rooms.get(table_id)
        if room is None:
            room = self.rooms[table_id] = TalkRoom(table_id, code)
            publishing.listen(_group(table_id), (asyncio.get_running_loop(), room.hint))
        room.known[socket] = shown
        room.look()
        if self._sweep is None or self._sweep.done():
            self._sweep = asyncio.create_task(self._sweep_regularly())

    def leave(self, table_id: int, socket: TalkSocket) -> None:
        """Remove a socket; with the last one its room is closed."""
        room = self.rooms.get(table_id)
        if room is None or room.known.pop(socket, None) is None or room.known:
            return
        del self.rooms[table_id]
        publishing.stop_listening(_group(table_id), (asyncio.get_running_loop(), room.hint))
        if room.task:
            room.task.cancel()
        if not self.rooms and self._sweep:
            self._sweep.cancel()
            self._sweep = None

    async def sweep(self) -> None:
        """Find messages of which no other process told, as while Redis is away."""
        stored = await executor.read(reading.numbers, list(self.rooms))
        for table_id, number in stored.items():
            if room := self.rooms.get(table_id):
                room.hint(number)
                if "" in room.known.values():
                    room.look()

    async def _sweep_regularly(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.sweep()
            except Exception:
                logger.exception("messages could not be looked for")


def _group(table_id: int) -> str:
    return publishing.group_name(table_id, publishing.TALK)


_of_loop: WeakKeyDictionary[asyncio.AbstractEventLoop, TalkRooms] = WeakKeyDictionary()


def rooms_here() -> TalkRooms:
    """The rooms of the running event loop."""
    return _of_loop.setdefault(asyncio.get_running_loop(), TalkRooms())
