"""The game as a Channels consumer with `group_send`, under Daphne: what most sites would do.

    daphne -p PORT bench.plain.channels_server:application

At /bare/ answers a consumer that does nothing: what an idle socket costs under Channels.
"""

from typing import Any

from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter, URLRouter
from django.conf import settings
from django.urls import re_path

settings.configure(
    SECRET_KEY="of a server that keeps no secrets",  # noqa: S106
    CHANNEL_LAYERS={
        "default": {
            "BACKEND": "channels.layers.InMemoryChannelLayer",
            # Messages beyond this are dropped, and a turn would wait for them in vain.
            "CONFIG": {"capacity": 10_000},
        }
    },
)

from bench.plain.game import Game, read_path  # noqa: E402

GAMES: dict[str, Game] = {}


class GameConsumer(AsyncWebsocketConsumer):
    """A player's or an onlooker's socket."""

    async def connect(self) -> None:
        path = f"{self.scope['path']}?{self.scope['query_string'].decode()}"
        code, players, self.seat = read_path(path)
        self.game = GAMES.setdefault(code, Game(players))
        self.group = code.strip("/").replace("/", ".")
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()
        if self.seat is not None:
            await self.send(self.game.hand(self.seat))
        await self.send(self.game.state())

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if self.seat is None or not text_data:
            return
        text = self.game.move(self.seat, text_data)
        if text is not None:
            message = {"type": "tell", "text": text, "dealt": self.game.dealt}
            await self.channel_layer.group_send(self.group, message)

    async def tell(self, message: dict[str, Any]) -> None:
        """A message of the group."""
        if message["dealt"] and self.seat is not None:
            await self.send(self.game.hand(self.seat))
        await self.send(message["text"])


class BareConsumer(AsyncWebsocketConsumer):
    """Accepts, and nothing else."""


async def not_found(_scope: Any, _receive: Any, send: Any) -> None:
    """Answers the question whether the server is there."""
    await send({"type": "http.response.start", "status": 404, "headers": []})
    await send({"type": "http.response.body", "body": b""})


application = ProtocolTypeRouter(
    {
        "http": not_found,
        "websocket": URLRouter(
            [
                re_path("^bare/$", BareConsumer.as_asgi()),  # type: ignore[arg-type,list-item]
                re_path("^tables/", GameConsumer.as_asgi()),  # type: ignore[arg-type,list-item]
            ]
        ),
    }
)
