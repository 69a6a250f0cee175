from datetime import datetime

import pytest
from django.utils import timezone

from tests.support.tables import fresh_store

__all__ = ["fresh_store"]


@pytest.fixture
def now() -> datetime:
    return timezone.now()
