"""Walks through the pages of the site, from link to link."""

import json
import re
from collections import Counter, deque
from collections.abc import Sequence
from html import unescape
from http import HTTPStatus
from typing import Any
from urllib.parse import urljoin, urlsplit

from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import resolve

LEAGUES = "/leagues/"
_LINK = re.compile(r'(?:href|src)="([^"]+)"')


def name_of(address: str) -> str:
    return str(resolve(address).url_name)


def rows(content: bytes, name: str, like: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """A list of an export, of each row what `like` has too: new fields may come at the end."""
    wanted = like[0].keys() if like else ()
    return [{key: row[key] for key in wanted} for row in json.loads(content)[name]]


def walk(client: Client, *starts: str, most: int) -> dict[str, HttpResponseBase]:
    """The pages of leagues that links lead to, by address without a query: so many of each kind."""
    found: dict[str, HttpResponseBase] = {}
    kinds: Counter[str] = Counter()
    coming = deque(starts)
    while coming:
        address = coming.popleft()
        if address in found or kinds[name_of(address)] == most:
            continue
        kinds[name_of(address)] += 1
        answer = client.get(address, follow=True)
        found[address] = answer
        if answer.status_code == HTTPStatus.OK and not answer.streaming:
            coming += _links(address, answer.content.decode(errors="replace"))
    return found


def _links(page: str, text: str) -> list[str]:
    here = "http://testserver"
    links = (urljoin(here + page, unescape(link)) for link in _LINK.findall(text))
    own = (urlsplit(link).path for link in links if link.startswith(here))
    return [path for path in own if path.startswith(LEAGUES)]
