"""Tells other processes of changes, without waiting for a channel layer that does not answer."""

import asyncio
import logging
from collections.abc import Hashable
from typing import Any

from channels.layers import BaseChannelLayer

logger = logging.getLogger(__name__)


class Announcer:
    """Sends one message at a time to each group; of those that wait meanwhile, the newest.

    A Redis that hangs would else get a connection of its own for every play. For use in one loop.
    """

    def __init__(self, layer: BaseChannelLayer) -> None:
        self._layer = layer
        self._waiting: dict[Hashable, dict[str, Any]] = {}
        self._sending: dict[Hashable, asyncio.Task[None]] = {}
        self._is_lost = False

    def announce(self, group: str, message: dict[str, Any]) -> None:
        """Send a message to a group, or let it take the place of an older one that still waits."""
        key = (group, message.get("player"))
        waiting = self._waiting.get(key)
        if waiting is None or waiting.get("version", 0) <= message.get("version", 0):
            self._waiting[key] = message
        if key not in self._sending:
            self._sending[key] = asyncio.create_task(self._send(group, key))

    async def _send(self, group: str, key: Hashable) -> None:
        try:
            while message := self._waiting.pop(key, None):
                await self._try(group, message)
        finally:
            del self._sending[key]

    async def _try(self, group: str, message: dict[str, Any]) -> None:
        try:
            await self._layer.group_send(group, message)
        except Exception as error:  # noqa: BLE001 - others look at the database meanwhile
            # Once, not for every play.
            if not self._is_lost:
                logger.warning("changes are not announced: %s", type(error).__name__)
            self._is_lost = True
        else:
            self._is_lost = False
