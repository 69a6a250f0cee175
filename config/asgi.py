"""The ASGI application: pages, sockets and the embedded keeper."""

import asyncio
import gc
import os
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
django.setup(set_prefix=False)

from channels.auth import AuthMiddlewareStack  # noqa: E402
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.security.websocket import (  # noqa: E402
    AllowedHostsOriginValidator,
    WebsocketDenier,
)
from django.conf import settings  # noqa: E402

from config.daphne_server import adapt_daphne  # noqa: E402
from config.page_handler import PageHandler  # noqa: E402
from games.live import publishing  # noqa: E402
from games.live.keeper import keep_for_ever  # noqa: E402
from games.live.routing import websocket_urlpatterns as of_tables  # noqa: E402
from leagues.routing import websocket_urlpatterns as of_seasons  # noqa: E402

adapt_daphne()
# A socket that is refused needs no channel. On Redis it would wait there, and a cancellation in the
# middle of a command is lost (asyncio.wait_for before Python 3.12): its task would never end.
WebsocketDenier.channel_layer_alias = ""

Scope = MutableMapping[str, Any]
App = Callable[[Scope, Any, Any], Awaitable[Any]]


class WithKeeper:
    """Starts the keeper with the first request: the server has no signal for its start."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._loop: asyncio.AbstractEventLoop | None = None

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop = loop
            publishing.serve_from(loop)
            if settings.KEEPER == "embedded":
                self._keeper = loop.create_task(keep_for_ever())
        await self._app(scope, receive, send)


# A full garbage collection stops every table for a tenth of a second. What is loaded by now is
# excluded for good, and a full collection of the rest comes after 500,000 new objects at least.
OBJECTS_BETWEEN_COLLECTIONS = (5_000, 10, 10)
gc.collect()
gc.freeze()
gc.set_threshold(*OBJECTS_BETWEEN_COLLECTIONS)

application = WithKeeper(
    ProtocolTypeRouter(
        {
            "http": PageHandler(),
            "websocket": AllowedHostsOriginValidator(
                AuthMiddlewareStack(URLRouter(of_seasons + of_tables))  # type: ignore[arg-type]
            ),
        }
    )
)
