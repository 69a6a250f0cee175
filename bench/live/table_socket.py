"""What one open socket knows of its table; a subclass for each server reads its format."""

import random
import time
from collections.abc import Callable, Set

from bench.wire import Wire, connect, upgrade_request


class TableSocket:
    """A player's socket, or an onlooker's where `seat` is None.

    version: the newest one heard of, counted by the server. turn: the last turn that was revealed,
    "round.turn". hand: the cards it may choose. asked_for_row: it must take a row first.
    refusals: commands that the server did not accept.
    """

    def __init__(self, seat: int | None, seed: str) -> None:
        self.seat = seat
        self.version = -1
        self.turn = ""
        self.turn_at = 0.0
        self.hand: set[int] = set()
        self.played: int | None = None
        self.asked_for_row = False
        self.refusals = 0
        self.last_size = 0
        self.lost = ""
        self.wire: Wire
        # Called after each message; a wait for several sockets puts itself here.
        self.on_change: Callable[[TableSocket], None] | None = None
        self._random = random.Random(seed)
        self._sent = ("", 0)

    async def open(self, port: int, path: str, cookie: str = "") -> None:
        # Messages may come before the opening is over.
        self.wire = Wire(upgrade_request(port, path, cookie), self._receive, self._lose)
        await connect(self.wire, port)

    def close(self) -> None:
        self.on_change = None
        self.wire.close()

    def play(self) -> float:
        """Send one of the possible moves; time.perf_counter() just before it leaves."""
        if self.asked_for_row:
            self.asked_for_row = False
            return self._send("take", self._random.randrange(4))
        self.played = self._random.choice(sorted(self.hand))
        return self._send("choose", self.played)

    def play_again(self) -> float:
        """Send the last move once more: the server asked for patience."""
        return self._send(*self._sent)

    @property
    def can_play(self) -> bool:
        return self.asked_for_row or bool(self.hand)

    def read(self, payload: bytes, is_binary: bool, now: float) -> None:
        """Take in one message."""
        raise NotImplementedError

    def command(self, kind: str, number: int) -> str:
        """The frame for `choose` with a card or `take` with a row."""
        raise NotImplementedError

    def reveal(self, turn: str, now: float, hand: Set[int] | None = None) -> None:
        """A turn was revealed: the card played is gone, unless the message tells the hand."""
        if turn == self.turn:
            return
        self.turn, self.turn_at = turn, now
        if hand is None and self.played is not None:
            self.hand.discard(self.played)
        self.played = None

    def _send(self, kind: str, number: int) -> float:
        self._sent = (kind, number)
        text = self.command(kind, number)
        now = time.perf_counter()
        self.wire.send(text)
        return now

    def _receive(self, payload: bytes, is_binary: bool, now: float) -> None:
        self.last_size = len(payload)
        self.read(payload, is_binary, now)
        if self.on_change:
            self.on_change(self)

    def _lose(self, reason: str) -> None:
        self.lost = reason
        if self.on_change:
            self.on_change(self)
