"""The addresses of the sockets of tables."""

from typing import Any

from django.urls import URLPattern, path, re_path

from games.live.consumer import TableConsumer


async def refuse(_scope: Any, _receive: Any, send: Any) -> None:
    """Close a socket of an unknown address, which Channels would log as an error."""
    await send({"type": "websocket.close"})


websocket_urlpatterns: list[URLPattern] = [
    path("ws/tables/<slug:code>/", TableConsumer.as_asgi()),  # type: ignore[arg-type]
    re_path("", refuse),  # type: ignore[arg-type]
]
