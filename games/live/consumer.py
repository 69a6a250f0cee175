"""The socket of a table's page: the present view, every later one, and commands as frames."""

import json

from django.http import Http404
from django.utils import timezone, translation

from accounts.models import Deck
from games import access, store
from games.errors import TableError
from games.live import executor, table_views
from games.live.commands import obey
from games.live.frames import Frame, answer_text
from games.live.hub import Hub, Hubs
from games.live.limits import LIMIT
from games.live.sockets import GONE, RoomSocket, signed_out
from games.live.table_views import TableViews
from games.refusals import notice_html, refusal_text
from games.rules.errors import IllegalAction

LONGEST_FRAME = 1000
# What a page sends to find out whether the connection still stands, and what it gets.
PING, PONG = "ping", "pong"

HUBS = Hubs(lambda: Hub(TableViews, table_views.versions, signed_out))


class TableConsumer(RoomSocket):
    """One browser tab that looks at one table."""

    hubs = HUBS
    deck = ""
    is_organizer = False

    async def connect(self) -> None:
        """Show the table, or close with a code after which the page does not try again."""
        await self.accept()
        self.language = self.wished_language()
        deck = self.wish("deck")
        self.deck = deck if deck in Deck.values else ""
        try:
            table_id = await executor.read(self._enter, self.scope["url_route"]["kwargs"]["code"])
        except Http404:
            await self.close(GONE)
            return
        await self.look_at(table_id)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """A command of the page; each is answered, and a refused one with a sentence."""
        if self.subject_id is None or not text_data or len(text_data) > LONGEST_FRAME:
            return
        if text_data == PING:
            await self.deliver(Frame(PONG))
            return
        answer = await executor.write(self._answer, self.subject_id, text_data)
        await self.deliver(Frame(answer))

    def _enter(self, code: str) -> int:
        player = self.signed_in_player()
        snapshot = access.get_table_for_viewer(code, player)
        if player is not None:
            self.player_id, self.is_organizer = player.pk, player.runs_the_club
        return snapshot.table_id

    def _answer(self, table_id: int, text: str) -> str:
        """Do what the frame asks, and say what became of it."""
        command_id: object = ""
        try:
            fields = json.loads(text)
            if not isinstance(fields, dict):
                fields = {}
            command_id = fields.get("id", "")
            LIMIT.count(self.player_id)
            result = obey(store.current(table_id), self.player_id, fields, timezone.now())
        except (ValueError, RecursionError, TableError, IllegalAction) as error:
            with translation.override(self.language):
                return answer_text(command_id, "refused") + notice_html(refusal_text(error))
        return answer_text(command_id, result)
