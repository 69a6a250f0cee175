"""Announce changes to other processes, without waiting for a channel layer that does not answer."""

import asyncio
import logging
from typing import Any

from channels.layers import BaseChannelLayer

from monitoring.metrics import LAYER_ERRORS

logger = logging.getLogger(__name__)

# The group, the type of the message, and the player whom it is about.
Key = tuple[str, Any, Any]


class Announcer:
    """Sends one message at a time to each group, and of those that waited meanwhile the newest.

    Otherwise each play would open another connection to a Redis that hangs. For use in one loop.
    """

    def __init__(self, layer: BaseChannelLayer) -> None:
        self._layer = layer
        self._waiting: dict[Key, dict[str, Any]] = {}
        self._sending: dict[Key, asyncio.Task[None]] = {}
        self._timers: dict[Key, asyncio.TimerHandle] = {}
        self._has_failed = False

    def announce(self, group: str, message: dict[str, Any], wait: float = 0) -> None:
        """Send a message to a group; it replaces an older one of its type that still waits.

        wait: so many seconds for a newer one, unless one comes that does not wait.
        """
        key = (group, message.get("type"), message.get("player"))
        waiting = self._waiting.get(key)
        if waiting is None or waiting.get("version", 0) <= message.get("version", 0):
            self._waiting[key] = message
        if key in self._sending:
            return
        if not wait:
            self._start(key)
        elif key not in self._timers:
            loop = asyncio.get_running_loop()
            self._timers[key] = loop.call_later(wait, self._start, key)

    async def finish(self) -> None:
        """Send what still waits, and wait until nothing is left to be sent."""
        for key in list(self._timers):
            self._start(key)
        while self._sending:
            await asyncio.wait(list(self._sending.values()))

    def _start(self, key: Key) -> None:
        if timer := self._timers.pop(key, None):
            timer.cancel()
        self._sending[key] = asyncio.create_task(self._send(key))

    async def _send(self, key: Key) -> None:
        try:
            while message := self._waiting.pop(key, None):
                await self._try(key[0], message)
        finally:
            del self._sending[key]

    async def _try(self, group: str, message: dict[str, Any]) -> None:
        try:
            await self._layer.group_send(group, message)
        except Exception as error:  # noqa: BLE001 - other processes read the database meanwhile
            LAYER_ERRORS.labels("publish").inc()
            # Log it once, not for every play.
            if not self._has_failed:
                logger.warning("changes are not announced: %s", type(error).__name__)
            self._has_failed = True
        else:
            self._has_failed = False
