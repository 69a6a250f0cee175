"""`python -m tests.live.slow_site ...`: manage.py with a long export that is made slowly.

HEADER_SECONDS in the environment is how long the headers of a request may take, MOST_UNANSWERED
how many bytes of bodies are kept, STOP_SECONDS how long it waits for what it has begun.
"""

import os
import sys
import time
from collections.abc import Iterator

from django.core.management import execute_from_command_line

from tests.browser import steady
from tests.drills.club import Place
from tests.support.site import Site

# More than the kernel takes for a browser that does not read.
PIECES, PIECE = 120, b"x" * 100_000
EXPORT_BYTES = PIECES * len(PIECE)


class SlowSite(Site):
    """A site with a long export, and perhaps with a table in play."""

    manage = ("-m", "tests.live.slow_site")
    place: Place


def pieces() -> Iterator[bytes]:
    for _number in range(PIECES):
        time.sleep(0.005)
        yield PIECE


def add_export() -> None:
    from django.contrib.auth.decorators import login_not_required
    from django.http import HttpRequest, StreamingHttpResponse
    from django.urls import path

    from config import urls

    @login_not_required
    def export(_request: HttpRequest) -> StreamingHttpResponse:
        return StreamingHttpResponse(pieces(), headers={"Content-Length": str(EXPORT_BYTES)})

    urls.urlpatterns.insert(0, path("export/", export))


if __name__ == "__main__":
    steady.begin()
    add_export()

    from config import connections, graceful_server

    if seconds := os.environ.get("HEADER_SECONDS"):
        connections.HEADER_SECONDS = connections.BODY_SECONDS = int(seconds)
    if size := os.environ.get("MOST_UNANSWERED"):
        connections.MOST_UNANSWERED = int(size)
    if seconds := os.environ.get("STOP_SECONDS"):
        graceful_server.STOP_SECONDS = int(seconds)
        graceful_server.LAST_SECONDS = graceful_server.STOP_SECONDS + 5
    execute_from_command_line(sys.argv)
