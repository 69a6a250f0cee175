"""Four people look at the same page: a stranger, a member, an organizer and the staff."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.models import Player, User
from tests.factories import PlayerFactory
from tests.support.clients import signed_in


@pytest.fixture(autouse=True)
def _nobody_is_rate_limited_yet() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def member() -> Player:
    return PlayerFactory.create(name="Camille")


@pytest.fixture
def organizer() -> Player:
    return PlayerFactory.create(name="Dominique", is_organizer=True)


@pytest.fixture
def as_stranger() -> Client:
    return Client()


@pytest.fixture
def as_member(member: Player) -> Client:
    return signed_in(member)


@pytest.fixture
def as_organizer(organizer: Player) -> Client:
    return signed_in(organizer)


@pytest.fixture
def user(member: Player) -> User:
    """What `member` signs in with."""
    assert member.user
    return member.user
