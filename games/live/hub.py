"""The hub: all rooms of one event loop for one kind of subject, and how they learn of changes."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from typing import Any

from channels.layers import BaseChannelLayer

from games.live import publishing
from games.live.publishing import Room
from games.live.subjects import Gone, Socket, Subject
from monitoring.metrics import LAYER_ERRORS

logger = logging.getLogger(__name__)

SWEEP_SECONDS = 20.0
# How long to wait for a channel layer that does not answer.
LAYER_SECONDS = 1.0
# How often to test the channel layer; while it does not work, versions are read from the database.
ECHO_SECONDS = 1.0
# After the channel layer failed, all subscriptions are made again.
RETRY_SECONDS = 0.5


class Hub:
    """Rooms by the id of their subject.

    versions: reads the stored versions of subjects. find_signed_out: of some sockets, those whose
    owner is not signed in any more. hear_watched: told by another process that a player at a table
    has watched a reveal (table, player, version).
    """

    def __init__(
        self,
        subject: Callable[[int], Subject],
        versions: Callable[[Iterable[int]], Awaitable[Mapping[int, int]]],
        find_signed_out: Callable[[Iterable[Any]], Awaitable[Iterable[Any]]],
        topic: str = publishing.TABLES,
        hear_watched: Callable[[int, int, int], Coroutine[Any, Any, None]] | None = None,
    ) -> None:
        self.loop = asyncio.get_running_loop()
        self.rooms: dict[int, Room] = {}
        self._topic = topic
        self._subject = subject
        self._versions = versions
        self._find_signed_out = find_signed_out
        self._hear_watched = hear_watched
        self._layer = publishing.shared_layer()
        self._channel = ""
        self._opening = asyncio.Lock()
        # Players of whom a sign-in ended since the last sweep: a socket of theirs may be joining.
        self._signed_out: set[int | None] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._retry: asyncio.Task[None] | None = None
        self._is_open = False
        self._is_layer_down = False
        self._is_echo_heard = False

    async def join(self, subject_id: int, socket: Socket, known: int = -1) -> None:
        """Show a subject to a socket from now on; `known` is the version its page shows already."""
        self._open()
        room = self.rooms.get(subject_id)
        if room is None:
            room = self.rooms[subject_id] = Room(self._subject(subject_id))
            publishing.listen(self._group(subject_id), (self.loop, room.hint))
        # Before anything is awaited: an empty room may be closed meanwhile.
        room.enter(socket)
        if socket.player_id in self._signed_out:
            self._start(self._dismiss_signed_out([socket]))
        await self._subscribe_to(subject_id)
        # After the subscription: earlier changes are in the database, later ones are announced.
        versions = await self._versions([subject_id])
        try:
            await room.show(socket, versions.get(subject_id, 0), known)
        except Gone:
            socket.dismiss()

    async def leave(self, subject_id: int, socket: Socket) -> None:
        """Remove a socket; with the last one the room is closed."""
        room = self.rooms.get(subject_id)
        if room is None:
            return
        room.leave(socket)
        if room.sockets:
            return
        del self.rooms[subject_id]
        publishing.stop_listening(self._group(subject_id), (self.loop, room.hint))
        for task in room.tasks():
            task.cancel()
        if self._layer is not None:
            self._start(self._leave_group(subject_id))

    def drained(self, subject_id: int, socket: Socket) -> None:
        """Show the newest view to a socket that was full and takes messages again."""
        if room := self.rooms.get(subject_id):
            room.drained(socket)

    def hint(self, subject_id: int, version: int, is_urgent: bool = True) -> None:
        """Tell a room that its subject may have a new version."""
        if room := self.rooms.get(subject_id):
            room.hint(version, is_urgent)

    def end_sign_in(self, player_id: int, _is_urgent: bool = True) -> None:
        """A sign-in of a player has ended: close their sockets that belong to it."""
        self._signed_out.add(player_id)
        leaving = [socket for socket in self._sockets() if socket.player_id == player_id]
        self._start(self._dismiss_signed_out(leaving))

    async def sweep(self) -> None:
        """Find what no message told of: new versions, ended sign-ins, deleted subjects."""
        self._signed_out.clear()
        await self._dismiss_signed_out(self._sockets())
        await self._compare_versions()

    async def _compare_versions(self) -> None:
        """Tell all rooms their stored versions; close the sockets of deleted subjects."""
        asked = dict(self.rooms)
        versions = await self._versions(list(asked))
        for subject_id, room in asked.items():
            if subject_id in versions:
                room.hint(versions[subject_id])
            else:
                room.dismiss_all()

    async def close(self) -> None:
        """Forget all rooms and end all background tasks; returns when they have ended."""
        self._is_open = False
        publishing.stop_listening(publishing.SIGN_INS, (self.loop, self.end_sign_in))
        running = list(self._tasks)
        for subject_id, room in self.rooms.items():
            publishing.stop_listening(self._group(subject_id), (self.loop, room.hint))
            room.clear()
            running += room.tasks()
        self.rooms.clear()
        for task in running:
            await cancel_and_wait(task)

    def _open(self) -> None:
        if self._is_open:
            return
        self._is_open = True
        publishing.listen(publishing.SIGN_INS, (self.loop, self.end_sign_in))
        self._start(self._sweep_regularly())
        if self._layer is not None:
            self._start(self._receive())
            self._start(self._send_echoes())

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _sockets(self) -> list[Socket]:
        return [socket for room in self.rooms.values() for socket in room.sockets]

    async def _dismiss_signed_out(self, sockets: list[Socket]) -> None:
        for socket in await self._find_signed_out(sockets):
            try:
                socket.dismiss()
            except Exception:  # noqa: BLE001 - whatever the error, it is gone
                logger.debug("a socket went away before it was dismissed")

    async def _sweep_regularly(self) -> None:
        while self._is_open:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.sweep()
                if self._layer is not None:
                    # The layer forgets old members. It may not answer, but sweeps must go on.
                    async with asyncio.timeout(SWEEP_SECONDS):
                        await self._subscribe_to_all()
            except Exception:
                logger.exception("the rooms could not be swept")

    # --- Other processes ---------------------------------------------------------------

    @property
    def _shared_layer(self) -> BaseChannelLayer:
        """The layer; only used where there is one."""
        assert self._layer is not None  # noqa: S101 - nothing calls this without a layer
        return self._layer

    async def _subscribe_to(self, subject_id: int) -> None:
        """Subscribe to a subject, without waiting long for a layer that does not answer."""
        if self._layer is None or self._is_layer_down:
            # All rooms are subscribed as soon as the layer works again.
            return
        joining = self._start(self._join_group(subject_id))
        await asyncio.wait([joining], timeout=LAYER_SECONDS)

    async def _join_group(self, subject_id: int) -> None:
        try:
            await self._shared_layer.group_add(self._group(subject_id), await self._own_channel())
        except Exception as error:  # noqa: BLE001 - whatever it is, it is tried again
            LAYER_ERRORS.labels("subscribe").inc()
            logger.warning("no subscription: %s", type(error).__name__)
            self._retry_soon()
            return
        if subject_id not in self.rooms:
            # The last socket left before the layer answered.
            await self._leave_group(subject_id)
            return
        versions = await self._versions([subject_id])
        self.hint(subject_id, versions.get(subject_id, 0))

    async def _leave_group(self, subject_id: int) -> None:
        try:
            await self._shared_layer.group_discard(
                self._group(subject_id), await self._own_channel()
            )
        except Exception as error:  # noqa: BLE001 - messages about no room are ignored
            logger.debug("a subscription was not ended: %s", type(error).__name__)
        if subject_id in self.rooms:
            # A socket joined meanwhile, and its subscription has just been ended.
            await self._join_group(subject_id)

    async def _own_channel(self) -> str:
        async with self._opening:
            if not self._channel:
                self._channel = await self._shared_layer.new_channel()
                await self._shared_layer.group_add(publishing.SIGN_INS, self._channel)
        return self._channel

    async def _subscribe_to_all(self) -> None:
        """Subscribe to the group of every room. Raises TimeoutError."""
        channel = await self._own_channel()
        for group in (publishing.SIGN_INS, *map(self._group, self.rooms)):
            # One that hangs must not keep the hub from reading versions in the database.
            async with asyncio.timeout(LAYER_SECONDS):
                await self._shared_layer.group_add(group, channel)

    def _retry_soon(self) -> None:
        """After a failure subscribe again soon, and compare versions."""
        if self._retry is None or self._retry.done():
            self._retry = self._start(self._retry_subscribing())

    async def _retry_subscribing(self) -> None:
        # Once the layer is known to be down, `_recover` does it.
        while self._is_open and not self._is_layer_down:
            await asyncio.sleep(RETRY_SECONDS)
            try:
                await self._subscribe_to_all()
                await self.sweep()
            except Exception as error:  # noqa: BLE001 - whatever it is, it is tried again
                logger.warning("no subscriptions: %s", type(error).__name__)
            else:
                return

    async def _receive(self) -> None:
        """Receive the messages of other processes."""
        while self._is_open:
            try:
                self._handle(await self._shared_layer.receive(await self._own_channel()))
            except Exception as error:  # noqa: BLE001 - whatever it is, it is tried again
                self._note_layer_down(error)
                await asyncio.sleep(ECHO_SECONDS)

    async def _send_echoes(self) -> None:
        """Test the layer with messages to ourselves; while they do not come back, read versions."""
        while self._is_open:
            self._is_echo_heard = False
            try:
                async with asyncio.timeout(LAYER_SECONDS):
                    await self._shared_layer.send(await self._own_channel(), {"type": "echo"})
            except Exception as error:  # noqa: BLE001 - whatever it is, no message comes
                self._note_layer_down(error)
                await self._try_to_compare()
            await asyncio.sleep(ECHO_SECONDS)
            if not self._is_echo_heard:
                self._note_layer_down(TimeoutError())
                await self._try_to_compare()
            elif self._is_layer_down:
                await self._recover()

    def _note_layer_down(self, error: Exception) -> None:
        LAYER_ERRORS.labels("receive").inc()
        if not self._is_layer_down:
            logger.warning("the channel layer does not answer: %s", type(error).__name__)
        self._is_layer_down = True

    async def _recover(self) -> None:
        """Subscribe again, then compare versions: earlier changes are in the database."""
        # First, so that a room opened during the next await subscribes by itself.
        self._is_layer_down = False
        try:
            await self._subscribe_to_all()
            await self.sweep()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is tried again
            self._note_layer_down(error)
            await self._try_to_compare()

    async def _try_to_compare(self) -> None:
        try:
            await self._compare_versions()
        except Exception as error:  # noqa: BLE001 - the database may be away too
            logger.debug("no versions: %s", type(error).__name__)

    def _handle(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "changed":
                self.hint(message["subject"], message["version"])
            case "talked":
                publishing.hear_talk(message["subject"], message["version"])
            case "watched" if self._hear_watched:
                told = message["subject"], message["player"], message["version"]
                self._start(self._hear_watched(*told))
            case "signed_out":
                self.end_sign_in(message["player"])
            case "echo":
                self._is_echo_heard = True
            case "reconnected":
                # Messages may have been lost meanwhile.
                self._start(self._try_to_compare())

    def _group(self, subject_id: int) -> str:
        return publishing.group_name(subject_id, self._topic)


class Hubs:
    """One hub for each event loop, made when it is first needed."""

    def __init__(self, make: Callable[[], Hub]) -> None:
        self._make = make
        self._of_loop: dict[asyncio.AbstractEventLoop, Hub] = {}

    def here(self) -> Hub:
        """The rooms of the running event loop."""
        loop = asyncio.get_running_loop()
        if loop not in self._of_loop:
            self._of_loop[loop] = self._make()
        return self._of_loop[loop]

    def sockets(self) -> list[Socket]:
        """All sockets of this process; to be called from any thread."""
        rooms = [room for hub in list(self._of_loop.values()) for room in list(hub.rooms.values())]
        return [socket for room in rooms for socket in list(room.sockets)]

    async def close(self) -> None:
        """Close the hub of the running event loop."""
        if hub := self._of_loop.pop(asyncio.get_running_loop(), None):
            await hub.close()


async def cancel_and_wait(task: "asyncio.Task[None]") -> None:
    """Cancel a task and wait for its end; a library may swallow a cancellation, so repeat it."""
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=0.2)
