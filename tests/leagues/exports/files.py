"""Files as a browser gets them."""

import csv
import io
from typing import Any

from asgiref.sync import async_to_sync
from django.test import Client
from django.urls import reverse

from leagues.models import Season


def address(name: str, season: Season, query: str = "") -> str:
    """The address of an export of a season."""
    return reverse(f"leagues:{name}", args=[season.league.slug, season.number]) + query


def body(answer: Any) -> str:
    """The whole of an answer, also of one that is sent while it is read."""
    if not answer.streaming:
        return str(answer.content.decode())

    async def read() -> bytes:
        return b"".join([part async for part in answer])

    return async_to_sync(read)().decode()


def rows(answer: Any) -> list[dict[str, str]]:
    """The rows of a CSV file."""
    text = body(answer)
    assert text.startswith("\ufeff")
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline="")))


def get(name: str, season: Season, query: str = "") -> Any:
    """The answer to a stranger."""
    return Client().get(address(name, season, query))
