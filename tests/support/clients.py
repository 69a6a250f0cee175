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
