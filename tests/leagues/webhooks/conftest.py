"""A server that receives what webhooks post, a webhook of it, and three players."""

from collections.abc import Iterator
from typing import Any

import pytest

from accounts.models import Player
from leagues.models import Season, Webhook
from tests.factories import PlayerFactory
from tests.support.leagues import make_webhook
from tests.support.receiver import Receiver, receiver


@pytest.fixture
def server(settings: Any) -> Iterator[Receiver]:
    settings.POSTS_TO_THIS_MACHINE = True
    with receiver() as found:
        yield found


@pytest.fixture
def hook(season: Season, server: Receiver) -> Webhook:
    return make_webhook(season.league, address=server.url)


@pytest.fixture
def people() -> list[Player]:
    return [PlayerFactory.create(name=name) for name in ("Ana", "Bob", "Cléo")]
