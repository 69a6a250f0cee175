"""Announce changes to other processes, without waiting for a channel layer that does not answer."""

import asyncio
import logging
from collections.abc import Hashable
from typing import Any

from channels.layers import BaseChannelLayer

from monitoring.metrics import LAYER_ERRORS

logger = logging.getLogger(__name__)


class Announcer:
    """Sends one message at a time to each group, and of those that waited meanwhile the newest.

    Otherwise each play would open another connection to a Redis that hangs. For use in one loop.
    """

    def __init__(self, layer: BaseChannelLayer) -> None:
        self._layer = layer
        self._waiting: dict[Hashable, dict[str, Any]] = {}
        self._sending: dict[Hashable, asyncio.Task[None]] = {}
        self._has_failed = False

    def announce(self, group: str, message: dict[str, Any]) -> None:
        """Send a message to a group; it replaces an older one of its type that still waits.

        One that is not urgent never takes the place of an urgent one.
        """
        key = (group, message.get("type"), message.get("player"), message.get("is_urgent"))
        waiting = self._waiting.get(key)
        if waiting is None or waiting.get("version", 0) <= message.get("version", 0):
            self._waiting[key] = message
        if key not in self._sending:
            self._sending[key] = asyncio.create_task(self._send(group, key))

    async def finish(self) -> None:
        """Wait until nothing is left to be sent."""
        while self._sending:
            await asyncio.wait(list(self._sending.values()))

    async def _send(self, group: str, key: Hashable) -> None:
        try:
            while message := self._waiting.pop(key, None):
                await self._try(group, message)
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
