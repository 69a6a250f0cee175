from collections.abc import Iterator

import pytest
from django.core.cache import cache

from accounts.push import sending
from tests.support.tables import fresh_store

__all__ = ["fresh_store"]


@pytest.fixture(autouse=True)
def nobody_here_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No member of an earlier test, and no thread that posts."""
    monkeypatch.setattr(sending, "send_soon", lambda: None)
    cache.clear()
    yield
    cache.clear()
