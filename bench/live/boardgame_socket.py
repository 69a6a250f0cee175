"""What the load client knows of boardgame.io's messages (bench/boardgame/)."""

import asyncio
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from bench.live import socket_io
from bench.live.table_socket import TableSocket

NAMESPACE = "/sixieme"
STATE_MESSAGES = (b'42/sixieme,["update"', b'42/sixieme,["sync"')
VERSION = re.compile(rb'"_stateID":(\d+)')
TURN = re.compile(rb'"told":"([\d.]*)"')
TAKER = re.compile(rb'"taker":(?:null|"(\d+)")')
HAND = re.compile(rb'"hand":\[([\d,]*)\]')


@dataclass(frozen=True, slots=True)
class Facts:
    """What a state message tells; a whole state is in each. hand: empty for an onlooker."""

    version: int
    turn: str
    taker: int | None
    hand: frozenset[int]


# All onlookers of a match get the same bytes: they are read once. A sync also holds the state at
# the start, after the present one.
@lru_cache(maxsize=256)
def read_state(payload: bytes) -> Facts | None:
    """What an update or a sync tells; None for every other message."""
    if not payload.startswith(STATE_MESSAGES):
        return None
    version, turn, taker = VERSION.search(payload), TURN.search(payload), TAKER.search(payload)
    if version is None or turn is None or taker is None:
        return None
    hand = HAND.search(payload)
    return Facts(
        version=int(version[1]),
        turn=turn[1].decode(),
        taker=int(taker[1]) if taker[1] else None,
        hand=frozenset(map(int, hand[1].split(b","))) if hand and hand[1] else frozenset(),
    )


class BoardgameSocket(TableSocket):
    """A client of a match; it gets the whole state that it may see with each move of anybody."""

    PATH = "/socket.io/?EIO=4&transport=websocket"

    def __init__(self, seat: int | None, seed: str, match: str, credentials: str) -> None:
        super().__init__(seat, seed)
        self._match = match
        self._credentials = credentials
        self._connected: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def open(self, port: int, path: str, cookie: str = "") -> None:
        await super().open(port, path, cookie)
        await self._connected
        player = None if self.seat is None else str(self.seat)
        arguments: list[Any] = [self._match, player, self._credentials or None]
        self.wire.send(socket_io.event_packet(NAMESPACE, "sync", *arguments))

    def read(self, payload: bytes, is_binary: bool, now: float) -> None:
        facts = read_state(payload)
        if facts is None:
            self._read_other(socket_io.read_packet(payload.decode()))
            return
        self.version = max(self.version, facts.version)
        self.asked_for_row = facts.taker is not None and facts.taker == self.seat
        self.reveal(facts.turn, now)
        self.inform(now)
        may_choose = self.seat is not None and facts.taker is None
        self.playable = facts.hand if may_choose else frozenset()

    def _read_other(self, packet: socket_io.Packet) -> None:
        if packet.engine == socket_io.OPEN:
            self.wire.send(socket_io.connect_packet(NAMESPACE))
        elif packet.engine == socket_io.PING:
            self.wire.send(socket_io.PONG)
        elif packet.kind == socket_io.CONNECT and not self._connected.done():
            self._connected.set_result(None)
        elif packet.kind == socket_io.CONNECT_ERROR:
            self._lose(f"refused: {packet.data}")

    def command(self, kind: str, number: int) -> str:
        player = str(self.seat)
        payload = {
            "type": kind,
            "args": [number],
            "playerID": player,
            "credentials": self._credentials,
        }
        move = {"type": "MAKE_MOVE", "payload": payload}
        return socket_io.event_packet(NAMESPACE, "update", move, self.version, self._match, player)
