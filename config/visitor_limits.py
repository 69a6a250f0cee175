"""Limit how many requests of one visitor run at once, and how much time their pages take."""

import asyncio
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from games.bounded_cache import BoundedCache

# How many requests of one visitor run at once: some of them wait for others.
AT_ONCE = 6
# Seconds of a page's work that a visitor may use at once, and for each second after that. Plays
# share the interpreter with all that runs: with a third taken, most of them meet nobody.
SECONDS_AT_ONCE = 3.0
SHARE = 1 / 3
# What a page is taken to cost until it has been made.
EXPECTED_SECONDS = 0.03
MOST_KEPT = 10_000

# The seconds for which another process has worked for the request of a thread.
_elsewhere = threading.local()


@contextmanager
def work_elsewhere() -> Iterator[None]:
    """Count the time of this block as work, though another process does it."""
    began = time.monotonic()
    try:
        yield
    finally:
        _elsewhere.seconds = getattr(_elsewhere, "seconds", 0.0) + time.monotonic() - began


def take_work_elsewhere() -> float:
    """The seconds of `work_elsewhere` in this thread since this was asked last."""
    seconds = getattr(_elsewhere, "seconds", 0.0)
    _elsewhere.seconds = 0.0
    return seconds


class VisitorLimit:
    """The limit of one visitor. Use it on the event loop.

    at_once: how many requests may run. seconds: of work that may be used at once.
    """

    def __init__(self, at_once: int, seconds: float) -> None:
        self.users = 0
        self._slots = asyncio.Semaphore(at_once)
        self._gate = asyncio.Lock()
        self._most = self._left = seconds
        self._counted_at = time.monotonic()

    async def begin(self) -> None:
        """Wait until a request may run; `end` must follow."""
        self.users += 1
        try:
            await self._slots.acquire()
            try:
                async with self._gate:
                    while (left := self._left_now()) <= 0:  # noqa: ASYNC110 - it waits for time
                        await asyncio.sleep(-left / SHARE + 0.001)
                    self._left -= EXPECTED_SECONDS
            except BaseException:
                self._slots.release()
                raise
        except BaseException:
            self.users -= 1
            raise

    def end(self, seconds: float) -> None:
        """Count what the request has used."""
        self.users -= 1
        self._left += EXPECTED_SECONDS - seconds
        self._slots.release()

    def _left_now(self) -> float:
        now = time.monotonic()
        self._left = min(self._left + (now - self._counted_at) * SHARE, self._most)
        self._counted_at = now
        return self._left


class VisitorLimits:
    """The limits of each member, and of the strangers of each address.

    A whole club may have one address: a member who asks for too much holds up nobody but
    themselves. Strangers could call themselves anything, so a session counts once it was valid.
    """

    def __init__(self) -> None:
        self._limits: dict[int | str, VisitorLimit] = {}
        self._members: BoundedCache[int] = BoundedCache(MOST_KEPT)

    def limit_of(self, address: str, session_key: str) -> VisitorLimit:
        """The limit of a visitor; address: empty where it is not known, which is not limited."""
        if not address:
            return VisitorLimit(sys.maxsize, sys.maxsize)
        visitor = self._members.get(session_key) or address
        limit = self._limits.get(visitor)
        if limit is None:
            if len(self._limits) >= MOST_KEPT:
                self._limits = {who: each for who, each in self._limits.items() if each.users}
            limit = self._limits[visitor] = VisitorLimit(AT_ONCE, SECONDS_AT_ONCE)
        return limit

    def is_member(self, session_key: str, user_id: int) -> None:
        """A request with this session was that of a member."""
        self._members.put(session_key, user_id)
