"""The socket of a page: it gets the present view and every later one, and sends commands."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Hashable, Iterable, Mapping
from datetime import datetime
from typing import Any
from urllib.parse import parse_qs

from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.core.exceptions import SynchronousOnlyOperation
from django.db import OperationalError
from django.http import Http404
from django.urls import URLPattern, path, re_path
from django.utils import timezone, translation

from accounts import presence
from accounts.access import player_of
from accounts.models import Deck, Player, User
from accounts.rate_limit import address_in
from accounts.sessions import still_signed_in
from games.live import executor, open_sockets
from games.live.hub import Hub, Hubs
from games.live.regions import Frame, answer_text
from games.live.subjects import Views
from games.page import table_views
from games.play import watching
from games.play.commands import LIMIT, command_id_of, execute_here, execute_later, read_frame
from games.rules.errors import IllegalAction
from games.table import store
from games.table.access import get_table_for_viewer, guest_at
from games.table.errors import TableError, TableErrorCode, refusal_html
from games.table.snapshot import Snapshot
from games.talk.live import rooms_here
from games.whole_numbers import whole_number
from monitoring.outages import DISK_FULL, outage

logger = logging.getLogger(__name__)


# A connection is full when so many messages wait in memory for the server to send them.
MOST_WAITING = 8


class Flow:
    """The outgoing messages of one connection; handing one over never waits.

    take: hand over a message. is_full: messages wait in memory. on_drained: called when they are
    gone. cut: end the connection at once. on_text: takes texts that come, if the server calls it;
    None: they are to be queued. Daphne, as adapted in config/daphne_server.py, replaces `take` and
    `cut` by its own and calls `on_text`; on another server messages wait here until it has sent
    them.
    """

    __slots__ = ("_send", "_sending", "_waiting", "cut", "is_full", "on_drained", "on_text", "take")

    def __init__(
        self, send: Callable[[dict[str, Any]], Awaitable[None]], cut: Callable[[], object]
    ) -> None:
        self.is_full = False
        self.on_drained: Callable[[], None] = lambda: None
        self.on_text: Callable[[str], None] | None = None
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
        except Exception:  # noqa: BLE001 - whatever the error, the connection is gone
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
# The member or the address has too many sockets: the page tries again after a while.
TOO_MANY = 4429
REFUSED_SECONDS = 5
# What a page sends to find out whether the connection is alive, and the answer.
PING, PONG = "ping", "pong"
# What a page sends when it has shown a reveal, before the version at which the decision began.
WATCHED = "watched "


class RoomSocket(AsyncWebsocketConsumer):
    """One browser tab that shows one subject, such as a table."""

    # No channel of its own: a hub receives for all its sockets.
    channel_layer_alias = ""

    hubs: Hubs
    subject_id: int | None = None
    player_id: int | None = None
    is_guest = False
    language: str
    # A television shows no hand, also where a player has switched it on.
    only_watches = False
    # Set by the room (`Socket` in games/live/subjects.py) and its subject.
    people: Any = None
    viewer: Any = None
    is_spectator = True
    _can_inflate = False
    version = -1
    _address = ""
    views: Views | None
    clock: Hashable = None
    _flow: Flow

    @property
    def user_id(self) -> int | None:
        """The login by which it was opened; None for a stranger and a guest."""
        user: object = self.scope["user"]
        return user.pk if isinstance(user, User) else None

    @property
    def session_key(self) -> str:
        return self.scope["session"].session_key or ""

    @property
    def is_full(self) -> bool:
        """Whether earlier messages still wait to be sent."""
        return self._flow.is_full

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve the socket until it closes, and leave its room however that comes about.

        As in Channels, but without a task for each message, a channel, or closing old connections
        to the database, of which this thread has none.
        """
        self.scope, self.base_send = scope, send
        self.views = None
        try:
            while True:
                await self.dispatch(await receive())
        except StopConsumer:
            pass
        finally:
            if self.subject_id is not None:
                open_sockets.closed(self.player_id, self._address)
                await self.hubs.here().leave(self.subject_id, self)

    async def dispatch(self, message: Mapping[str, Any]) -> None:
        """Handle a message of the server."""
        handler = getattr(self, message["type"].replace(".", "_"), None)
        if handler is not None:
            await handler(message)

    async def look_at(self, subject_id: int) -> None:
        """Join the room of a subject: show its present view and every later one.

        A member or an address with very many sockets is refused another until one of them closes.
        """
        self._address = address_in(self.scope)
        if not open_sockets.may_open(self.player_id, self._address):
            # Who opens another one as soon as one is closed waits.
            await asyncio.sleep(REFUSED_SECONDS)
            self._flow.take({"type": "websocket.close", "code": TOO_MANY})
            return
        self.subject_id = subject_id
        self._can_inflate = self.query_value("deflate") == "raw"
        hub = self.hubs.here()
        self._flow.on_drained = lambda: hub.drained(subject_id, self)
        await hub.join(subject_id, self, self.known_version())

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Answer a ping, which every kind of page may send."""
        if self.subject_id is not None and text_data == PING:
            self.reply(PONG)

    def reply(self, text: str) -> None:
        """Answer, unless the connection is full: a page without an answer asks again."""
        if not self.is_full:
            self.deliver(Frame(text))

    async def accept(self, *args: Any, **kwargs: Any) -> None:
        """Accept the socket, and hand the server the `Flow` that it may adapt."""
        task = asyncio.current_task()
        send: Any = self.base_send
        self._flow = Flow(send, task.cancel if task else lambda: None)
        await send({"type": "websocket.accept", "flow": self._flow})

    def deliver(self, frame: Frame) -> None:
        """Send a frame; several sockets may be sent the same one."""
        self._flow.take(frame.message(can_inflate=self._can_inflate))

    def dismiss(self) -> None:
        """Close for good, after what was sent before."""
        self._flow.take({"type": "websocket.close", "code": GONE})

    def drop(self) -> None:
        """Cut the connection: a page that does not read would not read a close frame either."""
        self._flow.cut()

    def signed_in_player(self) -> Player | None:
        """The member whose session opened the socket; None for a stranger."""
        user: object = self.scope["user"]
        return player_of(user) if isinstance(user, User) and user.is_active else None

    def query_value(self, name: str) -> str:
        """The value of a query parameter of the socket's address; empty if it is missing."""
        return parse_qs(self.scope["query_string"].decode("latin-1")).get(name, [""])[0]

    def wished_language(self) -> str:
        language = self.query_value("language")
        return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE

    def known_version(self) -> int:
        """The version that the page shows already; -1 if it does not say."""
        version = whole_number(self.query_value("version"), None)
        return -1 if version is None else version


async def signed_out(sockets: Iterable[RoomSocket]) -> list[RoomSocket]:
    """Of these sockets, those of members whose sign-in has ended; guests have none."""
    members = [s for s in sockets if s.player_id is not None and not s.is_guest]
    if not members:
        return []
    keys = {socket.session_key for socket in members}
    valid = await executor.read(still_signed_in, keys)
    staying = [socket for socket in members if socket.session_key in valid]
    await executor.read(presence.note_all, {socket.user_id for socket in staying})
    return [socket for socket in members if socket.session_key not in valid]


LONGEST_FRAME = 1000
# How long a socket is not read after a command too many of its member.
FLOOD_SECONDS = 0.5


HUBS = Hubs(
    lambda: Hub(
        table_views.TableViews, table_views.versions, signed_out, hear_watched=watching.hear
    )
)


class TableConsumer(RoomSocket):
    """One browser tab that shows one table."""

    hubs = HUBS
    deck = ""
    is_organizer = False
    watched = -1
    # What must be waited for before the next text is handled, and the texts that came meanwhile.
    _working: asyncio.Task[None] | None = None
    _unread: deque[str]

    async def __call__(self, *args: Any) -> None:
        """Serve the socket until it closes and its last command is done; nobody listens then."""
        self._unread = deque()
        try:
            await super().__call__(*args)
        finally:
            if self.subject_id is not None:
                rooms_here().leave(self.subject_id, self)
                watching.leave(self.subject_id, self)
            if self._working is not None:
                await asyncio.wait([self._working])

    async def connect(self) -> None:
        """Show the table, or close with a code after which the page does not try again."""
        await self.accept()
        self.language = self.wished_language()
        deck = self.query_value("deck")
        self.deck = deck if deck in Deck.values else ""
        self.only_watches = bool(self.query_value("watch"))
        try:
            code = self.scope["url_route"]["kwargs"]["code"]
            table_id = await executor.read(self._enter, code)
        except Http404:
            self.dismiss()
            return
        await store.open_writer()
        await self.look_at(table_id)
        if self.subject_id is None:
            return
        if self.player_id is not None and not self.only_watches:
            watching.join(table_id, self, self.player_id)
        self._flow.on_text = self._on_text
        # A member's page that shows the talk says what it has of it.
        if self.player_id is not None and not self.is_guest and (shown := self.query_value("talk")):
            rooms_here().join(table_id, code, self, shown)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """Execute a command; each is answered, a refused one with a sentence."""
        if (rest := self._begin(text_data or "")) is not None:
            await rest

    def _on_text(self, text: str) -> None:
        """The same without a task where nothing must be waited for; one text after the other."""
        if self._working is not None:
            # The server hands over all that it has read, also after the connection is cut.
            if len(self._unread) < open_sockets.MOST_UNREAD:
                self._unread.append(text)
            else:
                self.drop()
        elif (rest := self._begin(text)) is not None:
            self._working = asyncio.create_task(self._work(rest))

    async def _work(self, rest: Awaitable[None]) -> None:
        try:
            await rest
            while self._unread:
                await self.receive(self._unread.popleft())
        except Exception:
            logger.exception("a command failed")
            self.drop()
        finally:
            self._working = None

    def _begin(self, text: str) -> Awaitable[None] | None:
        """Handle a text, and return what is left of that and must be waited for."""
        if self.subject_id is None or not text or len(text) > LONGEST_FRAME:
            return None
        # A choice that came in time is in time, however long it then waits for a thread.
        now, arrived = timezone.now(), time.perf_counter()
        if text == PING:
            self.reply(PONG)
            if self.player_id is not None and self._is_tracked_at(self.subject_id):
                return executor.read(watching.note_open_page, self.subject_id, self.player_id)
            return None
        if text.startswith(WATCHED):
            since = whole_number(text.removeprefix(WATCHED), -1)
            return watching.say(self.subject_id, self, since)
        try:
            LIMIT.count(self.player_id)
        except TableError as error:
            return self._refuse_flood(text, error)
        command_id = ""
        try:
            fields, command_id = read_frame(text)
            snapshot = store.kept(self.subject_id)
            if snapshot is None:
                return self._answer_later(snapshot, fields, command_id, now, arrived)
            result = execute_here(snapshot, self.player_id, fields, now, arrived)
        except SynchronousOnlyOperation:
            return self._answer_later(snapshot, fields, command_id, now, arrived)
        except (ValueError, RecursionError, TableError, IllegalAction) as error:
            self.reply(self._refused(command_id, error))
        else:
            self.reply(answer_text(command_id, result))
        return None

    async def _refuse_flood(self, text: str, error: TableError) -> None:
        """A flood reaches no database, and its socket is read no faster than this."""
        await asyncio.sleep(FLOOD_SECONDS)
        self.reply(self._refused(command_id_of(text), error))

    async def _answer_later(
        self,
        snapshot: Snapshot | None,
        fields: dict[str, Any],
        command_id: str,
        now: datetime,
        arrived: float,
    ) -> None:
        assert self.subject_id is not None  # noqa: S101 - a command came
        try:
            if snapshot is None:
                snapshot = await executor.read(store.load, self.subject_id)
            result = await execute_later(snapshot, self.player_id, fields, now, arrived)
        except (TableError, IllegalAction) as error:
            self.reply(self._refused(command_id, error))
        except OperationalError as error:
            # Other errors close the socket: the page asks again whether the command was stored.
            if outage(error) != DISK_FULL:
                raise
            logger.exception("a command could not be stored")
            self.reply(self._refused(command_id, TableError(TableErrorCode.DISK_FULL)))
        else:
            self.reply(answer_text(command_id, result))

    def _enter(self, code: str) -> int:
        player = self.signed_in_player() or guest_at(self.scope["cookies"], code)
        snapshot = get_table_for_viewer(code, player)
        if player is not None:
            self.player_id, self.is_organizer = player.pk, player.runs_the_club
            if self._is_tracked_at(snapshot.table_id):
                watching.note_open_page(snapshot.table_id, player.pk)
            self.is_guest = player.is_table_guest
        return snapshot.table_id

    def _is_tracked_at(self, table_id: int) -> bool:
        """Whether its player needs no mail about their turn; a television is on without them."""
        return not self.only_watches and watching.is_tracked_at(table_id)

    def _refused(self, command_id: str, error: Exception) -> str:
        with translation.override(self.language):
            return answer_text(command_id, "refused") + refusal_html(error)


async def refuse(_scope: Any, _receive: Any, send: Any) -> None:
    """Close a socket of an unknown address, which Channels would log as an error."""
    await send({"type": "websocket.close"})


websocket_urlpatterns: list[URLPattern] = [
    path("ws/tables/<slug:code>/", TableConsumer.as_asgi()),  # type: ignore[arg-type]
    re_path("", refuse),  # type: ignore[arg-type]
]
