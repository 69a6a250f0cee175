"""How many commands one member may send, over all their sockets and forms of this process."""

import threading
import time

from games.bounded_cache import BoundedCache
from games.errors import TableError, TableErrorCode

# Far more than a hand needs, far less than a server feels.
COMMANDS_AT_ONCE = 40
COMMANDS_PER_SECOND = 20
MEMBERS_COUNTED = 10_000


class CommandLimit:
    """A bucket of COMMANDS_AT_ONCE commands for each member, filled at COMMANDS_PER_SECOND."""

    def __init__(self) -> None:
        self._buckets = BoundedCache[tuple[float, float]](MEMBERS_COUNTED)
        self._lock = threading.Lock()

    def count(self, player_id: int | None) -> None:
        """Count a command of somebody. Raises TableError(BUSY) if they have none left."""
        now = time.monotonic()
        with self._lock:
            left, counted_at = self._buckets.get(player_id) or (COMMANDS_AT_ONCE, now)
            left = min(left + (now - counted_at) * COMMANDS_PER_SECOND, COMMANDS_AT_ONCE)
            is_allowed = left >= 1
            self._buckets.put(player_id, (left - is_allowed, now))
        if not is_allowed:
            raise TableError(TableErrorCode.BUSY)

    def forget(self) -> None:
        """Let everybody begin anew."""
        self._buckets.clear()


LIMIT = CommandLimit()
