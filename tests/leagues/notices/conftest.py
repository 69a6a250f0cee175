import pytest
from pytest_django import Settings


@pytest.fixture(autouse=True)
def a_site_that_sends_mail(settings: Settings) -> None:
    """With a mail server, an address, and the clock of Paris."""
    settings.EMAIL_IS_SENT = True
    settings.SITE_URL = "https://club.example"
