"""A PostgreSQL that hangs is told from a statement that takes long."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from config.database_pool import SECONDS_BEFORE_ASKING, ServerHangs, WatchfulConnection
from tests.support.relay import Relay

pytestmark = pytest.mark.postgres


@pytest.fixture
def wire(postgres_url: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Relay]:
    """What lies between us and PostgreSQL."""
    monkeypatch.setattr(WatchfulConnection, "_hangs_until", 0.0)
    port = urlsplit(postgres_url).port
    assert port
    relay = Relay(port)
    yield relay
    relay.close()


def connect(url: str, wire: Relay) -> WatchfulConnection:
    return WatchfulConnection.connect(url, host="127.0.0.1", port=wire.port)


def test_a_slow_statement_is_waited_for(postgres_url: str, wire: Relay) -> None:
    with connect(postgres_url, wire) as connection:
        slow = connection.execute("SELECT 7 FROM pg_sleep(%s)", [SECONDS_BEFORE_ASKING + 0.3])
        assert slow.fetchone() == (7,)


def test_nobody_waits_for_a_server_that_answers_nobody(postgres_url: str, wire: Relay) -> None:
    first, second = connect(postgres_url, wire), connect(postgres_url, wire)
    wire.stall_answers()
    for connection in (first, second):
        with pytest.raises(ServerHangs):
            connection.execute("SELECT 1")
        # The pool makes another one in its place.
        assert connection.closed
