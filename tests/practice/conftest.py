import pytest

from accounts.models import Player
from games.practice import making
from tests.factories import PlayerFactory
from tests.support.tables import fresh_store

__all__ = ["fresh_store"]


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a search of low priority waits for minutes for a second's work."""
    monkeypatch.setattr(making, "MOST_SECONDS", 600)


@pytest.fixture
def ada() -> Player:
    return PlayerFactory.create(name="Ada")


@pytest.fixture
def ben() -> Player:
    return PlayerFactory.create(name="Ben")
