import pytest
from django.test import Client

from accounts.models import Player
from tests.factories import PlayerFactory
from tests.support.tables import fresh_store

__all__ = ["fresh_store"]


@pytest.fixture
def organizer(client: Client) -> Player:
    """Staff, signed in."""
    player = PlayerFactory.create(name="Orga", user__is_staff=True)
    assert player.user is not None
    client.force_login(player.user)
    return player
