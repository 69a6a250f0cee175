"""The hub: all rooms of one event loop for one kind of subject, and how they hear of changes."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from typing import Any

from games.live import publishing
from games.live.rooms import Gone, Room, Socket, Subject

logger = logging.getLogger(__name__)

SWEEP_SECONDS = 20.0
# How long to wait for a channel layer that does not answer.
LAYER_SECONDS = 1.0
# How often to find out whether other processes are heard; while not, to look at the database.
ECHO_SECONDS = 1.0
# After the channel layer failed, all subscriptions are made again.
RETRY_SECONDS = 0.5


class Hub:
    """Rooms by the id of their subject.

    versions: the stored versions of some subjects. unwelcome: those of some sockets whose owner is
    not signed in any more.
    """

    def __init__(
        self,
        subject: Callable[[int], Subject],
        versions: Callable[[Iterable[int]], Awaitable[Mapping[int, int]]],
        unwelcome: Callable[[Iterable[Any]], Awaitable[Iterable[Any]]],
        topic: str = publishing.TABLES,
    ) -> None:
        self.loop = asyncio.get_running_loop()
        self.rooms: dict[int, Room] = {}
        self._topic = topic
        self._subject = subject
        self._versions = versions
        self._unwelcome = unwelcome
        self._layer = publishing.shared_layer()
        self._channel = ""
        self._opening = asyncio.Lock()
        # Of whom a sign-in ended since the last sweep: they may be on their way in.
        self._signed_out: set[int | None] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._retry: asyncio.Task[None] | None = None
        self._is_open = False
        self._is_deaf = False
        self._is_echo_heard = False

    async def join(self, subject_id: int, socket: Socket, known: int = -1) -> None:
        """Show a subject to a socket from now on; `known` is the version its page shows already."""
        self._open()
        room = self.rooms.get(subject_id)
        if room is None:
            room = self.rooms[subject_id] = Room(self._subject(subject_id))
            publishing.listen(self._group(subject_id), (self.loop, room.hint))
        # Before anything is awaited: a room in which nobody is may be closed meanwhile.
        room.enter(socket)
        if socket.player_id in self._signed_out:
            self._start(self._dismiss_unwelcome([socket]))
        await self._hear(subject_id)
        # After the subscription: what happened before it is in the database, the rest is heard of.
        versions = await self._versions([subject_id])
        try:
            await room.show(socket, versions.get(subject_id, 0), known)
        except Gone:
            socket.dismiss()

    async def leave(self, subject_id: int, socket: Socket) -> None:
        """Forget a socket; the last one closes the room."""
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
        """A socket that was full takes messages again."""
        if room := self.rooms.get(subject_id):
            room.drained(socket)

    def hint(self, subject_id: int, version: int) -> None:
        """A subject may have a new version."""
        if room := self.rooms.get(subject_id):
            room.hint(version)

    def end_sign_in(self, player_id: int, _is_urgent: bool = True) -> None:
        """A sign-in of somebody has ended: see off their sockets that are not signed in."""
        self._signed_out.add(player_id)
        leaving = [socket for socket in self._sockets() if socket.player_id == player_id]
        self._start(self._dismiss_unwelcome(leaving))

    async def sweep(self) -> None:
        """Make good what messages cannot: lost hints, ended sign-ins, deleted subjects."""
        self._signed_out.clear()
        await self._dismiss_unwelcome(self._sockets())
        await self._look()

    async def _look(self) -> None:
        """Bring all rooms to what is stored."""
        asked = dict(self.rooms)
        versions = await self._versions(list(asked))
        for subject_id, room in asked.items():
            if subject_id in versions:
                room.hint(versions[subject_id])
            else:
                room.dismiss_all()

    async def close(self) -> None:
        """End all that runs in the background; returns when it has ended."""
        self._is_open = False
        publishing.stop_listening(publishing.SIGN_INS, (self.loop, self.end_sign_in))
        for subject_id, room in self.rooms.items():
            publishing.stop_listening(self._group(subject_id), (self.loop, room.hint))
        running = [*self._tasks, *(task for room in self.rooms.values() for task in room.tasks())]
        for task in running:
            await end(task)

    def _open(self) -> None:
        if self._is_open:
            return
        self._is_open = True
        publishing.listen(publishing.SIGN_INS, (self.loop, self.end_sign_in))
        self._start(self._sweep_now_and_then())
        if self._layer is not None:
            self._start(self._listen())
            self._start(self._sound())

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _sockets(self) -> list[Socket]:
        return [socket for room in self.rooms.values() for socket in room.sockets]

    async def _dismiss_unwelcome(self, sockets: list[Socket]) -> None:
        for socket in await self._unwelcome(sockets):
            try:
                socket.dismiss()
            except Exception:  # noqa: BLE001 - whatever is wrong with it, it is gone
                logger.debug("a socket went away before it was dismissed")

    async def _sweep_now_and_then(self) -> None:
        while self._is_open:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.sweep()
                if self._layer is not None:
                    # The layer forgets old members. It may not answer: the sweep goes on.
                    async with asyncio.timeout(SWEEP_SECONDS):
                        await self._subscribe()
            except Exception:
                logger.exception("the rooms could not be swept")

    # --- Other processes ---------------------------------------------------------------

    async def _hear(self, subject_id: int) -> None:
        """Subscribe to a subject, without waiting long for a layer that does not answer."""
        if self._layer is None or self._is_deaf:
            # All rooms are subscribed as soon as the layer answers.
            return
        joining = self._start(self._join_group(subject_id))
        await asyncio.wait([joining], timeout=LAYER_SECONDS)

    async def _join_group(self, subject_id: int) -> None:
        layer = self._layer
        assert layer is not None  # noqa: S101 - only called where there is one
        try:
            await layer.group_add(self._group(subject_id), await self._own_channel())
        except Exception as error:  # noqa: BLE001 - whatever it is, it is tried again
            logger.warning("no subscription: %s", type(error).__name__)
            self._subscribe_soon()
            return
        if subject_id not in self.rooms:
            # Whoever came has gone before the layer answered.
            await self._leave_group(subject_id)
            return
        versions = await self._versions([subject_id])
        self.hint(subject_id, versions.get(subject_id, 0))

    async def _leave_group(self, subject_id: int) -> None:
        layer = self._layer
        assert layer is not None  # noqa: S101 - only called where there is one
        try:
            await layer.group_discard(self._group(subject_id), await self._own_channel())
        except Exception as error:  # noqa: BLE001 - what is heard of no room is not heeded
            logger.debug("a subscription was not ended: %s", type(error).__name__)
        if subject_id in self.rooms:
            # Somebody came meanwhile, and was taken out of the group again.
            await self._join_group(subject_id)

    async def _own_channel(self) -> str:
        layer = self._layer
        assert layer is not None  # noqa: S101 - only called where there is one
        async with self._opening:
            if not self._channel:
                self._channel = await layer.new_channel()
                await layer.group_add(publishing.SIGN_INS, self._channel)
        return self._channel

    async def _subscribe(self) -> None:
        """Be a member of the group of every room."""
        layer = self._layer
        assert layer is not None  # noqa: S101 - only called where there is one
        channel = await self._own_channel()
        async with asyncio.timeout(LAYER_SECONDS):
            await layer.group_add(publishing.SIGN_INS, channel)
        for subject_id in list(self.rooms):
            await layer.group_add(self._group(subject_id), channel)

    def _subscribe_soon(self) -> None:
        """After a failure subscribe again, and look what is new."""
        if self._retry is None or self._retry.done():
            self._retry = self._start(self._subscribe_again())

    async def _subscribe_again(self) -> None:
        # Once the layer is known to be silent, `_hear_again` does it.
        while self._is_open and not self._is_deaf:
            await asyncio.sleep(RETRY_SECONDS)
            try:
                await self._subscribe()
                await self.sweep()
            except Exception as error:  # noqa: BLE001 - whatever it is, it is tried again
                logger.warning("no subscriptions: %s", type(error).__name__)
            else:
                return

    async def _listen(self) -> None:
        """Heed what other processes say."""
        layer = self._layer
        assert layer is not None  # noqa: S101 - only called where there is one
        while self._is_open:
            try:
                self._heed(await layer.receive(await self._own_channel()))
            except Exception as error:  # noqa: BLE001 - whatever it is, listening goes on
                self._note_deaf(error)
                await asyncio.sleep(ECHO_SECONDS)

    async def _sound(self) -> None:
        """Send ourselves a message now and then; while it does not come back, look what is new."""
        layer = self._layer
        assert layer is not None  # noqa: S101 - only called where there is one
        while self._is_open:
            self._is_echo_heard = False
            try:
                async with asyncio.timeout(LAYER_SECONDS):
                    await layer.send(await self._own_channel(), {"type": "echo"})
            except Exception as error:  # noqa: BLE001 - whatever it is, we hear nobody
                self._note_deaf(error)
                await self._look_by_ourselves()
            await asyncio.sleep(ECHO_SECONDS)
            if not self._is_echo_heard:
                self._note_deaf(TimeoutError())
                await self._look_by_ourselves()
            elif self._is_deaf:
                await self._hear_again()

    def _note_deaf(self, error: Exception) -> None:
        if not self._is_deaf:
            logger.warning("the channel layer does not answer: %s", type(error).__name__)
        self._is_deaf = True

    async def _hear_again(self) -> None:
        """Subscribe again, then look: what happened before is in the database."""
        # First: who comes while the rooms are subscribed subscribes by themselves.
        self._is_deaf = False
        try:
            await self._subscribe()
            await self.sweep()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is tried again
            self._note_deaf(error)

    async def _look_by_ourselves(self) -> None:
        try:
            await self._look()
        except Exception as error:  # noqa: BLE001 - the database may be away too
            logger.debug("no versions: %s", type(error).__name__)

    def _heed(self, message: dict[str, Any]) -> None:
        match message["type"]:
            case "changed":
                self.hint(message["subject"], message["version"])
            case "signed_out":
                self.end_sign_in(message["player"])
            case "echo":
                self._is_echo_heard = True
            case "reconnected":
                # Something may have been said meanwhile.
                self._start(self._look_by_ourselves())

    def _group(self, subject_id: int) -> str:
        return publishing.group_name(subject_id, self._topic)


class Hubs:
    """One hub for each event loop, made on first need."""

    def __init__(self, make: Callable[[], Hub]) -> None:
        self._make = make
        self._of_loop: dict[asyncio.AbstractEventLoop, Hub] = {}

    def here(self) -> Hub:
        """The rooms of the running event loop."""
        loop = asyncio.get_running_loop()
        if loop not in self._of_loop:
            self._of_loop[loop] = self._make()
        return self._of_loop[loop]

    async def close(self) -> None:
        """End the hub of the running event loop."""
        if hub := self._of_loop.pop(asyncio.get_running_loop(), None):
            await hub.close()


async def end(task: "asyncio.Task[None]") -> None:
    """Cancel a task and wait for its end; a library may swallow a cancellation, so repeat it."""
    while not task.done():
        task.cancel()
        await asyncio.wait([task], timeout=0.2)
