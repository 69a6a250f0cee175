"""Clients that begin what they never end: requests, bodies of all kinds, messages of a socket."""

import asyncio
import os
import random
import struct
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from bench.wire import upgrade_request
from config.connections import LONGEST_BODY, LONGEST_PHOTO

HALF = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
POST = b"POST %s HTTP/1.1\r\nHost: 127.0.0.1\r\n%s\r\n\r\n"
FORM, PHOTO = b"/account/login/", b"/leagues/score/x/photo/"
PIECES = b"Transfer-Encoding: chunked"
KINDS = ("headers", "form", "photo", "pieces", "frame")
# Between two bytes of what has begun, and before it begins again.
SECONDS_BETWEEN_BYTES, SECONDS_BEFORE_NEXT = 2.0, 0.5


def beginning(kind: str, chance: random.Random, port: int, path: str) -> bytes:
    """What such a client sends at once: a part, of chance, of what it announces.

    path: of a socket.
    """
    if kind == "headers":
        return HALF
    if kind == "frame":
        length = chance.choice((10_000, 250_000))
        request = upgrade_request(port, path, "")
        return request + b"\x81\xff" + struct.pack("!Q", length) + bytes(chance.randrange(length))
    longest = LONGEST_BODY if kind == "form" else LONGEST_PHOTO
    part = bytes(chance.randrange(longest // 2, longest - 1))
    if kind == "pieces":
        return POST % (PHOTO, PIECES) + b"%x\r\n" % longest + part
    return POST % (FORM if kind == "form" else PHOTO, b"Content-Length: %d" % longest) + part


async def hold(
    port: int, path: str, kinds: Sequence[str], chance: random.Random, held: set[object]
) -> None:
    """Begin again and again, and send a byte now and then; `held` has who is not cut off."""
    while True:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            held.add(writer)
            try:
                writer.write(beginning(chance.choice(kinds), chance, port, path))
                while not writer.is_closing() and not reader.at_eof():
                    with suppress(TimeoutError):
                        async with asyncio.timeout(SECONDS_BETWEEN_BYTES):
                            await reader.read(4096)
                    writer.write(b"x")
            finally:
                held.discard(writer)
                writer.close()
        await asyncio.sleep(SECONDS_BEFORE_NEXT)


def bytes_on_disk(pid: int) -> int:
    """The bytes of the temporary files that a process has open; 0 where the kernel is not Linux."""
    found = 0
    for link in Path(f"/proc/{pid}/fd").glob("*"):
        with suppress(OSError):
            if str(link.readlink()).endswith("(deleted)"):
                found += os.stat(link).st_size  # noqa: PTH116 - of the file behind the link
    return found
