"""What each process counts for Prometheus. No label names a person or a table.

The figures that are read only when somebody asks for them are in config/metrics_page.py.
"""

import time
from contextvars import ContextVar

from prometheus_client import Counter, Histogram

# time.monotonic() when this process started.
STARTED_AT = time.monotonic()

# time.perf_counter() when the command arrived that is being executed, and in all that follows from
# it: a callback or a task of the event loop takes over the context of whoever scheduled it.
ARRIVED: ContextVar[float | None] = ContextVar("when the command arrived", default=None)

REVEAL_SECONDS = Histogram(
    "sixieme_reveal_seconds",
    "From the arrival of the last choice until the players' sockets were handed their frames.",
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5),
)
COMMANDS = Counter(
    "sixieme_commands",
    "Commands of players: done, repeated, withdrawn, or the code of the refusal.",
    ["result"],
)
REQUEST_SECONDS = Histogram(
    "sixieme_request_seconds",
    "Requests, and how long it took to make the answer.",
    ["view", "status"],
    buckets=(0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10),
)
DATABASE_ERRORS = Counter(
    "sixieme_database_errors",
    "Statements that the database did not carry out; work on a lost connection is tried again.",
    ["at"],
)
LAYER_ERRORS = Counter(
    "sixieme_layer_errors", "Messages and look-ups that Redis did not carry out.", ["at"]
)
