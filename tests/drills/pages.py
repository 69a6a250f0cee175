"""Pages with a table open, on raw sockets: they show it, play at it, and come back when cut off."""

import asyncio
import json
import random
import re
import time
from collections import defaultdict
from collections.abc import Sequence
from html import unescape
from itertools import count
from typing import Any

from bench.wire import Wire, connect, upgrade_request

VERSION = re.compile(r'id="version" data-version="(\d+)"')
GONE = re.compile(r'<i id="version"[^>]* data-gone="([^"]*)"')
CARD = re.compile(r'name="card"\s+value="(\d+)"[^>]*?aria-pressed="(\w+)"( disabled)?')
CLOSED = re.compile(r'<fieldset class="hand__cards"[^>]* disabled>')
PARTS = "<!--parts-->"
TAKE = re.compile(r'form="do-take"\s+name="row"\s+value="(\d+)"')
BACK = 'form="do-back"'
ANSWER = re.compile(r'<i id="answer" data-command="([^"]*)" data-result="(\w+)"')
TIME = re.compile(r'<div id="notice"[^>]* data-now="(\d+)"')
NOTICE = re.compile(r'<div id="notice"[^>]*>([^<]+)<')
TURN = re.compile(r'data-key="([\d.]+)"')
RESULT = re.compile(r'<ol class="result">.*?</ol>', re.DOTALL)

# As static/js/connection.js and commands.js have it, in seconds.
FIRST_WAIT, LONGEST_WAIT = 0.4, 3.0
PATIENCE = 3.0
# A browser gives up opening a socket at some time too.
OPENING_SECONDS = 15.0
APPLIED = {"done", "repeated"}


class Page:
    """A tab of a browser. ports: where it connects, the first that lets it in.

    version: what it shows. reveals: how many turns it was shown. openings: for each socket, seconds
    until its first view.
    """

    def __init__(self, name: str, ports: Sequence[int], path: str, cookie: str = "") -> None:
        self.name = name
        self.version = -1
        self.turn = ""
        self.reveals = 0
        self.result = ""
        self.openings: list[float] = []
        self.first_versions: list[int] = []
        self.port = ports[0]
        self.ports, self.cookie, self._path = ports, cookie, path
        self._chance = random.Random(name)
        self._wire: Wire | None = None
        self._lost = asyncio.Event()
        self._news = asyncio.Event()

    @property
    def is_open(self) -> bool:
        """Whether its socket is open and has shown the table."""
        return self._wire is not None and not self._lost.is_set()

    async def stay(self) -> None:
        """Keep a socket open, as the page's scripts do, until cancelled."""
        tries = 0
        try:
            while True:
                try:
                    await self.open(self.ports[tries % len(self.ports)])
                except (OSError, TimeoutError):
                    tries += 1
                else:
                    tries = 0
                    await self._lost.wait()
                self._wire = None
                wait = min(FIRST_WAIT * 2**tries, LONGEST_WAIT)
                await asyncio.sleep(wait * (0.6 + self._chance.random() * 0.4))
        finally:
            self.close()

    async def open(self, port: int) -> None:
        """Open a socket and wait for the first view."""
        began = time.monotonic()
        self._lost.clear()
        self._news.clear()
        self.version = -1
        # The first view brings the result again.
        self.result = ""
        path = self._path
        request = upgrade_request(port, path, self.cookie)
        wire = Wire(request, self._receive, lambda _reason: self._lose(wire))
        try:
            async with asyncio.timeout(OPENING_SECONDS):
                await connect(wire, port)
                while self.version < 0 and not self._lost.is_set():
                    await self._next_news()
        except BaseException:
            wire.close()
            raise
        if path != self._path:
            wire.close()
            raise ConnectionError("the page has moved on meanwhile")
        if self.version < 0:
            raise ConnectionError("closed before the first view")
        self._wire, self.port = wire, port
        self.openings.append(time.monotonic() - began)
        self.first_versions.append(self.version)
        self._news.set()

    def move_to(self, path: str) -> None:
        """Leave this page for another one, which opens its socket there."""
        self._path, self.result, self.turn = path, "", ""
        self.close()

    def close(self) -> None:
        if self._wire:
            self._wire.close()

    async def shows(self, version: int) -> None:
        """Return when the page shows that version or a later one."""
        while self.version < version or not self.is_open:
            await self._next_news()

    async def reveals_again(self, reveals: int) -> None:
        """Return when the page has been shown more turns than so many."""
        while self.reveals <= reveals:
            await self._next_news()

    async def has_result(self) -> None:
        """Return when the page shows the result of the game."""
        while not self.result:
            await self._next_news()

    async def opens(self, times: int) -> None:
        """Return when the page has opened so many sockets."""
        while len(self.openings) < times:
            await self._next_news()

    async def _next_news(self) -> None:
        self._news.clear()
        await self._news.wait()

    def _receive(self, payload: bytes, is_binary: bool, now: float) -> None:
        self.hear(payload.decode())

    def hear(self, text: str) -> None:
        """Take over what the site says, and tell whoever waits for it."""
        if found := VERSION.search(text):
            self.version = max(self.version, int(found[1]))
        if (found := TURN.search(text)) and found[1] != self.turn:
            self.turn = found[1]
            self.reveals += 1
        if found := RESULT.search(text):
            self.result = found[0]
        self.read(text)
        self._news.set()

    def read(self, text: str) -> None:
        """What else a message tells."""

    def _lose(self, wire: Wire) -> None:
        if self._wire in {None, wire}:
            self._lost.set()
            self._news.set()


class PlayerPage(Page):
    """A page of somebody who plays. answers: to each of their commands, by its id.

    is_idle: they do not play by themselves. pace: seconds from one look at the page to the next.
    """

    def __init__(self, name: str, ports: Sequence[int], path: str, cookie: str) -> None:
        super().__init__(name, ports, path, cookie)
        self.answers: defaultdict[str, list[str]] = defaultdict(list)
        self.notices: list[str] = []
        self.pace = 0.06
        self.is_idle = False
        # The bot plays for them, or the game waits until somebody is back.
        self.is_away = False
        self._cards: dict[int, tuple[bool, bool]] = {}
        self._is_closed = False
        self._rows: list[int] = []
        self._offered: list[int] = []
        self._numbers = count(1)
        self._pending: dict[str, Any] | None = None
        self._unshown: int | None = None
        # It plays itself: who chooses it at that moment is told that they are late.
        self._sent_last_card = False
        # By how many ms the clock of the site was seen to be ahead of ours.
        self._ahead = 0
        self._sent_at = 0.0
        self._sent_on: Wire | None = None

    @property
    def is_asked(self) -> bool:
        """Whether the page asks for something that was not sent yet."""
        return self._pending is None and self._move() is not None

    @property
    def plays_itself(self) -> bool:
        """Whether a keeper may be faster: a last card needs nobody."""
        return not self._rows and len(self._cards) == 1

    def read(self, text: str) -> None:
        for command, result in ANSWER.findall(text):
            self.answers[command].append(result)
            if self._pending and command == self._pending["id"]:
                self._settle(self._pending, result)
        if found := TIME.search(text):
            self._ahead = max(self._ahead, int(found[1]) - now_in_ms())
        if found := GONE.search(text):
            for card in re.findall(r"\bcard-(\d+)", found[1]):
                self._cards.pop(int(card), None)
        if 'id="hand"' in text:
            self._is_closed = bool(CLOSED.search(text))
            if PARTS not in text:
                self._cards.clear()
                # A new deal may hold the card that was just played.
                self._unshown = None
        for number, pressed, disabled in CARD.findall(text):
            self._cards[int(number)] = (pressed == "true", not disabled)
        if 'id="prompt"' in text:
            self._rows = self._offered = list(map(int, TAKE.findall(text)))
            self.is_away = BACK in text
        self._hear_notices(text)

    def _hear_notices(self, text: str) -> None:
        if not self._sent_last_card:
            self.notices += map(unescape, NOTICE.findall(text))

    def _settle(self, command: dict[str, Any], result: str) -> None:
        """A command was answered; what it did may be shown later."""
        self._pending = None
        if result not in APPLIED:
            self._unshown = None
        if "row" in command:
            self._rows = [] if result in APPLIED else self._offered

    def move_to(self, path: str) -> None:
        super().move_to(path)
        self._cards, self._rows, self._pending, self._unshown = {}, [], None, None

    def refuse(self, command: dict[str, Any]) -> None:
        """A command was refused, whatever the page shows of it."""
        self.answers[command["id"]].append("refused")
        if self._pending and self._pending["id"] == command["id"]:
            self._settle(self._pending, "refused")
        self._news.set()

    async def play(self) -> None:
        """Do what the page asks for, again and again, until cancelled."""
        while True:
            await asyncio.sleep(self.pace)
            if self.is_open:
                await self.act()

    async def act(self) -> None:
        """Do what the page asks for now."""
        if self._pending is not None:
            self._insist()
        elif not self.is_idle and self._move():
            self.send(self.next_command())

    async def has_answers(self) -> None:
        """Return when every command was answered."""
        while self._pending is not None:
            await self._next_news()

    async def play_once(self) -> tuple[str, float]:
        """Do what the page asks for; the id of the command and the seconds until its answer."""
        began = time.monotonic()
        self.send(command := self.next_command())
        while not self.answers[command["id"]]:
            await self._next_news()
        return command["id"], time.monotonic() - began

    def next_command(self) -> dict[str, Any]:
        """What the page asks for, as a command with a new id."""
        move = self._move()
        assert move is not None, f"{self.name} is asked for nothing"
        return {**move, "version": self.version, "id": f"{self.name}.{next(self._numbers)}"}

    def send(self, command: dict[str, Any]) -> None:
        """Send a command, again and again while it gets no answer."""
        self._pending, self._sent_last_card = command, self.plays_itself
        if "row" in command:
            self._rows = []
        self._send_pending()

    def _insist(self) -> None:
        """Send again what got no answer, or withdraw it."""
        is_on_new_socket = self._sent_on is not self._wire
        if not is_on_new_socket and time.monotonic() - self._sent_at < PATIENCE:
            return
        assert self._pending is not None
        if is_on_new_socket and self._chance.random() < 0.5:
            self._pending |= {"kind": "withdraw"}
        self._send_pending()

    def _send_pending(self) -> None:
        assert self._wire is not None
        self._sent_at, self._sent_on = time.monotonic(), self._wire
        assert self._pending is not None
        self._unshown = self._pending.get("card")
        # As a page does that was loaded while the server's clock was right (static/js/clock.js).
        self._pending |= {"sent": now_in_ms() + self._ahead}
        self.dispatch(self._pending)

    def dispatch(self, command: dict[str, Any]) -> None:
        """Put a command on its way."""
        self._wire.send(json.dumps(command))

    def _move(self) -> dict[str, Any] | None:
        is_unshown = self._cards.get(self._unshown or 0) == (False, True) and not self._is_closed
        if is_unshown:
            return None
        self._unshown = None
        if self._rows:
            return {"kind": "take", "row": self._chance.choice(self._rows)}
        if self._is_closed or any(is_chosen for is_chosen, _is_free in self._cards.values()):
            return None
        free = sorted(card for card, (_is_chosen, is_free) in self._cards.items() if is_free)
        return {"kind": "choose", "card": self._chance.choice(free)} if free else None


def now_in_ms() -> int:
    """The time of this process, whose clock nobody sets."""
    return int(time.time() * 1000)
