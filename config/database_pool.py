"""What psycopg's pool lacks: it finds out soon that PostgreSQL hangs, and that it is back."""

import os
import socket
import struct
import time
from contextlib import suppress
from typing import Any

import psycopg
from psycopg.abc import PQGen
from psycopg_pool.base import AttemptWithBackoff

RETRY_SECONDS = 1.0
# Together less than the two seconds after which a page says that the database is away: a statement
# may take so long before the server is asked whether it lives, which it must say within so long.
SECONDS_BEFORE_ASKING, SECONDS_TO_ANSWER = 0.5, 1.2
# For so long others need not ask.
SECONDS_HANGING = 2.0
# What a client asks before it says who it is (SSLRequest); any server answers with one byte.
DO_YOU_SPEAK_TLS = struct.pack("!ii", 8, 80877103)


class ServerHangs(psycopg.OperationalError):
    """PostgreSQL answers nobody; what it was asked may have been done."""


class WatchfulConnection(psycopg.Connection[Any]):
    """A connection on which nobody waits for a server that hangs.

    The kernel of a frozen server still confirms what is sent, so only an answer tells. A statement
    may take long, or wait for a lock: the server is asked on a connection of its own.
    """

    # Known to all connections.
    _hangs_until = 0.0

    def wait(self, gen: PQGen[Any], *args: Any, **kwargs: Any) -> Any:
        """Return what the server answers. Raises ServerHangs."""
        return super().wait(self._watched(gen), *args, **kwargs)

    def _watched(self, gen: PQGen[Any]) -> PQGen[Any]:
        now = time.monotonic()
        ask_at = now if now < self._hangs_until else now + SECONDS_BEFORE_ASKING
        try:
            state = next(gen)
            while True:
                # Nothing, ten times a second, while there is no answer.
                come = yield state
                if not come and time.monotonic() >= ask_at:
                    self._require_life()
                    ask_at = time.monotonic() + RETRY_SECONDS
                state = gen.send(come)
        except StopIteration as done:
            return done.value

    def _require_life(self) -> None:
        if time.monotonic() >= self._hangs_until:
            if self._server_answers():
                return
            WatchfulConnection._hangs_until = time.monotonic() + SECONDS_HANGING
        self.close()
        raise ServerHangs("PostgreSQL does not answer")

    def _server_answers(self) -> bool:
        with (
            suppress(OSError),
            socket.socket(fileno=os.dup(self.fileno())) as ours,
            socket.socket(ours.family) as asked,
        ):
            asked.settimeout(SECONDS_TO_ANSWER)
            asked.connect(ours.getpeername())
            asked.sendall(DO_YOU_SPEAK_TLS)
            return bool(asked.recv(1))
        return False


def watch(pool_options: dict[str, Any]) -> None:
    """Let a pool make such connections, and try every lost one again each second.

    The pool doubles its wait after each failed try. A server that was away for twenty seconds would
    be missed for ten more.
    """
    pool_options["connection_class"] = WatchfulConnection
    AttemptWithBackoff.INITIAL_DELAY = RETRY_SECONDS
    AttemptWithBackoff.DELAY_BACKOFF = 1.0
