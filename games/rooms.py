"""Rooms: one subscription per process, one render per distinct view, the same bytes to all."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Iterable, Mapping
from typing import Any, Protocol

from games import live

logger = logging.getLogger(__name__)

SWEEP_SECONDS = 20.0
SENT_AT_ONCE = 25


class Socket(Protocol):
    """What a room needs of a connection; sockets with equal onlookers get the same message."""

    @property
    def onlooker(self) -> Hashable:
        """For whom it is rendered."""

    @property
    def player_id(self) -> int | None:
        """Who looks; None for a stranger."""

    @property
    def can_wait(self) -> bool:
        """Whether it only watches: it holds up nobody who may have to answer."""

    async def deliver(self, text: str) -> None:
        """Send the present view."""

    async def dismiss(self) -> None:
        """Close for good: its owner may not see the subject any more."""


# Renders a subject, such as a table, at a version or later for some onlookers: the version found,
# and the message of each, None for one that must be dismissed.
Messages = Mapping[Any, str | None]
Render = Callable[[int, int, Iterable[Any]], Awaitable[tuple[int, Messages]]]


class Room:
    """The sockets of this process that look at one subject, each with the version it was shown."""

    def __init__(self, subject_id: int, render: Render) -> None:
        self.subject_id = subject_id
        self.sockets: dict[Socket, int] = {}
        self._render = render
        self._wanted = 0
        self._tasks: dict[bool, asyncio.Task[None]] = {}

    def hint(self, version: int) -> None:
        """There may be a new version; hints that come while rendering become one more render.

        Those who can wait are served apart: a crowd holds up nobody who may have to answer.
        """
        self._wanted = max(self._wanted, version)
        for can_wait in (False, True):
            task = self._tasks.get(can_wait)
            if self._behind(can_wait) and (task is None or task.done()):
                self._tasks[can_wait] = asyncio.create_task(self._catch_up(can_wait))

    async def show(self, socket: Socket) -> None:
        """Send the present view to a socket that has just come."""
        version, messages = await self._render(self.subject_id, self._wanted, [socket.onlooker])
        await self._hand_out([socket], version, messages)
        # What it found may be newer than the last hint.
        self.hint(version)

    def close(self) -> None:
        """Nobody is here any more."""
        for task in self._tasks.values():
            task.cancel()

    async def dismiss_all(self) -> None:
        """Close for good: the table was deleted."""
        for socket in list(self.sockets):
            await _send(socket, None)

    def _behind(self, can_wait: bool) -> list[Socket]:
        return [
            socket
            for socket, shown in self.sockets.items()
            if shown < self._wanted and socket.can_wait is can_wait
        ]

    async def _catch_up(self, can_wait: bool) -> None:
        while behind := self._behind(can_wait):
            asked = self._wanted
            onlookers = {socket.onlooker for socket in behind}
            try:
                version, messages = await self._render(self.subject_id, asked, onlookers)
            except Exception:
                logger.exception("%s could not be shown", self.subject_id)
                return
            # What is stored is the truth, also where a hint spoke of more.
            self._wanted = version if self._wanted == asked else max(self._wanted, version)
            await self._hand_out(behind, version, messages)

    async def _hand_out(self, sockets: Iterable[Socket], version: int, messages: Messages) -> None:
        for count, socket in enumerate(sockets, start=1):
            if self.sockets.get(socket, version) >= version:
                # It has left, or was shown this version when it came.
                continue
            self.sockets[socket] = version
            await _send(socket, messages[socket.onlooker])
            if count % SENT_AT_ONCE == 0:
                # What is sent leaves this process when the loop comes round.
                await asyncio.sleep(0)


async def _send(socket: Socket, text: str | None) -> None:
    """Deliver a message, or with None dismiss; a broken connection costs the others nothing."""
    try:
        await (socket.dismiss() if text is None else socket.deliver(text))
    except Exception:  # noqa: BLE001 - whatever is wrong with it, it is gone
        logger.debug("a socket went away while it was served")


class Hub:
    """All rooms of one event loop, and the one subscription that feeds them."""

    def __init__(
        self,
        render: Render,
        versions: Callable[[Iterable[int]], Awaitable[Mapping[int, int]]],
        unwelcome: Callable[[Iterable[Any]], Awaitable[Iterable[Socket]]],
        topic: str = live.TABLES,
    ) -> None:
        self.rooms: dict[int, Room] = {}
        self._render = render
        self._versions = versions
        self._unwelcome = unwelcome
        self._topic = topic
        self._layer = live.layer()
        self._channel = ""
        self._opening = asyncio.Lock()
        # Of whom a sign-in ended since the last sweep: they may be on their way in.
        self._signed_out: set[int | None] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def join(self, subject_id: int, socket: Socket) -> Room:
        """Let a socket hear of a subject from now on."""
        await self._subscribe()
        room = self.rooms.get(subject_id)
        if room is None:
            room = self.rooms[subject_id] = Room(subject_id, self._render)
        # Before anything is awaited: a room in which nobody is may be closed meanwhile.
        room.sockets[socket] = -1
        if socket.player_id in self._signed_out:
            self._start(self._dismiss_unwelcome([socket]))
        await self._hear(subject_id)
        return room

    async def leave(self, subject_id: int, socket: Socket) -> None:
        """Forget a socket; the last one closes the room."""
        room = self.rooms.get(subject_id)
        if room is None:
            return
        room.sockets.pop(socket, None)
        if room.sockets:
            return
        del self.rooms[subject_id]
        room.close()
        await self._layer.group_discard(live.group_name(subject_id, self._topic), self._channel)
        if subject_id in self.rooms:
            # Somebody came meanwhile, and was taken out of the group again.
            await self._hear(subject_id)

    async def _hear(self, subject_id: int) -> None:
        await self._layer.group_add(live.group_name(subject_id, self._topic), self._channel)

    async def _subscribe(self) -> None:
        async with self._opening:
            if not self._channel:
                channel = await self._layer.new_channel()
                await self._layer.group_add(live.SIGN_INS, channel)
                self._channel = channel
                self._start(self._listen())
                self._start(self._sweep_for_ever())

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _listen(self) -> None:
        while True:
            try:
                self._heed(await self._layer.receive(self._channel))
            except Exception:
                logger.exception("the channel layer does not answer")
                await asyncio.sleep(1)

    def _heed(self, message: dict[str, Any]) -> None:
        if message["type"] == "signed_out":
            player_id = message["player"]
            self._signed_out.add(player_id)
            leaving = [one for one in self._sockets() if one.player_id == player_id]
            self._start(self._dismiss_unwelcome(leaving))
        elif room := self.rooms.get(message["subject"]):
            room.hint(message["version"])

    def _sockets(self) -> list[Socket]:
        return [socket for room in self.rooms.values() for socket in room.sockets]

    async def _dismiss_unwelcome(self, sockets: list[Socket]) -> None:
        for socket in await self._unwelcome(sockets):
            await _send(socket, None)

    async def _sweep_for_ever(self) -> None:
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.sweep()
            except Exception:
                logger.exception("the rooms could not be swept")

    async def sweep(self) -> None:
        """Make good what messages cannot: lost hints, ended sign-ins, deleted tables."""
        self._signed_out.clear()
        await self._dismiss_unwelcome(self._sockets())
        versions = await self._versions(list(self.rooms))
        for subject_id, room in list(self.rooms.items()):
            if subject_id in versions:
                room.hint(versions[subject_id])
            else:
                await room.dismiss_all()
        # The layer forgets old members. Last, since it may be the layer that does not answer.
        await self._layer.group_add(live.SIGN_INS, self._channel)
        for subject_id in list(self.rooms):
            await self._hear(subject_id)
