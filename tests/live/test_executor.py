"""The threads of the live path, whose connections stay open, when the database goes away."""

from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import OperationalError, connection, connections, transaction

from accounts.models import Player
from games.live import executor

pytestmark = [pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
async def one_thread(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """All work meets the same connection, and leaves none behind."""
    with ThreadPoolExecutor(1) as threads:
        monkeypatch.setattr(executor, "_writers", lambda: threads)
        yield
        await executor.write(lambda: connections.close_all())


def hang_up() -> None:
    """Lose this thread's connection, as when the database is started anew."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_terminate_backend(pg_backend_pid())")
    connections["default"].__dict__["is_usable"] = lambda: False
    raise OperationalError("the connection is lost")


def look_up() -> None:
    """Use this thread's connection."""
    connections["default"].__dict__.pop("is_usable", None)
    Player.objects.count()


@pytest.mark.parametrize("in_transaction", [False, True])
async def test_who_finds_the_connection_lost_asks_again_on_a_new_one(in_transaction: bool) -> None:
    tries: list[None] = []

    def work() -> int:
        tries.append(None)
        look_up()
        if len(tries) == 1 and in_transaction:
            with transaction.atomic():
                hang_up()
        if len(tries) == 1:
            hang_up()
        return Player.objects.count()

    await executor.write(look_up)
    assert await executor.write(work) == 0
    assert len(tries) == 2


async def test_what_fails_on_a_connection_that_stands_is_not_done_again() -> None:
    tries: list[None] = []

    def work() -> None:
        tries.append(None)
        raise OperationalError("database is locked")

    await executor.write(look_up)
    with pytest.raises(OperationalError, match="locked"):
        await executor.write(work)
    assert len(tries) == 1
