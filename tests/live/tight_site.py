"""`python -m tests.live.tight_site ...`: manage.py with hasty bots and small socket buffers.

The kernel then takes no megabytes for a browser that does not read. STALLED_SECONDS in the
environment is how long such a browser is waited for.
"""

import os
import socket
import sys
from datetime import timedelta
from typing import Any

from django.core.management import execute_from_command_line

from tests.browser import steady

BUFFER = 16_384


def take_little() -> None:
    """Let each socket that is accepted keep few bytes in the kernel."""
    from config.daphne_server import FlowingWebSocket

    handle_reply = FlowingWebSocket.handle_reply

    def accept_tightly(self: Any, message: dict[str, Any]) -> None:
        if message["type"] == "websocket.accept":
            self.transport.getHandle().setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, BUFFER)
        handle_reply(self, message)

    FlowingWebSocket.handle_reply = accept_tightly  # type: ignore[method-assign]


if __name__ == "__main__":
    steady.begin()

    from games.live import publishing
    from games.play import keeper
    from games.table import transition

    for event in transition.BEATS:
        transition.BEATS[event] = 0
    transition.THINKING = transition.PICKING = timedelta()
    keeper.POLL_SECONDS = 0.02
    publishing.STALLED_SECONDS = float(os.environ["STALLED_SECONDS"])
    take_little()
    execute_from_command_line(sys.argv)
