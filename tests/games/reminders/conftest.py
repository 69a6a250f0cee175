from collections.abc import Iterator

import pytest
from django.core.cache import cache
from pytest_django import Settings

from games.reminders import service


@pytest.fixture(autouse=True)
def a_site_that_sends_mail(settings: Settings) -> Iterator[None]:
    """With a mail server and an address, and no table looked at before."""
    settings.EMAIL_IS_SENT = True
    settings.SITE_URL = "https://club.example"
    service.forget()
    cache.clear()
    yield
    service.forget()
    cache.clear()
