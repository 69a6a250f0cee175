"""People who play on all evening: at their table, and at the next one when the game has ended."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from http import HTTPStatus
from typing import Any

from tests.drills.club import socket_path
from tests.drills.forms import Answer, post
from tests.drills.pages import PlayerPage

# BUSY (429) is no answer: a try that is still on its way may yet be applied.
REFUSED = {
    HTTPStatus.FORBIDDEN,
    HTTPStatus.CONFLICT,
    HTTPStatus.UNPROCESSABLE_ENTITY,
}


class Regular(PlayerPage):
    """A player who plays again. is_posting: they send forms, and not frames over the socket.

    code: of the table where they are. games: how many they have seen end.
    """

    def __init__(
        self, name: str, ports: Sequence[int], code: str, cookie: str, *, is_posting: bool
    ) -> None:
        super().__init__(name, ports, socket_path(code), cookie)
        self.code, self.is_posting, self.games = code, is_posting, 0
        self._posts: set[asyncio.Task[None]] = set()

    async def act(self) -> None:
        if self.result and not self.is_idle:
            await self._play_again()
        elif self.is_away and not self.is_idle:
            await self._come_back()
        else:
            await super().act()

    async def _play_again(self) -> None:
        """Ask for the next table, and open its page."""
        try:
            answer = await self._post("rematch", {})
        except OSError:
            return
        if not (answer.is_done and answer.location):
            return
        self.games += 1
        self.code = answer.location.strip("/").split("/")[-1]
        self.move_to(socket_path(self.code))

    async def _come_back(self) -> None:
        """Take the seat back from the bot, as where the site was too slow for every choice."""
        with suppress(OSError):
            await self._post("back", {})

    def dispatch(self, command: dict[str, Any]) -> None:
        if not self.is_posting:
            super().dispatch(command)
            return
        task = asyncio.create_task(self._send_form(command))
        self._posts.add(task)
        task.add_done_callback(self._posts.discard)

    async def _send_form(self, command: dict[str, Any]) -> None:
        try:
            answer = await self._post("act", command)
        except OSError:
            # Without an answer it is sent again (`_insist`).
            return
        if answer.is_done:
            self.hear(answer.text)
        elif answer.status in REFUSED:
            self.hear(answer.text)
            self.refuse(command)

    async def _post(self, action: str, fields: dict[str, Any]) -> Answer:
        path = f"/tables/{self.code}/{action}/"
        return await asyncio.to_thread(post, self.port, path, self.cookie, fields)
