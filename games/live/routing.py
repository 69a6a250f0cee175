from typing import Any

from django.urls import URLPattern, path, re_path

from games.live.consumer import TableConsumer


async def nowhere(_scope: Any, _receive: Any, send: Any) -> None:
    """Refuse a socket at any other address; without it each one is an error in the log."""
    await send({"type": "websocket.close"})


websocket_urlpatterns: list[URLPattern] = [
    path("ws/tables/<slug:code>/", TableConsumer.as_asgi()),  # type: ignore[arg-type]
    re_path("", nowhere),  # type: ignore[arg-type]
]
