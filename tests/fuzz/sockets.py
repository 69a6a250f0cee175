"""Sockets opened and spoken to as no page does."""

import asyncio
import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote_from_bytes

from channels.testing import WebsocketCommunicator
from django.db import connection
from hypothesis import strategies as st

from config.asgi import application
from games.play.commands import LIMIT
from tests.fuzz.bad_requests import encode, shortened, urlencoded
from tests.fuzz.stage import Stage
from tests.fuzz.values import ANY_JSON, HEADERS, HOSTILE, TEXTS, broken_json
from tests.fuzz.verdict import Collector, Fault, digest, told_of
from tests.support.sockets import PATIENCE

ORIGINS = (b"http://localhost", b"http://localhost", b"http://localhost", b"null", b"\xff", b"")
WISHES = ("version", "language", "deck", "watch", "talk", "deflate", "x")
KINDS = ("choose", "play", "take", "shift", "row", "draft", "withdraw", "confirm", "x")
# What pages send; the versions are those of a table that has just been dealt, and others.
FRAMES: list[Any] = [
    {"kind": kind, "card": card, "row": row, "version": version, "id": given}
    for kind in KINDS
    for card, row in (("1", ""), ("", "1"), ("104", "3"))
    for version, given in (("1", "tab.1"), ("2", "tab.2"), ("999999999", ""))
]
FRAMES += [{"kind": "play", "play": "shift.45.2", "version": "1", "sent": "1"}]


@dataclass(frozen=True, slots=True)
class Conversation:
    """Who opens which socket with which headers, and what they send."""

    who: str
    path: str
    origin: bytes
    headers: tuple[tuple[bytes, bytes], ...]
    frames: tuple[str | bytes, ...]

    def __str__(self) -> str:
        lines = [f"{self.path} as {self.who}, origin {self.origin!r}"]
        lines += [f"    {name!r}: {shortened(value)}" for name, value in self.headers]
        return "\n".join([*lines, *(f"    sends {shortened(frame)}" for frame in self.frames)])


def socket_paths(stage: Stage) -> dict[str, list[str]]:
    """The addresses of every kind of socket that there are, by its route."""
    club, tables = stage.club, stage.tables.tables
    season = f"{club.league.slug}/{club.season.number}"
    codes = [table.code for table in reversed(tables.values())]
    return {
        "tables": [f"/ws/tables/{code}/" for code in codes],
        "seasons": [f"/ws/seasons/{season}/"],
        "sessions": [
            f"/ws/sessions/{season}/{club.session.number}/{page}/"
            for page in ("session", "screen", "x")
        ],
        "other": ["/ws/", "/", "/ws/tables//"],
    }


@st.composite
def conversations(draw: st.DrawFn, paths: list[str], people: tuple[str, ...]) -> Conversation:
    """A socket of one of these addresses, and up to four frames."""
    path = draw(st.sampled_from(paths))
    if draw(st.integers(0, 5)) == 5:
        parts = path.split("/")
        index = draw(st.integers(1, len(parts) - 1))
        parts[index] = quote_from_bytes(encode(draw(TEXTS)[:300]), safe="")
        path = "/".join(parts)
    wishes = draw(st.lists(st.tuples(st.sampled_from(WISHES), TEXTS), max_size=2))
    headers = [
        (name.lower().encode(), draw(st.sampled_from(HEADERS[name])).encode("latin-1"))
        for name in draw(st.lists(st.sampled_from(sorted({*HEADERS} - {"Host"})), max_size=1))
    ]
    frame = st.one_of(
        broken_json(FRAMES).map(lambda data: data.decode("utf-8", "replace")),
        ANY_JSON.map(json.dumps),
        st.sampled_from(
            [*(text for text in HOSTILE if "\ud800" not in text), "[" * 100_000, "ping", "{}"]
        ),
        st.text(max_size=50),
        st.binary(max_size=50),
    )
    return Conversation(
        draw(st.sampled_from(people)),
        f"{path}?{urlencoded(wishes)}",
        draw(st.sampled_from(ORIGINS)),
        tuple(headers),
        tuple(draw(st.lists(frame, max_size=4))),
    )


class SocketJudge:
    """Holds conversations. What is done stays done: these sockets commit."""

    def __init__(self, stage: Stage, log: Collector, loop: asyncio.AbstractEventLoop) -> None:
        self._stage, self._log, self._loop = stage, log, loop
        tables = connection.introspection.table_names()
        self._tables = [table for table in tables if table.startswith(("games_", "leagues_s"))]
        self._rows = self._digests()

    def judge(self, tried: Conversation) -> None:
        """Raises Fault if it ended in anything but answers or a close."""
        LIMIT.reset()
        self._log.records.clear()
        said = self._loop.run_until_complete(self._hold(tried))
        if self._log.records:
            raise Fault(f"in the log: {told_of(self._log.records[0])}")
        rows = self._digests()
        was_done = any(f'data-result="{result}"' in said for result in ("done", "withdrawn"))
        if rows != self._rows and not was_done:
            raise Fault("nothing was done, but rows were changed")
        self._rows = rows
        if any(secret in said for secret in self._stage.secrets):
            raise Fault("a secret was sent")

    async def _hold(self, tried: Conversation) -> str:
        """All that the server says."""
        morsels = self._stage.cookies[tried.who].items()
        cookie = "; ".join(f"{name}={morsel.value}" for name, morsel in morsels).encode()
        headers = [(b"origin", tried.origin), (b"host", b"localhost"), (b"cookie", cookie)]
        socket = WebsocketCommunicator(application, tried.path, [*headers, *tried.headers])
        try:
            is_let_in, _code = await socket.connect(PATIENCE)
            return await self._talk(socket, tried.frames) if is_let_in else ""
        except TimeoutError:
            raise Fault(f"no answer within {PATIENCE} s") from None
        except Fault:
            raise
        except Exception as error:
            raise Fault(f"{type(error).__name__}: {error}") from error
        finally:
            if not socket.future.done():
                await socket.disconnect(PATIENCE)

    async def _talk(self, socket: WebsocketCommunicator, frames: tuple[str | bytes, ...]) -> str:
        for frame in frames:
            is_text = isinstance(frame, str)
            await socket.send_input(
                {"type": "websocket.receive", "text" if is_text else "bytes": frame}
            )
        # Whatever was sent, the socket still answers, or has been closed.
        await socket.send_input({"type": "websocket.receive", "text": "ping"})
        said: list[str] = []
        pings = 1 + sum(frame == "ping" for frame in frames)
        while pings:
            output = await socket.receive_output(PATIENCE)
            if output["type"] == "websocket.close":
                break
            text = output.get("text") or (output.get("bytes") or b"").decode("utf-8", "replace")
            pings -= text == "pong"
            said.append(text)
        return "\n".join(said)

    def _digests(self) -> dict[str, str]:
        return {table: digest(table) for table in self._tables}
