"""A club that allows guests; a guest's browser is one without an account."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from pytest_django import Settings

from tests.support.tables import fresh_store

__all__ = ["fresh_store"]


@pytest.fixture(autouse=True)
def _guests_are_allowed(settings: Settings) -> Iterator[None]:
    settings.GUEST_SEATS = True
    cache.clear()
    yield
    cache.clear()
