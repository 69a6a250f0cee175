"""The channel layer between processes, on the publish and subscribe of Redis.

A message reaches only those who are subscribed at that moment. Hubs recover from lost messages
(games/live/hub.py), so they must be told when some may have been lost.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from channels_redis.pubsub import (
    RedisPubSubChannelLayer,
    RedisPubSubLoopLayer,
    RedisSingleShardConnection,
)
from redis.asyncio import ConnectionPool
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

# What every channel is sent after the connection was lost.
RECONNECTED = {"type": "reconnected"}


class SharedLayer(RedisPubSubChannelLayer):  # type: ignore[misc]
    """Channels' layer on Redis, with connections of our class."""

    def _get_layer(self) -> RedisPubSubLoopLayer:
        is_new = asyncio.get_running_loop() not in self._layers
        layer = super()._get_layer()
        if is_new:
            layer._shards = [  # noqa: SLF001 - the layer names the class of its connections itself
                SharedConnection(shard.host, layer)
                for shard in layer._shards  # noqa: SLF001
            ]
        return layer


class SharedConnection(RedisSingleShardConnection):  # type: ignore[misc]
    """The connection to one Redis: it retries nothing, and tells channels of a reconnection."""

    def __init__(self, host: dict[str, Any], layer: RedisPubSubLoopLayer) -> None:
        super().__init__(host | {"retry": Retry(NoBackoff(), 0)}, layer)

    async def subscribe(self, channel: str) -> None:
        """Subscribe to a channel or group; a channel that cannot be heard is not kept."""
        try:
            await super().subscribe(channel)
        except BaseException:
            # Each try to open a channel makes another one.
            self.channel_layer.channels.pop(channel, None)
            raise

    def _ensure_redis(self) -> None:
        is_new = self._redis is None
        super()._ensure_redis()
        if is_new:
            self._pubsub = Subscription(self._redis.connection_pool, self._tell_reconnected)

    def _tell_reconnected(self) -> None:
        message = self.channel_layer.channel_layer.serialize(RECONNECTED)
        for waiting in self.channel_layer.channels.values():
            waiting.put_nowait(message)


class Subscription(PubSub):
    """The subscriptions of a connection; calls back when it had to subscribe again."""

    def __init__(self, pool: ConnectionPool, on_again: Callable[[], None]) -> None:
        super().__init__(pool)
        self._on_again = on_again

    async def on_connect(self, connection: Any) -> None:
        """Subscribe a new connection to all that the one before was subscribed to."""
        is_again = self.subscribed
        await super().on_connect(connection)
        if is_again:
            self._on_again()
