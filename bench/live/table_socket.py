"""What one open socket knows of its table; a subclass for each server reads its format."""

import random
import time
from collections.abc import Callable, Set

from bench.wire import Wire, connect, upgrade_request


class TableSocket:
    """A player's socket, or an onlooker's where `seat` is None.

    version: the newest one heard of, counted by the server. turn: the last turn that was revealed,
    "round.turn", and turn_at: when. informed_at: when it also knew its own hand after that turn;
    None until then. playable: the cards it may choose now. asked_for_row: it must take a row.
    refusals: commands that the server did not accept.
    """

    def __init__(self, seat: int | None, seed: str) -> None:
        self.seat = seat
        self.version = -1
        self.turn = ""
        self.turn_at = 0.0
        self.informed_at: float | None = 0.0
        self.playable: Set[int] = frozenset()
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
        return self._send("choose", self._random.choice(sorted(self.playable)))

    def play_again(self) -> float:
        """Send the last move once more: the server asked for patience."""
        return self._send(*self._sent)

    @property
    def can_choose(self) -> bool:
        """Whether it knows of cards that it may choose now."""
        return self.informed_at is not None and bool(self.playable)

    def read(self, payload: bytes, is_binary: bool, now: float) -> None:
        """Take in one message."""
        raise NotImplementedError

    def command(self, kind: str, number: int) -> str:
        """The frame for `choose` with a card or `take` with a row."""
        raise NotImplementedError

    def reveal(self, turn: str, now: float) -> None:
        """A message told this turn; what it means for one's own hand may come with another one."""
        if turn != self.turn:
            self.turn, self.turn_at, self.informed_at = turn, now, None

    def inform(self, now: float) -> None:
        """A message told what one has and may do."""
        if self.informed_at is None:
            self.informed_at = now

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
