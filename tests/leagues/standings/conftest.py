"""Who plays in the examples of standings."""

import pytest

from accounts.models import Player
from tests.factories import PlayerFactory


@pytest.fixture
def ada() -> Player:
    """First in the order of names, as `ben` and `cem` follow."""
    return PlayerFactory.create(name="Ada")


@pytest.fixture
def ben() -> Player:
    return PlayerFactory.create(name="Ben")
