"""Daphne's server with a graceful end: SIGTERM loses no request, no choice and no announcement.

It stops listening, asks sockets to come back, and ends when all that it was doing is done, or after
STOP_SECONDS. A second signal ends it at once; what threads are writing is finished in either case.
"""

import asyncio
import logging
import os
import random
import signal
import threading
import time
from collections.abc import Awaitable, Callable
from typing import Any

from daphne import server
from daphne.cli import CommandLineInterface
from django.db import connection
from twisted.internet import defer, reactor

from config.connections import Channel
from games.practice import apart

logger = logging.getLogger(__name__)

# deploy/ gives a process 20 seconds before it is killed (TimeoutStopSec, stop_grace_period).
STOP_SECONDS = 10.0
# A thread that does not end by then is left behind.
LAST_SECONDS = 15.0
# Browsers come back a few at a time, so that none waits long for its page.
SOCKETS_PER_SECOND = 250
LONGEST_SPREAD = 4.0
# Proxies may send a request on a connection that they have kept while this process stops.
IDLE_SECONDS = 0.5
TICK = 0.02


class GracefulServer(server.Server):  # type: ignore[misc]
    """begin: starts the background work, once the server listens.

    finish: ends that work, once no request and no socket is left.
    """

    def __init__(
        self,
        begin: Callable[[], Awaitable[None]],
        finish: Callable[[], Awaitable[None]],
        **options: Any,
    ) -> None:
        super().__init__(**options)
        self._begin, self._finish = begin, finish
        self._ports: list[Any] = []
        self._is_hurried = False

    def listen_success(self, port: Any) -> None:
        """Keep the listening socket, to close it first."""
        self._ports.append(port)
        super().listen_success(port)
        reactor.callWhenRunning(self._start_work)

    def _start_work(self) -> None:
        self._work = asyncio.ensure_future(self._begin())

    def kill_all_applications(self) -> Any:
        """What Twisted does before it closes all connections, and waits for."""
        return defer.Deferred.fromFuture(asyncio.ensure_future(self._end_gracefully()))

    async def _end_gracefully(self) -> None:
        began = time.monotonic()
        leave_behind = threading.Timer(LAST_SECONDS, _leave_threads_behind)
        leave_behind.daemon = True
        leave_behind.start()
        apart.end()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(self._hurry))
        try:
            for port in self._ports:
                port.stopListening()
            await self._drain(began)
            if not self._is_hurried:
                left = max(0.0, began + STOP_SECONDS - time.monotonic())
                await asyncio.wait_for(self._finish(), left)
        except Exception:
            logger.exception("the process could not finish everything")
        finally:
            self._cancel_applications()
            if connection.vendor == "postgresql":
                connection.close_pool()  # type: ignore[attr-defined]

    def _hurry(self) -> None:
        self._is_hurried = True

    async def _drain(self, began: float) -> None:
        """Ask all sockets to come back, and wait for requests, sockets and their commands."""
        Channel.is_ending = True
        told: set[Any] = set()
        rate = max(SOCKETS_PER_SECOND, len(self.connections) / LONGEST_SPREAD)
        while not self._is_hurried:
            seconds = time.monotonic() - began
            if seconds > STOP_SECONDS:
                logger.warning("stopped with %s requests or sockets unfinished", self._unfinished())
                return
            sockets = [s for s in self.connections if hasattr(s, "ask_back") and s not in told]
            chosen = random.sample(sockets, min(len(sockets), max(1, round(rate * TICK))))
            told.update(socket for socket in chosen if socket.ask_back())
            for channel in list(Channel.open):
                if channel.requests:
                    channel.persistent = False
                elif seconds > IDLE_SECONDS and not channel.is_busy:
                    channel.loseConnection()
            if not self._unfinished() and not Channel.open:
                return
            await asyncio.sleep(TICK)

    def _unfinished(self) -> int:
        """How many requests, and sockets, are still served, whether their browser waits or not."""
        return sum(
            1
            for details in self.connections.values()
            if (work := details.get("application_instance")) and not work.done()
        )

    def _cancel_applications(self) -> None:
        for details in self.connections.values():
            # A request that has not been read to its end has none.
            if work := details.get("application_instance"):
                work.cancel()


def _leave_threads_behind() -> None:
    logger.error("the process ends, though threads still work")
    os._exit(1)


def serve_gracefully(
    begin: Callable[[], Awaitable[None]], finish: Callable[[], Awaitable[None]]
) -> None:
    """Let Daphne's command line use this server."""

    def make(**options: Any) -> GracefulServer:
        return GracefulServer(begin, finish, **options)

    CommandLineInterface.server_class = staticmethod(make)
