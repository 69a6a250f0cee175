"""Limit how many requests of one visitor run at once, and how much time their pages take."""

import asyncio
import math
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from games.bounded_cache import BoundedCache
from games.play.commands import TokenBucket

# How many requests of one visitor run at once: some of them wait for others.
AT_ONCE = 6
# Seconds of work, at once and of each second after that: what each visitor has, whoever else floods
# the site (a page of 50 ms every three seconds), and what all have together who ask for more. Plays
# share the interpreter with all that runs: with a third taken, most of them meet nobody.
OWN_AT_ONCE, OWN_SHARE = 1.0, 1 / 60
TOGETHER_AT_ONCE, SHARE_TOGETHER = 3.0, 1 / 3
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


class Allowance(TokenBucket):
    """Seconds of work that may be used at once, and a share of each second after that."""

    def __init__(self, seconds: float, share: float) -> None:
        super().__init__(seconds, share)
        self._queue = asyncio.Lock()

    async def wait(self) -> None:
        """Return when something is left, in the order of those who asked."""
        async with self._queue:
            while (left := self.left) <= 0:  # noqa: ASYNC110 - it waits for time
                await asyncio.sleep(-left / self.per_second + 0.001)


class VisitorLimit:
    """The limit of one visitor. Use it on the event loop.

    at_once: how many requests may run. own: used first. together: what others use as well.
    """

    def __init__(self, at_once: int, own: Allowance, together: Allowance) -> None:
        self.users = 0
        self._slots = asyncio.Semaphore(at_once)
        self._gate = asyncio.Lock()
        self._own, self._together = own, together

    async def begin(self) -> Allowance:
        """Wait until a request may run; `end` must follow, with the allowance that is returned."""
        self.users += 1
        try:
            await self._slots.acquire()
            try:
                # One at a time: who asks for much takes turns with others who do.
                async with self._gate:
                    used = self._own
                    if used.left <= 0:
                        used = self._together
                        await used.wait()
                    used.take(EXPECTED_SECONDS)
            except BaseException:
                self._slots.release()
                raise
        except BaseException:
            self.users -= 1
            raise
        return used

    def end(self, used: Allowance, seconds: float) -> None:
        """Count what the request has used."""
        self.users -= 1
        used.take(seconds - EXPECTED_SECONDS)
        self._slots.release()


class VisitorLimits:
    """The limits of each member, and of the strangers of each address.

    A whole club may have one address: a member who asks for too much holds up nobody but
    themselves. Strangers could call themselves anything, so a session counts once it was valid.
    Several who ask for too much have together what one of them has.
    """

    def __init__(self) -> None:
        self._together = Allowance(TOGETHER_AT_ONCE, SHARE_TOGETHER)
        self._limits: dict[int | str, VisitorLimit] = {}
        self._members: BoundedCache[int] = BoundedCache(MOST_KEPT)

    def limit_of(self, address: str, session_key: str) -> VisitorLimit:
        """The limit of a visitor; address: empty where it is not known, which is not limited."""
        if not address:
            return VisitorLimit(sys.maxsize, Allowance(math.inf, 1), self._together)
        visitor = self._members.get(session_key) or address
        limit = self._limits.get(visitor)
        if limit is None:
            if len(self._limits) >= MOST_KEPT:
                self._limits = {who: each for who, each in self._limits.items() if each.users}
            own = Allowance(OWN_AT_ONCE, OWN_SHARE)
            limit = self._limits[visitor] = VisitorLimit(AT_ONCE, own, self._together)
        return limit

    def is_member(self, session_key: str, user_id: int) -> None:
        """A request with this session was that of a member."""
        self._members.put(session_key, user_id)
