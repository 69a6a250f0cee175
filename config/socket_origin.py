"""Let in sockets that a page of this site opens, by the rule that Django has for forms."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

from accounts.rate_limit import address_in
from games.errors import TableError
from games.live.commands import OPENINGS

Scope = MutableMapping[str, Any]
App = Callable[[Scope, Any, Any], Awaitable[Any]]


class SameOrigin:
    """Refuses sockets of pages with another scheme, name or port.

    A socket sends the cookies of the site wherever it is opened. Channels' own check compares the
    names only.
    """

    def __init__(self, app: App) -> None:
        self._app = app

    def __call__(self, scope: Scope, receive: Any, send: Any) -> Awaitable[Any]:
        app: Any = self._app if is_of_this_site(scope["headers"]) else WebsocketDenier()
        # Handed on, not awaited: every message of the socket would come by here.
        served: Awaitable[Any] = app(scope, receive, send)
        return served


class NotTooOften:
    """Refuses sockets of an address that opens very many, before anybody is looked up for them."""

    def __init__(self, app: App) -> None:
        self._app = app

    def __call__(self, scope: Scope, receive: Any, send: Any) -> Awaitable[Any]:
        app: Any = self._app
        try:
            if address := address_in(scope):
                OPENINGS.count(address)
        except TableError:
            app = WebsocketDenier()
        served: Awaitable[Any] = app(scope, receive, send)
        return served


def is_of_this_site(headers: list[tuple[bytes, bytes]]) -> bool:
    """Whether the Origin is the site as the Host names it, or in CSRF_TRUSTED_ORIGINS."""
    found = {name: value.decode("latin-1").lower() for name, value in headers}
    origin, host = found.get(b"origin", ""), found.get(b"host", "")
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    name, _port = split_domain_port(host)
    scheme = "https" if settings.HTTPS else "http"
    return validate_host(name, settings.ALLOWED_HOSTS) and origin == f"{scheme}://{host}"
