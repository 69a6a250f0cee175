"""What sockets that look at a room have in common, whatever the room is about."""

import asyncio
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, Protocol
from weakref import WeakKeyDictionary

from channels.generic.websocket import AsyncWebsocketConsumer

from accounts.sessions import standing
from games import executor
from games.rooms import Hub

# Application close code: the page does not try again after it.
GONE = 4404


class Onlooker(Hashable, Protocol):
    """For whom a view is rendered; player_id is None for a stranger."""

    @property
    def player_id(self) -> int | None: ...


class Hubs:
    """One hub for each event loop, made on first need."""

    def __init__(self, make: Callable[[], Hub]) -> None:
        self._make = make
        self._of_loop: WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = WeakKeyDictionary()

    def here(self) -> Hub:
        """The rooms of the running event loop."""
        loop = asyncio.get_running_loop()
        if loop not in self._of_loop:
            self._of_loop[loop] = self._make()
        return self._of_loop[loop]


class RoomSocket(AsyncWebsocketConsumer):
    """One browser tab that looks at one subject."""

    # No channel of its own: rooms hear for all their sockets.
    channel_layer_alias = ""

    hubs: Hubs
    onlooker: Onlooker
    subject_id: int | None = None

    @property
    def session_key(self) -> str:
        return self.scope["session"].session_key or ""

    @property
    def player_id(self) -> int | None:
        return self.onlooker.player_id

    @property
    def can_wait(self) -> bool:
        """Nobody has to answer here, unless a subject says so."""
        return True

    async def __call__(self, *args: Any) -> None:
        """Until the socket closes; however that comes about, its place in the room is given up."""
        try:
            await super().__call__(*args)
        finally:
            if self.subject_id is not None:
                await self.hubs.here().leave(self.subject_id, self)

    async def dispatch(self, message: Mapping[str, Any]) -> None:
        """Without Channels' tidying of database connections before each message: none is used."""
        handler = getattr(self, message["type"].replace(".", "_"), None)
        if handler is not None:
            await handler(message)

    async def look_at(self, subject_id: int, shown: int = -1) -> None:
        """Show the present view and every later one, from the version after `shown` on."""
        self.subject_id = subject_id
        room = await self.hubs.here().join(subject_id, self)
        if shown > room.sockets[self]:
            room.sockets[self] = shown
        await room.show(self)

    async def deliver(self, text: str) -> None:
        await self.send(text_data=text)

    async def dismiss(self) -> None:
        await self.close(GONE)


async def signed_out(sockets: Iterable[RoomSocket]) -> list[RoomSocket]:
    """The members' sockets among these whose sign-in does not stand any more."""
    members = [socket for socket in sockets if socket.player_id is not None]
    if not members:
        return []
    keys = {socket.session_key for socket in members}
    still_in = await executor.run(standing, keys)
    return [socket for socket in members if socket.session_key not in still_in]
