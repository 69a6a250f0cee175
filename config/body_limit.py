"""A limit on the body of a request; Daphne has none and keeps a whole body in memory, twice."""

from typing import Any

from daphne import http_protocol

LONGEST_BODY = 3_000_000
REFUSAL = b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\n\r\n"


class LimitedRequest(http_protocol.WebRequest):  # type: ignore[misc]
    """A request that ends, with its connection, when its body grows past LONGEST_BODY bytes."""

    _received = 0

    def handleContentChunk(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        """Keep a piece of the body, announced in advance or not."""
        self._received += len(data)
        if self._received <= LONGEST_BODY:
            super().handleContentChunk(data)
        elif self._received - len(data) <= LONGEST_BODY:
            channel: Any = self.channel
            channel.transport.write(REFUSAL)
            channel.loseConnection()


def limit_bodies() -> None:
    """Let Daphne's factories, which name the class of requests themselves, make limited ones."""
    http_protocol.WebRequest = LimitedRequest
