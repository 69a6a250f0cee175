"""A channel layer that hubs share, and that can fail, be silent, or heed no cancellation."""

import asyncio
from collections import defaultdict
from typing import Any


class FakeLayer:
    """Groups and channels in memory.

    is_down: every call raises. answers: cleared, calls wait until it is set. swallows: so many
    cancellations of `receive` are not heeded. calls: names of what was asked, with the group.
    """

    def __init__(self) -> None:
        self.groups: dict[str, set[str]] = defaultdict(set)
        self.calls: list[tuple[str, str]] = []
        self.is_down = False
        self.answers = asyncio.Event()
        self.answers.set()
        self.swallows = 0
        self.receiving = 0
        self._channels: dict[str, asyncio.Queue[Any]] = {}

    def break_down(self) -> None:
        """Fail from now on, also those who wait for a message; groups are forgotten."""
        self.is_down = True
        self.groups.clear()
        for messages in self._channels.values():
            messages.put_nowait(ConnectionError())

    async def new_channel(self) -> str:
        await self._reach("new_channel")
        name = f"channel{len(self._channels)}"
        self._channels[name] = asyncio.Queue()
        return name

    async def group_add(self, group: str, channel: str) -> None:
        await self._reach("group_add", group)
        self.groups[group].add(channel)

    async def group_discard(self, group: str, channel: str) -> None:
        await self._reach("group_discard", group)
        self.groups[group].discard(channel)

    async def group_send(self, group: str, message: dict[str, Any]) -> None:
        await self._reach("group_send", group)
        for channel in self.groups[group]:
            self._channels[channel].put_nowait(message)

    async def send(self, channel: str, message: dict[str, Any]) -> None:
        await self._reach("send")
        self._channels[channel].put_nowait(message)

    async def receive(self, channel: str) -> dict[str, Any]:
        await self._reach("receive")
        self.receiving += 1
        try:
            return await self._next(channel)
        finally:
            self.receiving -= 1

    async def _next(self, channel: str) -> dict[str, Any]:
        while True:
            try:
                message = await self._channels[channel].get()
            except asyncio.CancelledError:
                if not self.swallows:
                    raise
                self.swallows -= 1
                continue
            if isinstance(message, Exception):
                raise message
            return message

    async def _reach(self, call: str, group: str = "") -> None:
        self.calls.append((call, group))
        await self.answers.wait()
        if self.is_down:
            raise ConnectionError
