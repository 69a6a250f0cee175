"""A server that receives what webhooks post."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.receiver import Receiver, receiver


@pytest.fixture
def server(settings: Any) -> Iterator[Receiver]:
    settings.WEBHOOKS_TO_THIS_MACHINE = True
    with receiver() as found:
        yield found
