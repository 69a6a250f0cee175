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

    def read(self, payload: bytes, is_binary: bool, now: float) -> None:
        message = read_message(payload)
        if "hand" in message:
            self.hand = set(message["hand"])
            self.played = None
            return
        self.version = message["version"]
        if "turn" in message:
            self.asked_for_row = message["taker"] is not None and message["taker"] == self.seat
            self.reveal(message["turn"], now)

    def command(self, kind: str, number: int) -> str:
        name = "card" if kind == "choose" else "row"
        return json.dumps({"kind": kind, name: number})
