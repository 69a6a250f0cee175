"""Walks through the pages of a running site, from link to link."""

import json
import re
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from html import unescape
from http import HTTPStatus
from http.client import HTTPConnection
from types import TracebackType
from typing import Any, Self
from urllib.parse import urljoin, urlsplit

from tests.support.site import Site

LEAGUES = "/leagues/"
_LINK = re.compile(r'(?:href|src)="([^"]+)"')


@dataclass(frozen=True, slots=True)
class Answer:
    status: int
    text: str

    def rows(self, name: str, like: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """A list of an export, of each row what `like` has too: new fields may come at the end."""
        wanted = like[0].keys() if like else ()
        return [{key: row[key] for key in wanted} for row in json.loads(self.text)[name]]


class Walker:
    """Somebody with a browser that keeps one connection; session: the cookie of who signed in."""

    def __init__(self, site: Site, session: str = "") -> None:
        self.url = site.url
        self.connection = HTTPConnection("127.0.0.1", site.port, timeout=30)
        self.headers = {"Cookie": f"sessionid={session}"} if session else {}

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.connection.close()

    def get(self, address: str) -> Answer:
        self.connection.request("GET", address, headers=self.headers)
        response = self.connection.getresponse()
        body = response.read().decode(errors="replace")
        return Answer(response.status, body)

    def walk(self, *starts: str) -> dict[str, Answer]:
        """Every page of leagues that links lead to, by its address without a query."""
        found: dict[str, Answer] = {}
        coming = deque(starts)
        while coming:
            address = coming.popleft()
            if address in found:
                continue
            found[address] = answer = self.get(address)
            if answer.status == HTTPStatus.OK:
                coming += self._links(address, answer.text)
        return found

    def _links(self, page: str, text: str) -> list[str]:
        links = (urljoin(self.url + page, unescape(link)) for link in _LINK.findall(text))
        own = (urlsplit(link).path for link in links if link.startswith(self.url))
        return [path for path in own if path.startswith(LEAGUES)]
