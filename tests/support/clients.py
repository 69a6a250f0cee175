"""Browsers of people, as far as a test needs no page drawn."""

from http import HTTPStatus
from typing import Any

from django.test import Client

from accounts.models import Player


def signed_in(player: Player | None = None) -> Client:
    """Somebody's browser; of None a stranger's."""
    client = Client()
    if player is not None:
        assert player.user is not None
        client.force_login(player.user)
    return client


def html_of(answer: Any) -> str:
    """The page that an answer holds; fails where it is another answer than 200."""
    assert answer.status_code == HTTPStatus.OK, answer.status_code
    return str(answer.content.decode())


def key_of(browser: Client) -> str:
    """The key of the session that a browser has."""
    key = browser.session.session_key
    assert key
    return key
