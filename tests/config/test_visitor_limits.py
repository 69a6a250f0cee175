"""Nobody takes all the time that a process has for pages."""

import asyncio
import heapq
import math
import random
from collections import Counter
from collections.abc import Coroutine
from itertools import count
from types import SimpleNamespace
from typing import Any

import pytest

from config import visitor_limits
from config.visitor_limits import (
    AT_ONCE,
    OWN_AT_ONCE,
    OWN_SHARE,
    SHARE_TOGETHER,
    TOGETHER_AT_ONCE,
    VisitorLimit,
    VisitorLimits,
)
from games.play import commands

SCHOOL, HOME = "192.0.2.7", "192.0.2.1"
ADA, BEN = 1, 2
# What one visitor uses before they wait.
AT_FIRST = OWN_AT_ONCE + TOGETHER_AT_ONCE


class Clock:
    """Time that passes only while everybody sleeps."""

    def __init__(self) -> None:
        self.now = 0.0
        self._numbers = count()
        self._sleeping: list[tuple[float, int, asyncio.Future[None]]] = []

    async def sleep(self, seconds: float) -> None:
        """Wait until `run` has let so much time pass."""
        woken = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleeping, (self.now + seconds, next(self._numbers), woken))
        await woken

    async def run(self, *works: Coroutine[Any, Any, object], until: float = math.inf) -> None:
        """Let time pass until these works are done, or until then."""
        tasks = [asyncio.ensure_future(work) for work in works]
        while not all(task.done() for task in tasks):
            for _step in range(20):
                await asyncio.sleep(0)
            if self._sleeping and not all(task.done() for task in tasks):
                moment, _number, woken = heapq.heappop(self._sleeping)
                if moment > until:
                    break
                self.now = max(self.now, moment)
                if not woken.done():
                    woken.set_result(None)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(commands, "time", SimpleNamespace(monotonic=clock.monotonic))
    monkeypatch.setattr(
        visitor_limits,
        "asyncio",
        SimpleNamespace(sleep=clock.sleep, Semaphore=asyncio.Semaphore, Lock=asyncio.Lock),
    )
    return clock


async def make(limit: VisitorLimit, seconds: float) -> None:
    """A page that takes so many seconds of the processor."""
    limit.end(await limit.begin(), seconds)


async def ask(
    clock: Clock, limit: VisitorLimit, seconds: float, pages: int, every: float = 0.0
) -> float:
    """Ask for pages one after the other, with a pause; the longest wait for one."""
    longest = 0.0
    for _page in range(pages):
        began = clock.now
        await make(limit, seconds)
        longest = max(longest, clock.now - began)
        if every:
            await clock.sleep(every)
    return longest


@pytest.fixture
def visitors() -> VisitorLimits:
    visitors = VisitorLimits()
    visitors.is_member("key of ada", ADA)
    visitors.is_member("key of ben", BEN)
    return visitors


async def test_who_asks_for_little_never_waits(clock: Clock, visitors: VisitorLimits) -> None:
    limit = visitors.limit_of(SCHOOL, "")
    for _page in range(50):
        await make(limit, AT_FIRST / 100)
    assert clock.now == 0


async def test_who_asks_all_the_time_gets_a_third_of_it(
    clock: Clock, visitors: VisitorLimits
) -> None:
    limit = visitors.limit_of(SCHOOL, "")
    await make(limit, OWN_AT_ONCE)
    await make(limit, TOGETHER_AT_ONCE)
    await clock.run(ask(clock, limit, 0.1, pages=100))
    assert clock.now == pytest.approx(100 * 0.1 / (SHARE_TOGETHER + OWN_SHARE), rel=0.02)


async def test_an_hour_of_rest_gives_no_more_than_a_minute(
    clock: Clock, visitors: VisitorLimits
) -> None:
    limit, pages, seconds = visitors.limit_of(SCHOOL, ""), 200, 0.1
    for rest in (60.0, 3600.0):
        clock.now += rest
        began = clock.now
        await clock.run(ask(clock, limit, seconds, pages))
        took = (pages * seconds - AT_FIRST) / (SHARE_TOGETHER + OWN_SHARE)
        assert clock.now - began == pytest.approx(took, rel=0.02)


@pytest.mark.parametrize("seed", range(5))
async def test_however_many_flood_they_have_a_third_together_and_nobody_else_waits(
    seed: int, clock: Clock, visitors: VisitorLimits
) -> None:
    chance, seconds = random.Random(seed), 300.0
    floods = chance.randint(2, 12)
    done: list[float] = []

    async def flood(number: int) -> None:
        visitors.is_member(f"key {number}", 100 + number)
        limit = visitors.limit_of(f"192.0.2.{chance.randint(1, 9)}", f"key {number}")
        while True:
            work = chance.choice((0.02, 0.1, 0.5))
            used = await limit.begin()
            await clock.sleep(work)
            limit.end(used, work)
            done.append(work)
            if chance.random() < 0.1:
                # Who rests saves nothing up for all of them.
                await clock.sleep(chance.uniform(0, 30))

    waits: list[float] = []

    async def look() -> None:
        for address, session_key in ((SCHOOL, "key of ada"), (HOME, "")):
            limit = visitors.limit_of(address, session_key)
            waits.append(await ask(clock, limit, 0.05, pages=80, every=3.5))

    works = [flood(number) for number in range(floods) for _request in range(AT_ONCE)]
    await clock.run(look(), *works, until=seconds)
    share = SHARE_TOGETHER + floods * OWN_SHARE
    # Beside it, what was had at first, and the last page of each request.
    most = seconds * share + TOGETHER_AT_ONCE + floods * (OWN_AT_ONCE + AT_ONCE * 0.5)
    assert sum(done) <= most
    assert waits[0] == 0


async def test_several_who_flood_take_turns(clock: Clock, visitors: VisitorLimits) -> None:
    limits = [visitors.limit_of(SCHOOL, "key of ada"), visitors.limit_of(SCHOOL, "key of ben")]
    made: Counter[VisitorLimit] = Counter()

    async def flood(limit: VisitorLimit) -> None:
        while True:
            await make(limit, 0.1)
            made[limit] += 1

    # One of them asks five times as often.
    await clock.run(*(flood(limit) for limit in [limits[0], *limits[1:] * 5]), until=600)
    assert made[limits[0]] == pytest.approx(made[limits[1]], rel=0.1)


async def test_a_member_who_asks_all_the_time_holds_up_nobody_else_of_their_address(
    clock: Clock, visitors: VisitorLimits
) -> None:
    ada = visitors.limit_of(SCHOOL, "key of ada")
    for seconds in (OWN_AT_ONCE, 100.0):
        await make(ada, seconds)
    for address, session_key in ((SCHOOL, "key of ben"), (SCHOOL, ""), (HOME, "")):
        await make(visitors.limit_of(address, session_key), 0.1)
    assert clock.now == 0
    # Wherever she asks from.
    assert visitors.limit_of(HOME, "key of ada") is ada


async def test_a_session_that_was_never_valid_is_no_visitor_of_its_own(
    visitors: VisitorLimits,
) -> None:
    stranger = visitors.limit_of(SCHOOL, "invented")
    assert visitors.limit_of(SCHOOL, "another") is stranger
    assert visitors.limit_of(HOME, "invented") is not stranger


async def test_who_comes_from_this_machine_never_waits(
    clock: Clock, visitors: VisitorLimits
) -> None:
    """From a proxy that settings do not tell of come all visitors."""
    await clock.run(ask(clock, visitors.limit_of("", "key of ada"), 10.0, pages=10))
    assert clock.now == 0


async def test_who_leaves_while_they_wait_leaves_their_place_to_others(
    visitors: VisitorLimits,
) -> None:
    limit = visitors.limit_of(SCHOOL, "")
    used = [await limit.begin() for _page in range(AT_ONCE)]
    waiting = [asyncio.create_task(limit.begin()) for _page in range(2)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    limit.end(used[0], 0.0)
    await asyncio.wait_for(waiting[1], timeout=10)
    assert limit.users == AT_ONCE


async def test_visitors_who_have_gone_are_forgotten_when_there_are_very_many(
    visitors: VisitorLimits, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(visitor_limits, "MOST_KEPT", 2)
    working = visitors.limit_of(SCHOOL, "")
    await working.begin()
    visitors.limit_of(HOME, "")
    visitors.limit_of("192.0.2.9", "")
    assert visitors.limit_of(SCHOOL, "") is working
    assert HOME not in visitors._limits
