"""Browsers of people, as far as a test needs no page drawn."""

from django.test import Client

from accounts.models import Player


def signed_in(player: Player | None = None) -> Client:
    """Somebody's browser; of None a stranger's."""
    client = Client()
    if player is not None:
        assert player.user is not None
        client.force_login(player.user)
    return client


def key_of(browser: Client) -> str:
    """The key of the session that a browser has."""
    key = browser.session.session_key
    assert key
    return key
