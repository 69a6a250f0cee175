"""The ASGI application: pages, sockets and the embedded keeper."""

import asyncio
import gc
import os
import sys
from collections.abc import Callable, Coroutine, MutableMapping
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import WebsocketDenier  # noqa: E402
from django.conf import settings  # noqa: E402

from config import data_lock, service_manager  # noqa: E402
from config.daphne_server import adapt_daphne  # noqa: E402
from config.graceful_server import serve_gracefully  # noqa: E402
from config.page_handler import PageHandler  # noqa: E402
from config.socket_checks import NotTooOften, SameOrigin  # noqa: E402
from games.live import executor, publishing  # noqa: E402
from games.page.consumer import websocket_urlpatterns as of_tables  # noqa: E402
from games.play import downtime, thinking  # noqa: E402
from games.play.keeper import keep  # noqa: E402
from games.table import store  # noqa: E402
from leagues.sessions.consumers import websocket_urlpatterns as of_seasons  # noqa: E402

# No backup is restored beneath a process that serves.
data_lock.hold(settings.VAR_DIR)
adapt_daphne()
# A socket that is refused needs no channel. On Redis it would wait there, and a cancellation in the
# middle of a command is lost (asyncio.wait_for before Python 3.12): its task would never end.
WebsocketDenier.channel_layer_alias = ""

Scope = MutableMapping[str, Any]
App = Callable[[Scope, Any, Any], Coroutine[Any, Any, Any]]

PAGES = PageHandler()


class WithKeeper:
    """Starts the keeper with the server, or with the first request where that tells no start."""

    # For asgiref, which takes whatever is no coroutine function for an application of ASGI 2.
    _asgi_single_callable = True

    def __init__(self, app: App) -> None:
        self._app = app
        self._loop: asyncio.AbstractEventLoop | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._stopping = asyncio.Event()

    def __call__(self, scope: Scope, receive: Any, send: Any) -> Coroutine[Any, Any, Any]:
        if self._loop is not asyncio.get_running_loop():
            self._start()
        # Returned, not awaited: every message of a socket would resume this frame.
        return self._app(scope, receive, send)

    def _start(self) -> None:
        self._loop = loop = asyncio.get_running_loop()
        publishing.serve_from(loop)
        if settings.KEEPER == "embedded":
            self._stopping.clear()
            self._keeper = loop.create_task(keep(self._stopping, downtime.LONGEST_GAP_AT_START))

    async def begin(self) -> None:
        """Start the keeper, so that bots go on although nobody has come; tell the manager."""
        if self._loop is not asyncio.get_running_loop():
            self._start()
        await service_manager.tell_when_ready()

    async def finish(self) -> None:
        """End the keeper after the move that it makes, then views, and work that was put off."""
        self._stopping.set()
        if self._keeper is not None:
            await self._keeper
        await PAGES.finish()
        await store.close_writer()
        await executor.finish()
        await publishing.finish()
        thinking.stop()


# A full garbage collection stops every table for a tenth of a second. What is loaded by now is
# excluded for good, and a full collection of the rest comes after 500,000 new objects at least.
OBJECTS_BETWEEN_COLLECTIONS = (5_000, 10, 10)
gc.collect()
gc.freeze()
gc.set_threshold(*OBJECTS_BETWEEN_COLLECTIONS)

# A thread that computes gives way to a play that waits after this time. Python's 5 ms, a few times
# for each play, would double the time of a reveal while any page is made.
sys.setswitchinterval(0.0005)

application = WithKeeper(
    ProtocolTypeRouter(
        {
            "http": PAGES,
            "websocket": SameOrigin(
                NotTooOften(
                    AuthMiddlewareStack(URLRouter(of_seasons + of_tables))  # type: ignore[arg-type]
                )
            ),
        }
    )
)
serve_gracefully(application.begin, application.finish)
