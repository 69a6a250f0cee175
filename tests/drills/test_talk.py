"""What is said at one process is read at the other, also while Redis is away."""

import asyncio
from http import HTTPStatus

import pytest

from tests.drills.club import Place
from tests.drills.forms import post
from tests.drills.pages import Page
from tests.drills.stage import PairStage

pytestmark = [pytest.mark.postgres, pytest.mark.redis]

# A sweep comes every five seconds, and a machine that does other things is slow.
SOON = 30.0


class Reader(Page):
    """A page that keeps what is said."""

    def __init__(self, port: int, place: Place, seat: int) -> None:
        super().__init__("reader", [port], f"{place.path}&talk=none", place.cookies[seat])
        self.said = ""

    def read(self, text: str) -> None:
        if "talk-news" in text:
            self.said += text

    async def reads(self, words: str) -> None:
        async with asyncio.timeout(SOON):
            while words not in self.said:
                await self._next_news()


def say(port: int, place: Place, seat: int, text: str) -> None:
    answer = post(port, f"/tables/{place.code}/talk/say/", place.cookies[seat], {"text": text})
    assert answer.status == HTTPStatus.NO_CONTENT


async def test_a_message_reaches_the_other_process_with_and_without_redis(stage: PairStage) -> None:
    place = stage.places["joins"]
    reader = Reader(stage.other.port, place, 1)
    await reader.open(stage.other.port)
    version = stage.version(place)
    await asyncio.to_thread(say, stage.one.port, place, 0, "over Redis")
    await reader.reads("over Redis")
    stage.redis.stop()
    try:
        await asyncio.to_thread(say, stage.one.port, place, 0, "found by the sweep")
        await reader.reads("found by the sweep")
    finally:
        stage.redis.launch()
        await asyncio.to_thread(stage.redis.wait)
    await asyncio.to_thread(say, stage.one.port, place, 2, "Redis is back")
    await reader.reads("Redis is back")
    reader.close()
    assert stage.version(place) == version
