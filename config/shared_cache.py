"""The cache that all processes share; while Redis is down, each process uses one of its own.

It holds rate limits and drawn pictures. Without a cache nobody could sign in; with one in each
process guessing passwords is still limited.
"""

import logging
import time
from typing import Any

from django.conf import settings
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

from monitoring.metrics import LAYER_ERRORS

logger = logging.getLogger(__name__)

# A sign-in asks a dozen times: it shall wait for a Redis that hangs once.
SECONDS_NOT_ASKED = 5.0


class SharedCache(RedisCache):
    """Redis, or the cache of this process; what else a cache can do is not used here."""

    # By the address of a Redis that failed; each thread has a cache object of its own.
    _not_asked_until: dict[str, float] = {}

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._server = server
        room = {"OPTIONS": {"MAX_ENTRIES": settings.MOST_CACHED}}
        self._own = LocMemCache("while Redis is away", params | room)

    def add(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> bool:
        return bool(self._ask("add", key, value, timeout, version))

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._ask("get", key, default, version)

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        return dict(self._ask("get_many", keys, version))

    def set(
        self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> None:
        self._ask("set", key, value, timeout, version)

    def delete(self, key: Any, version: int | None = None) -> bool:
        return bool(self._ask("delete", key, version))

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        return int(self._ask("incr", key, delta, version))

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        return bool(self._ask("touch", key, timeout, version))

    def _ask(self, command: str, *arguments: Any) -> Any:
        if time.monotonic() >= self._not_asked_until.get(self._server, 0.0):
            try:
                return getattr(super(), command)(*arguments)
            except RedisError as error:
                self._not_asked_until[self._server] = time.monotonic() + SECONDS_NOT_ASKED
                LAYER_ERRORS.labels("cache").inc()
                logger.warning("the shared cache does not answer: %s", type(error).__name__)
        return getattr(self._own, command)(*arguments)
