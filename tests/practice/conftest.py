import pytest

from accounts.models import Player
from tests.factories import PlayerFactory
from tests.support.tables import fresh_store

__all__ = ["fresh_store"]


@pytest.fixture
def ada() -> Player:
    return PlayerFactory.create(name="Ada")


@pytest.fixture
def ben() -> Player:
    return PlayerFactory.create(name="Ben")
