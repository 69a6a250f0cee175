"""A push service on this machine, and a browser of a member that is reached there."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from accounts.push import service
from tests.support.push import PushBrowser
from tests.support.receiver import Receiver, receiver


@pytest.fixture
def push_service(settings: Settings) -> Iterator[Receiver]:
    settings.POSTS_TO_THIS_MACHINE = True
    settings.SITE_URL = "https://club.example"
    with receiver() as found:
        yield found


@pytest.fixture
def browser(push_service: Receiver, db: None) -> PushBrowser:
    service.make_key()
    return PushBrowser(push_service.url)
