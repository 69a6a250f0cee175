"""The game on the `websockets` package alone: python -m bench.plain.websockets_server PORT"""

import asyncio
import sys
from typing import Any

from websockets.asyncio.server import ServerConnection, broadcast, serve

from bench.plain.game import Game, read_path


class Table:
    """A game and who is connected to it."""

    def __init__(self, players: int) -> None:
        self.game = Game(players)
        self.everybody: set[Any] = set()
        self.seated: dict[int, Any] = {}


TABLES: dict[str, Table] = {}


async def handle(socket: ServerConnection) -> None:
    code, players, seat = read_path(socket.request.path)  # type: ignore[union-attr, unused-ignore]
    table = TABLES.setdefault(code, Table(players))
    table.everybody.add(socket)
    if seat is not None:
        table.seated[seat] = socket
        await socket.send(table.game.hand(seat))
    await socket.send(table.game.state())
    try:
        async for text in socket:
            if seat is not None:
                await move(table, seat, str(text))
    finally:
        table.everybody.discard(socket)


async def move(table: Table, seat: int, text: str) -> None:
    message = table.game.move(seat, text)
    if message is None:
        return
    if table.game.dealt:
        for number, socket in table.seated.items():
            await socket.send(table.game.hand(number))
    broadcast(table.everybody, message)


async def main() -> None:
    port = int(sys.argv[1])
    async with serve(handle, "127.0.0.1", port, compression=None, backlog=1024) as server:
        await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
