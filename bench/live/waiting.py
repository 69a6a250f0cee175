"""Waiting until several sockets know something, without a task for each."""

import asyncio
from collections.abc import Callable, Sequence

from bench.live.table_socket import TableSocket

PATIENCE_SECONDS = 15.0


class Stuck(Exception):  # noqa: N818 - a state of the server, not a fault of the caller
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
        example = next(iter(missing), None)
        raise Stuck(
            f"{len(missing)} of {len(sockets)} sockets were not told; one has "
            f"{vars(example) if example else None}"
        ) from None
    finally:
        for socket in sockets:
            socket.on_change = None
