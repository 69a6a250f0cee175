"""Let psycopg's pool find PostgreSQL soon after it is back.

The pool doubles its wait after each failed try. A server that was away for twenty seconds would be
missed for ten more.
"""

from psycopg_pool.base import AttemptWithBackoff

RETRY_SECONDS = 1.0


def retry_steadily() -> None:
    """Let every lost connection be tried again each second."""
    AttemptWithBackoff.INITIAL_DELAY = RETRY_SECONDS
    AttemptWithBackoff.DELAY_BACKOFF = 1.0
