"""The channel layer and the cache of a federation."""

import asyncio
import math
import socket
from types import SimpleNamespace

import pytest
import redis

from config import shared_cache
from config.settings import REDIS_HOST
from config.shared_cache import SharedCache
from config.shared_layer import RECONNECTED, SharedLayer
from tests.support.processes import free_port
from tests.support.sockets import PATIENCE


@pytest.mark.redis
async def test_whoever_is_in_a_group_hears_what_is_said_to_it(redis_url: str) -> None:
    layer = SharedLayer(hosts=[REDIS_HOST | {"address": redis_url}])
    here, elsewhere = [await layer.new_channel() for _channel in range(2)]
    await layer.group_add("table.1", here)
    await layer.group_send("table.1", {"type": "changed", "version": 2})
    await layer.send(elsewhere, {"type": "echo"})
    assert await layer.receive(here) == {"type": "changed", "version": 2}
    assert await layer.receive(elsewhere) == {"type": "echo"}
    await layer.flush()


@pytest.mark.redis
async def test_every_channel_is_told_when_messages_may_have_been_lost(redis_url: str) -> None:
    layer = SharedLayer(hosts=[REDIS_HOST | {"address": redis_url}])
    channels = [await layer.new_channel() for _channel in range(2)]
    with redis.Redis.from_url(redis_url) as server:
        assert server.execute_command("CLIENT", "KILL", "TYPE", "pubsub") == 1
    for channel in channels:
        async with asyncio.timeout(PATIENCE):
            assert await layer.receive(channel) == RECONNECTED
    await layer.group_add("table.1", channels[0])
    await layer.group_send("table.1", {"type": "changed"})
    assert await layer.receive(channels[0]) == {"type": "changed"}
    await layer.flush()


async def test_no_channel_is_kept_that_could_not_be_opened() -> None:
    """A process that starts while Redis is away tries each second."""
    layer = SharedLayer(hosts=[REDIS_HOST | {"address": f"redis://127.0.0.1:{free_port()}"}])
    for _try in range(3):
        with pytest.raises(redis.ConnectionError):
            await layer.new_channel()
    assert layer.channels == {}
    await layer.flush()


@pytest.mark.redis
def test_what_one_process_keeps_another_one_finds(redis_url: str) -> None:
    one, other = SharedCache(redis_url, {}), SharedCache(redis_url, {})
    assert one.add("key", [1, 2])
    assert not other.add("key", [])
    assert other.get("key") == [1, 2]
    other.set("key", [3])
    assert one.get("key") == [3]
    assert one.delete("key")
    assert other.get("key") is None
    assert one.add("count", 0, 60)
    assert (one.incr("count"), other.incr("count")) == (1, 2)
    assert other.touch("count", 90)
    for cache in (one, other):
        cache.close()


def test_a_redis_that_hangs_is_waited_for_once_however_much_is_asked(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"redis://127.0.0.1:{silent.getsockname()[1]}"
        count_twelve(SharedCache(url, {"OPTIONS": {"socket_timeout": 0.2}}))
    assert caplog.text.count("the shared cache does not answer") == 1


@pytest.mark.redis
def test_a_redis_without_room_is_done_without_and_asked_again_later(
    redis_url: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = SharedCache(redis_url, {})
    with redis.Redis.from_url(redis_url) as server:
        server.config_set("maxmemory", 1)
        try:
            count_twelve(cache)
        finally:
            server.config_set("maxmemory", 0)
        assert caplog.text.count("the shared cache does not answer") == 1
        monkeypatch.setattr(shared_cache, "time", SimpleNamespace(monotonic=lambda: math.inf))
        cache.set("again", 1)
        assert server.keys("*again")
    cache.close()


def count_twelve(cache: SharedCache) -> None:
    cache.set("count", 0)
    assert [cache.incr("count") for _command in range(12)] == list(range(1, 13))
