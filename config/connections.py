"""The HTTP connections of this process: how long each may take, and how many an address may have.

Twisted closes a connection only when nothing at all comes for a minute. Whoever sends a byte now
and then keeps it open for ever, and with it one of the files that a process may have.
"""

import resource
import time
from collections import Counter
from contextlib import suppress
from typing import Any

from django.conf import settings
from twisted.web import http

# From the first byte of a request, or the opening of a connection, to the end of the headers.
HEADER_SECONDS = 10
# A body gets this time, and a second more for so many bytes: far slower than any telephone.
BODY_SECONDS = 20
SLOWEST_BYTES = 1000
# More than all browsers of a school behind one address open.
MOST_OF_AN_ADDRESS = 1000
# Where the machine sets no limit.
ENOUGH_FILES = 65_536


# Twisted's class is half typed.
HTTPChannel: Any = http.HTTPChannel


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection that speaks HTTP, until it is closed or becomes a socket."""

    # All that are open, and how many of them each address has.
    open: set["Channel"] = set()
    addresses: Counter[str] = Counter()
    # The process ends: each connection is closed after its next answer.
    is_ending = False

    _address = ""
    _deadline: Any = None
    _body_began = 0.0
    _body_bytes = 0

    @property
    def is_busy(self) -> bool:
        """Whether a request is being read or answered, or an answer is not sent yet."""
        return bool(self.requests) or bool(
            self.transport.dataBuffer or self.transport._tempDataLen  # noqa: SLF001 - both hold bytes that wait
        )

    def connectionMade(self) -> None:  # noqa: N802 - Twisted's name
        """Count the connection, and close it if its address has too many."""
        super().connectionMade()
        self._address = getattr(self.transport.getPeer(), "host", "")
        self.open.add(self)
        self.addresses[self._address] += 1
        # Where there is a proxy, all connections have its address.
        is_counted = not settings.ALLAUTH_TRUSTED_PROXY_COUNT
        if is_counted and self.addresses[self._address] > MOST_OF_AN_ADDRESS:
            self.transport.abortConnection()
            return
        self._expect_within(HEADER_SECONDS)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        """Take bytes of the browser; the first one of a request starts the time for its headers."""
        if self._deadline is None and not self._handlingRequest:
            self._expect_within(HEADER_SECONDS)
        super().dataReceived(data)

    def allHeadersReceived(self) -> None:  # noqa: N802 - Twisted's name
        """The headers are complete; the body, if there is one, has a time of its own."""
        super().allHeadersReceived()
        self._body_began, self._body_bytes = time.monotonic(), 0
        self._expect_within(BODY_SECONDS)

    def rawDataReceived(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        """Give a body more time for what has come of it."""
        if not self._handlingRequest and self._deadline is not None:
            self._body_bytes += len(data)
            end = self._body_began + BODY_SECONDS + self._body_bytes / SLOWEST_BYTES
            self._deadline.reset(max(0.0, end - time.monotonic()))
        super().rawDataReceived(data)

    def allContentReceived(self) -> None:  # noqa: N802 - Twisted's name
        """The request is complete; how long its answer takes is not the browser's doing."""
        self._stop_waiting()
        super().allContentReceived()

    def checkPersistence(self, request: Any, version: bytes) -> bool:  # noqa: N802 - Twisted's name
        """Whether the connection stays open after the answer."""
        if self.is_ending:
            request.responseHeaders.setRawHeaders(b"Connection", [b"close"])
            return False
        return bool(super().checkPersistence(request, version))

    def connectionLost(self, reason: Any) -> None:  # noqa: N802 - Twisted's name
        """The connection is closed."""
        self.forget()
        super().connectionLost(reason)

    def forget(self) -> None:
        """Count the connection no more: it is closed, or has become a socket."""
        self._stop_waiting()
        if self in self.open:
            self.open.remove(self)
            self.addresses[self._address] -= 1
            if self.addresses[self._address] <= 0:
                del self.addresses[self._address]

    def _expect_within(self, seconds: float) -> None:
        self._stop_waiting()
        self._deadline = self.callLater(seconds, self._give_up)

    def _stop_waiting(self) -> None:
        if self._deadline is not None and self._deadline.active():
            self._deadline.cancel()
        self._deadline = None

    def _give_up(self) -> None:
        self._deadline = None
        self.transport.abortConnection()


def raise_file_limit() -> None:
    """Let this process open as many files and connections as the machine allows it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH_FILES if hard == resource.RLIM_INFINITY else hard
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
