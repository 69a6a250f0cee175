"""The socket of a table's page: the present view, every later one, and commands as frames."""

import asyncio
import json
import logging
from urllib.parse import parse_qs

from django.conf import settings
from django.http import Http404
from django.utils import timezone, translation

from accounts.models import Deck, User
from accounts.services import player_of
from games import access, executor, frames, store
from games.commands import read_command
from games.errors import TableError, TableErrorCode
from games.frames import Onlooker
from games.refusals import notice_html, refusal_text
from games.rooms import Hub
from games.rules.errors import IllegalAction
from games.services import playing
from games.snapshot import Snapshot
from games.sockets import GONE, Hubs, RoomSocket, signed_out

logger = logging.getLogger(__name__)

LONGEST_FRAME = 1000
# Far more than a hand needs, far less than a server feels.
COMMANDS_AT_ONCE = 40
COMMANDS_PER_SECOND = 20

HUBS = Hubs(lambda: Hub(frames.render, frames.versions, signed_out))


class TableConsumer(RoomSocket):
    """One browser tab that looks at one table."""

    hubs = HUBS
    onlooker: Onlooker
    _allowance = float(COMMANDS_AT_ONCE)
    _counted_at = 0.0

    @property
    def can_wait(self) -> bool:
        """Whoever has no seat; of a table that this process does not know nobody waits."""
        player_id = self.onlooker.player_id
        if player_id is None:
            return True
        snapshot = store.kept(self.subject_id) if self.subject_id else None
        return snapshot is not None and snapshot.seat_of(player_id) is None

    async def connect(self) -> None:
        """Show the table, or close with a code after which the page does not try again."""
        await self.accept()
        code = self.scope["url_route"]["kwargs"]["code"]
        try:
            snapshot, self.onlooker = await executor.run(self._enter, code)
        except Http404:
            await self.close(GONE)
            return
        await self.look_at(snapshot.table_id)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """A command of the page; whatever is wrong with it is answered with a sentence."""
        if self.subject_id is None or not text_data or len(text_data) > LONGEST_FRAME:
            return
        if not self._may_command():
            await self.deliver(self._refusal(TableError(TableErrorCode.BUSY)))
            return
        refusal = await executor.run(self._obey, self.subject_id, text_data)
        if refusal:
            await self.deliver(refusal)

    def _may_command(self) -> bool:
        """Whether this socket has a command left: one browser must not slow down the others."""
        now = asyncio.get_running_loop().time()
        earned = (now - self._counted_at) * COMMANDS_PER_SECOND
        self._allowance = min(self._allowance + earned, COMMANDS_AT_ONCE)
        self._counted_at = now
        if self._allowance < 1:
            return False
        self._allowance -= 1
        return True

    def _enter(self, code: str) -> tuple[Snapshot, Onlooker]:
        user: object = self.scope["user"]
        player = player_of(user) if isinstance(user, User) and user.is_active else None
        snapshot = access.get_table_for_viewer(code, player)
        wishes = parse_qs(self.scope["query_string"].decode("latin-1"))
        language = wishes.get("language", [""])[0]
        deck = wishes.get("deck", [""])[0]
        return snapshot, Onlooker(
            player_id=player.pk if player else None,
            language=language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE,
            deck=deck if deck in Deck.values else snapshot.deck,
            is_organizer=player is not None and player.runs_the_club,
        )

    def _obey(self, table_id: int, text: str) -> str | None:
        """Do what the frame asks; the refusal to show, None if it was done."""
        try:
            snapshot = store.current(table_id)
            seat = access.get_seat(snapshot, self.onlooker.player_id)
            fields = json.loads(text)
            command = read_command(fields if isinstance(fields, dict) else {}, seat)
            playing.act(table_id, command.action, command.version, timezone.now())
        except (ValueError, RecursionError, TableError, IllegalAction) as error:
            return self._refusal(error)
        return None

    def _refusal(self, error: Exception) -> str:
        with translation.override(self.onlooker.language):
            return notice_html(refusal_text(error))
