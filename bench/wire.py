"""The least of a WebSocket client that a load needs: text frames over one loopback connection."""

import asyncio
import base64
import os
import struct

SHORT, MEDIUM = 126, 127
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Wire:
    """One open socket. `received` is the event loop's time at which the last text was complete."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self.received = 0.0

    async def text(self) -> bytes:
        """The next text message; ConnectionError when the server closes."""
        while True:
            first, second = await self._reader.readexactly(2)
            length = second & 0x7F
            if length == SHORT:
                (length,) = struct.unpack(">H", await self._reader.readexactly(2))
            elif length == MEDIUM:
                (length,) = struct.unpack(">Q", await self._reader.readexactly(8))
            payload = await self._reader.readexactly(length)
            match first & 0x0F:
                case 1:
                    self.received = asyncio.get_running_loop().time()
                    return payload
                case 8:
                    raise ConnectionError(f"closed: {payload!r}")
                case 9:
                    self._write(PONG, payload)

    def send(self, text: str) -> None:
        self._write(TEXT, text.encode())

    def close(self) -> None:
        self._writer.close()

    def _write(self, kind: int, payload: bytes) -> None:
        mask = os.urandom(4)
        masked = bytes(byte ^ mask[index % 4] for index, byte in enumerate(payload))
        size = len(payload)
        head = bytes([0x80 | kind])
        head += bytes([0x80 | size]) if size < SHORT else struct.pack(">BH", 0x80 | SHORT, size)
        self._writer.write(head + mask + masked)


async def open_wire(port: int, path: str, cookie: str = "") -> Wire:
    """A socket at a path of the server on this machine, signed in by a session cookie."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**20)
    key = base64.b64encode(os.urandom(16)).decode()
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Origin: http://127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        f"Cookie: sessionid={cookie}",
    ]
    writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
    answer = await reader.readuntil(b"\r\n\r\n")
    if b" 101 " not in answer.split(b"\r\n")[0]:
        raise ConnectionError(answer.decode())
    return Wire(reader, writer)
