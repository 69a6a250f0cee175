"""Waiting until several sockets know something, without a task for each."""

import asyncio
from collections.abc import Callable, Sequence

from bench.live.table_socket import TableSocket

# A hint that was lost on its way is made good by the site after 20 s: that is a figure, no failure.
PATIENCE_SECONDS = 40.0


class Stuck(Exception):
    """The server closed a socket, or did not tell what it had to."""


async def until(sockets: Sequence[TableSocket], knows: Callable[[TableSocket], bool]) -> None:
    """Return when `knows` is true of all sockets; Stuck if that takes too long."""
    missing = {socket for socket in sockets if not knows(socket)}
    if not missing:
        return
    done = asyncio.get_running_loop().create_future()

    def look(socket: TableSocket) -> None:
        if socket.lost:
            if not done.done():
                done.set_exception(Stuck(f"a socket was lost: {socket.lost}"))
        elif socket in missing and knows(socket):
            missing.discard(socket)
            if not missing and not done.done():
                done.set_result(None)

    for socket in sockets:
        socket.on_change = look
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await done
    except TimeoutError:
        example = min(missing, key=lambda socket: socket.version)
        raise Stuck(
            f"{len(missing)} of {len(sockets)} sockets were not told; seat {example.seat} "
            f"knows version {example.version}, turn {example.turn}"
        ) from None
    finally:
        for socket in sockets:
            socket.on_change = None
