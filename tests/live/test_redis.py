"""The channel layer of a federation."""

import asyncio

import pytest
from channels_redis.core import RedisChannelLayer

from config.settings import REDIS_HOST


@pytest.mark.redis
async def test_a_club_in_which_nothing_happens_is_no_error(redis_url: str) -> None:
    layer = RedisChannelLayer(hosts=[REDIS_HOST | {"address": redis_url}])
    channel = await layer.new_channel()
    with pytest.raises(asyncio.TimeoutError):
        await asyncio.wait_for(layer.receive(channel), layer.brpop_timeout + 1)
    await layer.flush()
    await layer.close_pools()
