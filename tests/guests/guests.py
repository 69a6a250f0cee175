"""Guests for tests: invited and seated as the pages do it."""

import re
from typing import Any

from django.test import Client
from django.urls import reverse

from accounts.models import Player
from games.models import Seat, Table
from tests.support.clients import html_of, signed_in


def invite(table: Table, host: Player) -> str:
    """The path of a new link that the host makes."""
    found = re.search(
        r'value="http://[^/]+(/guest/link/[^"]+)"',
        html_of(signed_in(host).post(reverse("games:guest_links", args=[table.code]))),
    )
    assert found
    return found[1]


def sit_down(path: str, name: str = "Zoé", browser: Client | None = None) -> Client:
    """A browser in which somebody opens a link and gives a name."""
    browser = browser or Client()
    answer: Any = browser.post(path, {"name": name})
    assert answer.status_code == 302, answer.content.decode()
    return browser


def seat_guest(table: Table, host: Player, name: str = "Zoé") -> tuple[Client, Player]:
    """The browser of a new guest at the host's table, and the guest."""
    browser = sit_down(invite(table, host), name)
    player = Seat.objects.get(table=table, name=name).player
    assert player
    return browser, player
