from collections.abc import Iterator

import pytest
from django.core.cache import cache
from pytest_django import Settings

from games.reminders import sending


@pytest.fixture(autouse=True)
def a_site_that_sends_mail(settings: Settings) -> Iterator[None]:
    """With a mail server and an address, and no table looked at before."""
    settings.EMAIL_IS_SENT = True
    settings.SITE_URL = "https://club.example"
    sending.forget()
    cache.clear()
    yield
    sending.forget()
    cache.clear()
