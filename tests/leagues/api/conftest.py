"""A league with a session, and a program of its owner."""

import pytest
from django.core.cache import cache

from accounts.models import Player
from leagues.models import Season, Session
from tests.factories import PlayerFactory
from tests.leagues.api.programs import Program
from tests.support.leagues import make_season, make_session


@pytest.fixture(autouse=True)
def _nobody_has_asked_yet() -> None:
    cache.clear()


@pytest.fixture
def owner() -> Player:
    return PlayerFactory.create(name="Olga")


@pytest.fixture
def season(owner: Player) -> Season:
    return make_season(owner)


@pytest.fixture
def session(season: Season) -> Session:
    return make_session(season)


@pytest.fixture
def pair() -> list[Player]:
    return [PlayerFactory.create(name="Ana"), PlayerFactory.create(name="Bob")]


@pytest.fixture
def program(owner: Player) -> Program:
    return Program(owner)
