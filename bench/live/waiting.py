"""Waiting until several sockets know something, without a task for each."""

import asyncio
from collections.abc import Callable, Collection, Sequence

from bench.live.table_socket import TableSocket

# A hint that was lost on its way is made good by the site after 20 s: that is a figure, no failure.
PATIENCE_SECONDS = 40.0


class Stuck(Exception):
    """The server closed a socket, or did not tell what it had to."""


async def until(sockets: Sequence[TableSocket], knows: Callable[[TableSocket], bool]) -> None:
    """Return when `knows` is true of all sockets; Stuck if that takes too long."""
    missing = {socket for socket in sockets if not knows(socket)}

    def look(socket: TableSocket) -> bool:
        if socket in missing and knows(socket):
            missing.discard(socket)
        return not missing

    if missing:
        await _look_until(sockets, look, lambda: missing)


async def until_true(sockets: Sequence[TableSocket], condition: Callable[[], bool]) -> None:
    """Return when the condition is true; it is looked at when one of the sockets is told something.

    Stuck if that takes too long.
    """
    if not condition():
        await _look_until(sockets, lambda _socket: condition(), lambda: sockets)


async def _look_until(
    sockets: Sequence[TableSocket],
    look: Callable[[TableSocket], bool],
    missing: Callable[[], Collection[TableSocket]],
) -> None:
    """Call `look` with each socket that is told something, until it is true."""
    done = asyncio.get_running_loop().create_future()

    def on_change(socket: TableSocket) -> None:
        if done.done():
            return
        if socket.lost:
            done.set_exception(Stuck(f"a socket was lost: {socket.lost}"))
        elif look(socket):
            done.set_result(None)

    for socket in sockets:
        socket.on_change = on_change
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            await done
    except TimeoutError:
        example = min(missing(), key=lambda socket: socket.version)
        raise Stuck(
            f"{len(missing())} of {len(sockets)} sockets were not told; seat {example.seat} "
            f"knows version {example.version}, turn {example.turn}"
        ) from None
    finally:
        for socket in sockets:
            socket.on_change = None
