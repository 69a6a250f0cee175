"""Browsers in front of a proxy: HTTPS requests with cookies, and sockets."""

import asyncio
import base64
import os
import socket
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http.client import HTTPResponse, HTTPSConnection
from http.cookies import SimpleCookie
from pathlib import Path
from urllib.parse import urlencode

from bench.wire import Wire
from tests.deploy.federation import NAME

PATIENCE = 30


@dataclass(frozen=True)
class Proxy:
    """Where a proxy listens, and how to trust its certificate."""

    http_port: int
    https_port: int
    authority: Path

    @property
    def trust(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=self.authority)


class Visit(HTTPSConnection):
    """A connection to the site's name, wherever the proxy really listens."""

    def __init__(self, proxy: Proxy) -> None:
        super().__init__(NAME, proxy.https_port, timeout=PATIENCE, context=proxy.trust)
        self._trust = proxy.trust

    def connect(self) -> None:
        raw = socket.create_connection(("127.0.0.1", self.port), PATIENCE)
        self.sock = self._trust.wrap_socket(raw, server_hostname=NAME)


class Socket:
    """An open socket of a page, and what it was sent."""

    def __init__(self, request: bytes) -> None:
        self.wire = Wire(request, self._keep, lambda _reason: self.lost.set())
        self.lost = asyncio.Event()
        self._messages: asyncio.Queue[bytes] = asyncio.Queue()

    async def message(self) -> bytes:
        """The next message."""
        return await asyncio.wait_for(self._messages.get(), PATIENCE)

    def _keep(self, payload: bytes, _is_binary: bool, _at: float) -> None:
        self._messages.put_nowait(payload)


class Browser:
    """One person's browser; every request is a connection of its own."""

    def __init__(self, proxy: Proxy) -> None:
        self.proxy = proxy
        self.cookies: SimpleCookie = SimpleCookie()

    def get(self, path: str, **headers: str) -> tuple[HTTPResponse, bytes]:
        return self._ask("GET", path, b"", headers)

    def post(self, path: str, fields: dict[str, str]) -> tuple[HTTPResponse, bytes]:
        """Send a form as a page of the site would."""
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "Origin": self.origin,
            "Referer": self.origin + path,
            "X-CSRFToken": self.cookies["csrftoken"].value,
        }
        return self._ask("POST", path, urlencode(fields).encode(), headers)

    def sign_in(self, email: str, password: str) -> HTTPResponse:
        self.get("/account/login/")
        answer, _ = self.post("/account/login/", {"login": email, "password": password})
        return answer

    @property
    def origin(self) -> str:
        return f"https://{NAME}:{self.proxy.https_port}"

    @asynccontextmanager
    async def open_socket(self, path: str) -> AsyncIterator[Socket]:
        """A socket as the page at the site's address opens it."""
        lines = [
            f"GET {path} HTTP/1.1",
            f"Host: {NAME}:{self.proxy.https_port}",
            f"Origin: {self.origin}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
            "Sec-WebSocket-Version: 13",
            f"Cookie: {self._cookie_header()}",
        ]
        socket = Socket(("\r\n".join(lines) + "\r\n\r\n").encode())
        await asyncio.get_running_loop().create_connection(
            lambda: socket.wire,
            "127.0.0.1",
            self.proxy.https_port,
            ssl=self.proxy.trust,
            server_hostname=NAME,
        )
        try:
            await asyncio.wait_for(socket.wire.opened, PATIENCE)
            yield socket
        finally:
            socket.wire.close()
            await asyncio.wait_for(socket.lost.wait(), PATIENCE)

    def _ask(
        self, method: str, path: str, body: bytes, headers: dict[str, str]
    ) -> tuple[HTTPResponse, bytes]:
        visit = Visit(self.proxy)
        try:
            visit.request(method, path, body, {"Cookie": self._cookie_header()} | headers)
            answer = visit.getresponse()
            content = answer.read()
        finally:
            visit.close()
        for cookie in answer.headers.get_all("Set-Cookie", []):
            self.cookies.load(cookie)
        return answer, content

    def _cookie_header(self) -> str:
        return "; ".join(f"{name}={morsel.value}" for name, morsel in self.cookies.items())
