"""The HTTP connections of this process: how long and how large each may be, and how many there are.

Twisted closes a connection only when nothing at all comes for a minute. Whoever sends a byte now
and then keeps it open for ever, and with it one of the files that a process may have. It takes
bodies of any length, the long ones on the disk, and Daphne takes them into memory, twice.
"""

import logging
import re
import resource
import time
from collections import Counter
from contextlib import suppress
from typing import Any

from django.conf import settings
from twisted.web import http

# From the first byte of a request, or the opening of a connection, to the end of the headers.
HEADER_SECONDS = 10
# A body gets this time, and a second more for so many bytes: the longest has ten minutes.
BODY_SECONDS = 20
SLOWEST_BYTES = 20_000
# More than any form takes (Django's DATA_UPLOAD_MAX_MEMORY_SIZE), and files of results.
LONGEST_BODY = 3_000_000
# A picture (settings.MOST_PHOTO_BYTES) and the rest of its form.
LONGEST_PHOTO = 12_000_000
TAKES_PHOTO = re.compile(
    rb"/(?:leagues/(?:score/[\w-]+/photo|[\w-]+/\d+/sessions/\d+/games/\d+/photos/add)"
    rb"|members/(?:club|profile/picture))/"
)
# Bytes of all bodies that are not answered yet, and of those from one address.
MOST_UNANSWERED = 300_000_000
MOST_UNANSWERED_OF_AN_ADDRESS = 100_000_000
# More than all browsers of a school behind one address open.
MOST_OF_AN_ADDRESS = 1000
# Where the machine sets no limit.
ENOUGH_FILES = 65_536

TOO_LONG = b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\n\r\n"
NO_ROOM = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nConnection: close\r\n\r\n"

logger = logging.getLogger(__name__)

# Twisted's class is half typed.
HTTPChannel: Any = http.HTTPChannel


def longest_body(address: bytes) -> int:
    """How many bytes a body sent to an address may have."""
    path, _, _query = address.partition(b"?")
    return LONGEST_PHOTO if TAKES_PHOTO.fullmatch(path) else LONGEST_BODY


class Channel(HTTPChannel):  # type: ignore[misc]
    """A connection that speaks HTTP, until it is closed or becomes a socket."""

    # All that are open; how many of them, and bytes of unanswered bodies, each address has.
    open: set["Channel"] = set()
    addresses: Counter[str] = Counter()
    unanswered: Counter[str] = Counter()
    # The process ends: each connection is closed after its next answer.
    is_ending = False

    # Empty where it is not known.
    _address = ""
    _deadline: Any = None
    body_began = 0.0
    _body_bytes = 0

    @property
    def is_busy(self) -> bool:
        """Whether a request is being read or answered, or an answer is not sent yet."""
        return bool(self.requests) or bool(
            self.transport.dataBuffer or self.transport._tempDataLen  # noqa: SLF001 - both hold bytes that wait
        )

    def connectionMade(self) -> None:  # noqa: N802 - Twisted's name
        """Count the connection, and close it if its address has too many."""
        # Drills read the limits above without Django.
        from accounts.rate_limit import address_in

        super().connectionMade()
        # Where there is a proxy, all connections have its address.
        if not settings.ALLAUTH_TRUSTED_PROXY_COUNT:
            client = (getattr(self.transport.getPeer(), "host", ""),)
            self._address = address_in({"client": client, "headers": ()})
        self.open.add(self)
        self.addresses[self._address] += 1
        if self._has_more(self.addresses, MOST_OF_AN_ADDRESS):
            self.transport.abortConnection()
            return
        self._expect_within(HEADER_SECONDS)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        """Take bytes of the browser; the first one of a request starts the time for its headers."""
        if self._deadline is None and not self._handlingRequest:
            self._expect_within(HEADER_SECONDS)
        try:
            super().dataReceived(data)
        except OSError as error:
            # Long bodies are written to temporary files.
            logger.warning("a body could not be kept: %s", error)
            self._refuse(NO_ROOM)

    def allHeadersReceived(self) -> None:  # noqa: N802 - Twisted's name
        """The headers are complete; the body, if there is one, has a time of its own."""
        super().allHeadersReceived()
        self.body_began = time.monotonic()
        self._expect_within(BODY_SECONDS)

    def rawDataReceived(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        """Take a piece of a body, if there is room for it, and give the rest more time."""
        if self._deadline is not None and not self._handlingRequest:
            self._body_bytes += len(data)
            self.unanswered[self._address] += len(data)
            if self._body_bytes > longest_body(self._path):
                self._refuse(TOO_LONG)
            elif self._has_more(self.unanswered, MOST_UNANSWERED_OF_AN_ADDRESS):
                self._refuse(NO_ROOM)
            while self.unanswered.total() > MOST_UNANSWERED:
                unfinished = (each for each in self.open if each._body_bytes and each._deadline)  # noqa: SLF001
                min(unfinished, key=lambda each: each.body_began)._refuse(NO_ROOM)  # noqa: SLF001
            if not self._body_bytes:
                return
            end = self.body_began + BODY_SECONDS + self._body_bytes / SLOWEST_BYTES
            self._deadline.reset(max(0.0, end - time.monotonic()))
        super().rawDataReceived(data)

    def allContentReceived(self) -> None:  # noqa: N802 - Twisted's name
        """The request is complete; how long its answer takes is not the browser's doing."""
        self._stop_waiting()
        super().allContentReceived()

    def requestDone(self, request: Any) -> None:  # noqa: N802 - Twisted's name
        """The request is answered, and its body gone."""
        self._forget_body()
        super().requestDone(request)

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
        self._forget_body()
        if self in self.open:
            self.open.remove(self)
            take_away(self.addresses, self._address, 1)

    def _has_more(self, of_addresses: Counter[str], most: int) -> bool:
        return bool(self._address) and of_addresses[self._address] > most

    def _refuse(self, answer: bytes) -> None:
        self._forget_body()
        self.transport.write(answer)
        self.loseConnection()

    def _forget_body(self) -> None:
        take_away(self.unanswered, self._address, self._body_bytes)
        self._body_bytes = 0

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


def take_away(counter: Counter[str], key: str, number: int) -> None:
    """Count down, and keep no zero."""
    counter[key] -= number
    if counter[key] <= 0:
        del counter[key]


def raise_file_limit() -> None:
    """Let this process open as many files and connections as the machine allows it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = ENOUGH_FILES if hard == resource.RLIM_INFINITY else hard
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
