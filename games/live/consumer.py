"""The socket of a page: the present view, every later one, and commands as frames."""

import asyncio
import json
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Hashable, Iterable, Mapping
from typing import Any
from urllib.parse import parse_qs

from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.http import Http404
from django.utils import timezone, translation

from accounts.models import Deck, Player, User
from accounts.services import player_of
from accounts.sessions import still_signed_in
from games import access, store
from games.errors import TableError
from games.live import executor, table_views
from games.live.commands import LIMIT, obey
from games.live.hub import Hub, Hubs
from games.live.regions import Frame, View, answer_text
from games.live.rooms import Layer
from games.live.table_views import TableViews
from games.refusals import notice_html, refusal_text
from games.rules.errors import IllegalAction

logger = logging.getLogger(__name__)


def _nothing() -> None:
    """Done while nobody waits for the connection to drain."""


# Where sending may have to wait: so many messages wait in memory before the connection is full.
MOST_WAITING = 8


class Flow:
    """The way out of one connection, along which nobody ever waits.

    take: hand over a message. is_full: messages wait in memory. on_drained: called when they are
    gone. cut: end the connection at once. Our own server (config/daphne_server.py) puts its own in
    place of `take` and `cut`; on any other, messages wait here until it takes them.
    """

    __slots__ = ("_send", "_sending", "_waiting", "cut", "is_full", "on_drained", "take")

    def __init__(
        self, send: Callable[[dict[str, Any]], Awaitable[None]], cut: Callable[[], object]
    ) -> None:
        self.is_full = False
        self.on_drained: Callable[[], None] = _nothing
        self.cut = cut
        self.take: Callable[[dict[str, Any]], None] = self._queue
        self._send = send
        self._waiting: deque[dict[str, Any]] = deque()
        self._sending: asyncio.Task[None] | None = None

    def _queue(self, message: dict[str, Any]) -> None:
        self._waiting.append(message)
        self.is_full = len(self._waiting) >= MOST_WAITING
        if self._sending is None:
            self._sending = asyncio.create_task(self._send_waiting())

    async def _send_waiting(self) -> None:
        try:
            while self._waiting:
                await self._send(self._waiting[0])
                self._waiting.popleft()
        except Exception:  # noqa: BLE001 - whatever is wrong with the connection, it is gone
            logger.debug("a socket went away while it was sent something")
            self._waiting.clear()
            self.is_full = True
            return
        finally:
            self._sending = None
        if self.is_full:
            self.is_full = False
            self.on_drained()


# Application close code: the page does not try again after it.
GONE = 4404
# What a page sends to find out whether the connection still stands, and what it gets.
PING, PONG = "ping", "pong"


class RoomSocket(AsyncWebsocketConsumer):
    """One browser tab that looks at one subject."""

    # No channel of its own: rooms hear for all their sockets.
    channel_layer_alias = ""

    hubs: Hubs
    subject_id: int | None = None
    player_id: int | None = None
    language: str
    # What its room notes about it.
    people: Any = None
    viewer: Any = None
    is_spectator = True
    _unpacks = False
    version = -1
    views: dict[Layer, View]
    clock: Hashable = None
    _flow: Flow

    @property
    def session_key(self) -> str:
        return self.scope["session"].session_key or ""

    @property
    def is_full(self) -> bool:
        """Whether the connection has yet to take what was sent before."""
        return self._flow.is_full

    async def __call__(self, *args: Any) -> None:
        """Until the socket closes; however that comes about, its place in the room is given up."""
        self.views = {}
        try:
            await super().__call__(*args)
        finally:
            if self.subject_id is not None:
                await self.hubs.here().leave(self.subject_id, self)

    async def dispatch(self, message: Mapping[str, Any]) -> None:
        """Without Channels' tidying of database connections before each message: none is used."""
        handler = getattr(self, message["type"].replace(".", "_"), None)
        if handler is not None:
            await handler(message)

    async def look_at(self, subject_id: int) -> None:
        """Show the present view and every later one."""
        self.subject_id = subject_id
        self._unpacks = bool(self.wish("deflate"))
        hub = self.hubs.here()
        self._flow.on_drained = lambda: hub.drained(subject_id, self)
        await hub.join(subject_id, self, self.known_version())

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer a page that asks whether its connection stands; no other message is for all."""
        if self.subject_id is not None and text_data == PING:
            self.reply(PONG)

    def reply(self, text: str) -> None:
        """Answer, unless the connection is full: whoever does not read asks again later."""
        if not self.is_full:
            self.deliver(Frame(text))

    async def accept(self, *args: Any, **kwargs: Any) -> None:
        """Let the page in; a server of ours finds in the message which way the next ones go."""
        task = asyncio.current_task()
        send: Any = self.base_send
        self._flow = Flow(send, task.cancel if task else _nothing)
        await send({"type": "websocket.accept", "flow": self._flow})

    def deliver(self, frame: Frame) -> None:
        """Send one message; others may be sent the same one."""
        self._flow.take(frame.message(unpacks=self._unpacks))

    def dismiss(self) -> None:
        """Close for good, behind what was sent before."""
        self._flow.take({"type": "websocket.close", "code": GONE})

    def drop(self) -> None:
        """Cut the connection: whoever does not read does not read a close frame either."""
        self._flow.cut()

    def signed_in_player(self) -> Player | None:
        """The member whose session opened the socket; None for a stranger."""
        user: object = self.scope["user"]
        return player_of(user) if isinstance(user, User) and user.is_active else None

    def wish(self, name: str) -> str:
        """A parameter of the socket's address; empty if it is missing."""
        return parse_qs(self.scope["query_string"].decode("latin-1")).get(name, [""])[0]

    def wished_language(self) -> str:
        language = self.wish("language")
        return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE

    def known_version(self) -> int:
        """The version that the page shows already; -1 if it does not say."""
        version = self.wish("version")
        return int(version) if version.isdecimal() and len(version) < 10 else -1


async def signed_out(sockets: Iterable[RoomSocket]) -> list[RoomSocket]:
    """The members' sockets among these whose sign-in does not stand any more."""
    members = [socket for socket in sockets if socket.player_id is not None]
    if not members:
        return []
    keys = {socket.session_key for socket in members}
    still_in = await executor.read(still_signed_in, keys)
    return [socket for socket in members if socket.session_key not in still_in]


LONGEST_FRAME = 1000

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
            self.dismiss()
            return
        await self.look_at(table_id)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """A command of the page; each is answered, and a refused one with a sentence."""
        if self.subject_id is None or not text_data or len(text_data) > LONGEST_FRAME:
            return
        if text_data == PING:
            self.reply(PONG)
            return
        self.reply(await executor.write(self._answer, self.subject_id, text_data))

    def _enter(self, code: str) -> int:
        player = self.signed_in_player()
        snapshot = access.get_table_for_viewer(code, player)
        if player is not None:
            self.player_id, self.is_organizer = player.pk, player.runs_the_club
        return snapshot.table_id

    def _answer(self, table_id: int, text: str) -> str:
        """Do what the frame asks, and say what became of it."""
        command_id = ""
        try:
            fields = json.loads(text)
            if not isinstance(fields, dict):
                fields = {}
            given = str(fields.get("id", ""))
            # JSON may hold half of a surrogate pair, which cannot be sent back.
            command_id = given if given.isascii() else ""
            LIMIT.count(self.player_id)
            result = obey(store.current(table_id), self.player_id, fields, timezone.now())
        except (ValueError, RecursionError, TableError, IllegalAction) as error:
            with translation.override(self.language):
                return answer_text(command_id, "refused") + notice_html(refusal_text(error))
        return answer_text(command_id, result)
