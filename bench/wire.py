"""A WebSocket client for load: one loopback connection, messages handed over as they arrive."""

import asyncio
import base64
import os
import struct
import time
from collections.abc import Callable
from typing import cast

SHORT, MEDIUM, LONG = 125, 126, 127
TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
LARGEST_MEDIUM = 0xFFFF

# Called with the payload, whether it is binary, and time.perf_counter() of its arrival.
OnMessage = Callable[[bytes, bool, float], None]


class Wire(asyncio.Protocol):
    """One socket. `messages` and `received` (bytes, frame headers included) count what came."""

    def __init__(self, request: bytes, on_message: OnMessage, on_lost: Callable[[str], None]):
        self._request = request
        self._on_message = on_message
        self._on_lost = on_lost
        self._rest = b""
        self._transport: asyncio.Transport | None = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.messages = 0
        self.received = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._request)

    def connection_lost(self, error: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(f"closed while opening: {error}"))
        self._on_lost(str(error or "closed"))

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        if self._rest:
            data = self._rest + data
        if not self.opened.done():
            data = self._read_answer(data)
        if self.opened.done():
            data = self._read_frames(data, now)
        self._rest = data

    def send(self, text: str) -> None:
        self._write(TEXT, text.encode())

    def close(self) -> None:
        if self._transport:
            self._transport.close()

    def _read_answer(self, data: bytes) -> bytes:
        """What follows the answer to the upgrade; all of `data` while it is incomplete."""
        head, found, rest = data.partition(b"\r\n\r\n")
        if not found:
            return data
        if b" 101 " in head.split(b"\r\n")[0]:
            self.opened.set_result(None)
        else:
            self.opened.set_exception(ConnectionError(head.decode("latin-1")))
        return rest

    def _read_frames(self, data: bytes, now: float) -> bytes:
        """Hand over every complete frame; what is left."""
        start, end = 0, len(data)
        while end - start >= 2:
            body, size = start + 2, data[start + 1] & 0x7F
            if size > SHORT:
                width = 2 if size == MEDIUM else 8
                body += width
                # Incomplete figures make a size that is too small, but then the body is not there.
                size = int.from_bytes(data[start + 2 : body], "big")
            stop = body + size
            if end < stop:
                break
            self._read_frame(data[start] & 0x0F, data[body:stop], now)
            self.received += stop - start
            start = stop
        return data[start:]

    def _read_frame(self, kind: int, payload: bytes, now: float) -> None:
        if kind in (TEXT, BINARY):
            self.messages += 1
            self._on_message(payload, kind == BINARY, now)
        elif kind == PING:
            self._write(PONG, payload)
        elif kind == CLOSE:
            self._on_lost(f"closed by the server: {payload!r}")

    def _write(self, kind: int, payload: bytes) -> None:
        if self._transport:
            self._transport.write(frame(kind, payload))


def frame(kind: int, payload: bytes) -> bytes:
    """A masked frame, as a client has to send it."""
    size = len(payload)
    mask = os.urandom(4)
    pattern = int.from_bytes((mask * (size // 4 + 1))[:size], "big")
    masked = (int.from_bytes(payload, "big") ^ pattern).to_bytes(size, "big")
    if size <= SHORT:
        head = bytes([0x80 | kind, 0x80 | size])
    elif size <= LARGEST_MEDIUM:
        head = struct.pack(">BBH", 0x80 | kind, 0x80 | MEDIUM, size)
    else:
        head = struct.pack(">BBQ", 0x80 | kind, 0x80 | LONG, size)
    return head + mask + masked


def upgrade_request(port: int, path: str, cookie: str = "") -> bytes:
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Origin: http://127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
        "Sec-WebSocket-Version: 13",
    ]
    if cookie:
        lines.append(f"Cookie: {cookie}")
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def connect(wire: Wire, port: int) -> None:
    """Open the socket at a server of this machine; ConnectionError if it is refused."""
    await asyncio.get_running_loop().create_connection(lambda: wire, "127.0.0.1", port)
    await wire.opened
