"""A web server on this machine that keeps what is posted to it, and answers as it is told."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answering = Callable[[BaseHTTPRequestHandler], None]


@dataclass
class Post:
    """A request as it came in."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """posts: what was posted; answer: what is done with the next ones."""

    port: int = 0
    posts: list[Post] = field(default_factory=list)
    answer: Answering = field(default=lambda handler: say(handler, 204))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"


def say(handler: BaseHTTPRequestHandler, status: int, **headers: str) -> None:
    """Answer with a status and headers."""
    handler.send_response(status)
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.send_header("Content-Length", "0")
    handler.end_headers()


@contextmanager
def receiver() -> Iterator[Receiver]:
    """A server on a free port until the block ends."""
    found = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            found.posts.append(Post(self.path, dict(self.headers.items()), body))
            found.answer(self)

        def log_message(self, *_args: Any) -> None:
            """Say nothing."""

    class Server(ThreadingHTTPServer):
        def handle_error(self, *_args: Any) -> None:
            """A connection that is cut off is what some tests want."""

    server = Server(("127.0.0.1", 0), Handler)
    found.port = server.server_port
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield found
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
