"""Nobody takes all the time that a process has for pages."""

import asyncio
from types import SimpleNamespace

import pytest

from config import visitor_limits
from config.visitor_limits import AT_ONCE, SECONDS_AT_ONCE, SHARE, VisitorLimit, VisitorLimits

SCHOOL, HOME = "192.0.2.7", "192.0.2.1"
ADA, BEN = 1, 2


class Clock:
    """Time that passes only while somebody sleeps."""

    def __init__(self) -> None:
        self.now = 0.0

    async def sleep(self, seconds: float) -> None:
        self.now += seconds

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(visitor_limits, "time", SimpleNamespace(monotonic=clock.monotonic))
    monkeypatch.setattr(
        visitor_limits,
        "asyncio",
        SimpleNamespace(sleep=clock.sleep, Semaphore=asyncio.Semaphore, Lock=asyncio.Lock),
    )
    return clock


async def make(limit: VisitorLimit, seconds: float) -> None:
    """A page that takes so many seconds of the processor."""
    await limit.begin()
    limit.end(seconds)


@pytest.fixture
def visitors() -> VisitorLimits:
    visitors = VisitorLimits()
    visitors.is_member("key of ada", ADA)
    visitors.is_member("key of ben", BEN)
    return visitors


async def test_who_asks_for_little_never_waits(clock: Clock, visitors: VisitorLimits) -> None:
    limit = visitors.limit_of(SCHOOL, "")
    for _page in range(50):
        await make(limit, SECONDS_AT_ONCE / 100)
    assert clock.now == 0


async def test_who_asks_all_the_time_gets_a_third_of_it(
    clock: Clock, visitors: VisitorLimits
) -> None:
    limit = visitors.limit_of(SCHOOL, "")
    await make(limit, SECONDS_AT_ONCE)
    for _page in range(100):
        await make(limit, 0.1)
    assert clock.now == pytest.approx(100 * 0.1 / SHARE, rel=0.02)


async def test_an_hour_of_rest_gives_no_more_than_a_minute(
    clock: Clock, visitors: VisitorLimits
) -> None:
    for rest in (60.0, 3600.0):
        limit = visitors.limit_of(SCHOOL, "")
        clock.now += rest
        began = clock.now
        await make(limit, 2 * SECONDS_AT_ONCE)
        await make(limit, 0.1)
        assert clock.now - began == pytest.approx(SECONDS_AT_ONCE / SHARE, rel=0.02)


async def test_a_member_who_asks_all_the_time_holds_up_nobody_else_of_their_address(
    clock: Clock, visitors: VisitorLimits
) -> None:
    await make(visitors.limit_of(SCHOOL, "key of ada"), 100.0)
    for address, session_key in ((SCHOOL, "key of ben"), (SCHOOL, ""), (HOME, "")):
        await make(visitors.limit_of(address, session_key), 0.1)
    assert clock.now == 0
    await make(visitors.limit_of(HOME, "key of ada"), 0.1)
    assert clock.now > 100


async def test_a_session_that_was_never_valid_is_no_visitor_of_its_own(
    clock: Clock, visitors: VisitorLimits
) -> None:
    await make(visitors.limit_of(SCHOOL, "invented"), 10.0)
    await make(visitors.limit_of(SCHOOL, "another"), 0.1)
    assert clock.now > 10


async def test_who_leaves_while_they_wait_leaves_their_place_to_others(
    visitors: VisitorLimits,
) -> None:
    limit = visitors.limit_of(SCHOOL, "")
    for _page in range(AT_ONCE):
        await limit.begin()
    waiting = [asyncio.create_task(limit.begin()) for _page in range(2)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    limit.end(0.0)
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
