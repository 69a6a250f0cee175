"""The channel layer over which all processes hear each other."""

from channels_redis.core import RedisChannelLayer


class SharedLayer(RedisChannelLayer):  # type: ignore[misc]
    """Redis, asked for messages for a second at a time: soon it is known that it hangs."""

    brpop_timeout = 1
