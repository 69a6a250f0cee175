"""What the load client knows of the plain servers' messages (bench/plain/game.py)."""

import json
from functools import lru_cache
from typing import Any

from bench.live.table_socket import TableSocket


@lru_cache(maxsize=256)
def read_message(payload: bytes) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(payload)
    return message


class PlainSocket(TableSocket):
    """A socket of a plain server: a new hand comes just before the state it belongs to."""

    def __init__(self, seat: int | None, seed: str) -> None:
        super().__init__(seat, seed)
        self._hand: set[int] = set()
        self._chosen: int | None = None

    def read(self, payload: bytes, is_binary: bool, now: float) -> None:
        message = read_message(payload)
        if "hand" in message:
            self._hand = set(message["hand"])
            self._chosen = None
            return
        self.version = message["version"]
        if "turn" in message:
            if message["turn"] != self.turn and self._chosen is not None:
                self._hand.discard(self._chosen)
                self._chosen = None
            self.asked_for_row = message["taker"] is not None and message["taker"] == self.seat
            self.reveal(message["turn"], now)
            self.inform(now)
            self.playable = frozenset() if message["taker"] is not None else set(self._hand)

    def command(self, kind: str, number: int) -> str:
        name = "card" if kind == "choose" else "row"
        if kind == "choose":
            self._chosen = number
        return json.dumps({"kind": kind, name: number})
