"""Check a socket before it is opened: its origin, and how many its address and browser open."""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http import parse_cookie
from django.http.request import split_domain_port, validate_host

from accounts.rate_limit import address_in
from games.play.commands import OPENINGS, OPENINGS_OF_BROWSERS
from games.table.errors import TableError

# The server waits for five seconds until a socket is open.
REFUSED_SECONDS = 4.0

Scope = MutableMapping[str, Any]
App = Callable[[Scope, Any, Any], Awaitable[Any]]


class SameOrigin:
    """Refuses sockets of pages with another scheme, name or port, as Django does with forms.

    A socket sends the cookies of the site wherever it is opened. Channels' own check compares the
    names only.
    """

    def __init__(self, app: App) -> None:
        self._app = app

    def __call__(self, scope: Scope, receive: Any, send: Any) -> Awaitable[Any]:
        app: Any = self._app if is_of_this_site(scope["headers"]) else WebsocketDenier()
        # Returned, not awaited: otherwise every message of the socket would resume this frame.
        served: Awaitable[Any] = app(scope, receive, send)
        return served


class NotTooOften:
    """Refuses sockets of an address or a browser that opens very many.

    It does so before anybody is looked up for them, and after a while: who is refused at once would
    try again at once.
    """

    def __init__(self, app: App) -> None:
        self._app = app

    def __call__(self, scope: Scope, receive: Any, send: Any) -> Awaitable[Any]:
        app: Any = self._app
        try:
            if address := address_in(scope):
                if session_key := session_key_in(scope):
                    OPENINGS_OF_BROWSERS.count(f"{address} {session_key}")
                OPENINGS.count(address)
        except TableError:
            app = refuse_later
        served: Awaitable[Any] = app(scope, receive, send)
        return served


async def refuse_later(scope: Scope, receive: Any, send: Any) -> None:
    """Refuse a socket when its browser has waited for a while."""
    await asyncio.sleep(REFUSED_SECONDS)
    denier: Any = WebsocketDenier()
    await denier(scope, receive, send)


def session_key_in(scope: Scope) -> str:
    """The session that a socket's browser claims; empty if it has none."""
    cookies = [value.decode("latin-1") for name, value in scope["headers"] if name == b"cookie"]
    return parse_cookie("; ".join(cookies)).get(settings.SESSION_COOKIE_NAME, "")


def is_of_this_site(headers: list[tuple[bytes, bytes]]) -> bool:
    """Whether the Origin is the site as the Host names it, or in CSRF_TRUSTED_ORIGINS."""
    found = {name: value.decode("latin-1").lower() for name, value in headers}
    origin, host = found.get(b"origin", ""), found.get(b"host", "")
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    name, _port = split_domain_port(host)
    scheme = "https" if settings.HTTPS else "http"
    return validate_host(name, settings.ALLOWED_HOSTS) and origin == f"{scheme}://{host}"
