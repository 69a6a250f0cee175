"""Adapt Daphne: limit what comes in, and tell sockets when their connection is full.

Daphne itself keeps all that is sent to a browser that does not read, and all that a browser sends
before the application has read it.
"""

import logging
import struct
from contextlib import suppress
from typing import Any

from daphne import http_protocol, ws_protocol
from twisted.internet.interfaces import IPushProducer
from twisted.internet.tcp import Connection
from zope.interface import implementer  # type: ignore[import-untyped]

from config.connections import Channel, raise_file_limit
from games.live.open_sockets import MOST_UNREAD

logger = logging.getLogger(__name__)

# Pages send a hundred bytes.
LONGEST_FRAME = 4000
# A header with a mask, and no text.
MASK_BYTES, SHORTEST_FRAME = 4, 6
# What browsers are told by a socket of a process that ends (RFC 6455: service restart).
COME_BACK = 1012
# So long what a page on a slow line sent before it was told may take to arrive.
COME_BACK_SECONDS = 5.0


class LimitedRequest(http_protocol.WebRequest):  # type: ignore[misc]
    """A request that tells its connection what becomes of it."""

    def process(self) -> Any:
        """Answer, or become a socket, which is counted elsewhere (games/live/open_sockets.py)."""
        channel = self.channel
        done = super().process()
        if channel is not None and self.transport is None:
            channel.forget()
        return done

    def handle_exception(self, exception: Exception) -> None:
        """Answer 500; cut off an answer that has begun, or its reader would wait for the rest."""
        if not self._response_started:
            super().handle_exception(exception)
        elif self.channel is not None:
            self.channel.forceAbortClient()


@implementer(IPushProducer)
class FlowingWebSocket(ws_protocol.WebSocketProtocol):  # type: ignore[misc]
    """A socket that tells its application when the connection is full, and when it has drained.

    The application passes a `Flow` (games/page/consumer.py) in its accept message. A message for
    many sockets is one dict, which is encoded as a frame once.
    """

    _flow: Any = None
    _is_asked_back = False

    def ask_back(self) -> bool:
        """Close, for the browser to come back to another process; False if it is not open yet."""
        if self.state == self.STATE_CONNECTING:
            return False
        self._is_asked_back = True
        self.closeHandshakeTimeout = COME_BACK_SECONDS
        self.sendCloseFrame(code=COME_BACK)
        return True

    def onConnect(self, request: Any) -> Any:  # noqa: N802 - Autobahn's name
        """Begin; no subprotocol is spoken here, and Daphne fails over a name that is not ASCII."""
        request.headers.pop("sec-websocket-protocol", None)
        return super().onConnect(request)

    def handle_reply(self, message: dict[str, Any]) -> None:
        """Handle a message of the application."""
        if message["type"] == "websocket.accept" and "flow" in message:
            self._flow = message["flow"]
            self._flow.take = self.take
            self._flow.cut = self.transport.abortConnection
            # Until now the producer was the HTTP request that was upgraded.
            self.transport.unregisterProducer()
            self.transport.registerProducer(self, True)
        super().handle_reply(message)

    def take(self, message: dict[str, Any]) -> None:
        """Handle a message after the accept; drop it if the socket is closed."""
        if self.state != self.STATE_OPEN:
            return
        if message["type"] != "websocket.send":
            super().handle_reply(message)
            return
        frame = message.get("frame")
        if frame is None:
            frame = message["frame"] = framed(message.get("bytes"), message.get("text"))
        send_now(self.transport, frame)

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 - Twisted's name
        """Take what comes; a whole short text, as pages send it, without Autobahn's machinery."""
        is_between_messages = (
            self.state == self.STATE_OPEN
            and not self.data
            and self.current_frame is None
            and not self.inside_message
            and self.autoPingTimeoutCall is None
        )
        text = whole_text(data) if is_between_messages else None
        if text is None:
            super().dataReceived(data)
        else:
            self.onMessage(text, False)

    def onMessageFrameBegin(self, length: int) -> None:  # noqa: N802 - Autobahn's name
        """Cut off who announces more than any page sends, before any of it is kept."""
        super().onMessageFrameBegin(length)
        if self.message_data_total_length > LONGEST_FRAME:
            self.transport.abortConnection()

    def onMessage(self, payload: bytes, is_binary: bool) -> None:  # noqa: N802 - Autobahn's name
        """Hand over what comes; whoever sends more than any page does is cut off.

        A command may come that was sent before the page knew that this process ends. It is done in
        time; its page hears of it from the next process.
        """
        is_open = self.state == self.STATE_OPEN or self._is_asked_back
        if not is_open:
            # Dismissed already, such as whoever has signed out.
            return
        if self.application_queue.qsize() >= MOST_UNREAD:
            self.transport.abortConnection()
        elif self._flow is not None and self._flow.on_text is not None and not is_binary:
            try:
                self._flow.on_text(payload.decode())
            except Exception:
                # Daphne throws the log of Twisted away.
                logger.exception("a message could not be handled")
                self.transport.abortConnection()
        else:
            super().onMessage(payload, is_binary)

    def onPing(self, payload: bytes) -> None:  # noqa: N802 - Autobahn's name
        """Answer, unless the answers are not read."""
        if self._flow is None or not self._flow.is_full:
            super().onPing(payload)

    def pauseProducing(self) -> None:  # noqa: N802 - Twisted's name
        """The connection holds more than it may."""
        self._flow.is_full = True

    def resumeProducing(self) -> None:  # noqa: N802 - Twisted's name
        """The connection is empty again."""
        self._flow.is_full = False
        self._flow.on_drained()

    def stopProducing(self) -> None:  # noqa: N802 - Twisted's name
        """The connection is lost."""
        self._flow.is_full = True


# RFC 6455: the first byte of a message in one frame, the bit of a masked one in the second byte,
# and the second byte that says that two, or eight, bytes of length follow.
TEXT, BINARY = b"\x81", b"\x82"
MASKED, TWO_BYTES, EIGHT_BYTES = 0x80, 126, 127


def framed(data: bytes | None, text: str | None) -> bytes:
    """A message to a browser, in one frame: data, else a text."""
    payload = (text or "").encode() if data is None else data
    kind, size = TEXT if data is None else BINARY, len(payload)
    if size < TWO_BYTES:
        return kind + bytes((size,)) + payload
    if size <= 0xFFFF:
        return kind + struct.pack(">BH", TWO_BYTES, size) + payload
    return kind + struct.pack(">BQ", EIGHT_BYTES, size) + payload


def whole_text(data: bytes) -> bytes | None:
    """The text of a browser's message if these bytes are one frame and nothing else.

    None for all else, also what breaks the protocol: Autobahn knows what to do about it.
    """
    if len(data) < SHORTEST_FRAME or data[:1] != TEXT or not data[1] & MASKED:
        return None
    size, at = data[1] & ~MASKED, 2
    if size == TWO_BYTES:
        size, at = int.from_bytes(data[2:4]), 4
        if size < TWO_BYTES:
            return None
    start = at + MASK_BYTES
    if data[1] & ~MASKED == EIGHT_BYTES or size > LONGEST_FRAME or len(data) != start + size:
        return None
    mask = data[at:start] * (size // MASK_BYTES + 1)
    text = (int.from_bytes(data[start:]) ^ int.from_bytes(mask[:size])).to_bytes(size)
    try:
        text.decode()
    except UnicodeDecodeError:
        return None
    return text


def send_now(transport: Any, data: bytes) -> None:
    """Write to a connection at once what it takes, without waiting for the reactor.

    Being told by the reactor that a connection takes bytes costs more than sending them.
    """
    is_free = (
        isinstance(transport, Connection)
        and transport.connected
        and not (transport.dataBuffer or transport._tempDataLen)  # noqa: SLF001 - both hold bytes that wait
    )
    sent = 0
    if is_free:
        # What is lost, or takes nothing now, is left to the reactor.
        with suppress(OSError):
            sent = transport.socket.send(data)
    if sent < len(data):
        transport.write(data[sent:])


def adapt_daphne() -> None:
    """Put our classes in place of Daphne's, which it has no setting for."""
    raise_file_limit()
    http_protocol.WebRequest = LimitedRequest
    # Without Twisted's choice between HTTP/1.1 and HTTP/2, which needs TLS.
    http_protocol.HTTPFactory.protocol = Channel
    ws_protocol.WebSocketFactory.protocol = FlowingWebSocket
