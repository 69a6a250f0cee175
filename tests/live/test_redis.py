"""The channel layer and the cache of a federation."""

import asyncio

import pytest

from config.settings import REDIS_HOST
from config.shared_cache import SharedCache
from config.shared_layer import SharedLayer


@pytest.mark.redis
async def test_a_club_in_which_nothing_happens_is_no_error(redis_url: str) -> None:
    layer = SharedLayer(hosts=[REDIS_HOST | {"address": redis_url}])
    channel = await layer.new_channel()
    with pytest.raises(asyncio.TimeoutError):
        await asyncio.wait_for(layer.receive(channel), layer.brpop_timeout + 1)
    await layer.flush()
    await layer.close_pools()


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
    for cache in (one, other):
        cache.close()
