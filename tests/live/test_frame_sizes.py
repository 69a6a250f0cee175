"""How many bytes travel to each page: at a full table of ten, with names as long as real ones."""

import zlib

import pytest
from asgiref.sync import sync_to_async

from games.models import Table
from tests.factories import PlayerFactory
from tests.live.browsers import Connect, play, start

pytestmark = pytest.mark.django_db(transaction=True)

CHOICE_BYTES = 600
REVEAL_BYTES = 4000
NAMES = (
    "Marie-Claire", "Jean-Baptiste", "Ana", "Bob", "Émilie Dupont", "Théo", "Fatima", "Giulia",
    "Oliver", "Zoé",
)  # fmt: skip


async def full_table() -> Table:
    """A public table of ten in play."""
    players = await sync_to_async(lambda: [PlayerFactory.create(name=name) for name in NAMES])()
    return await start(*players, visibility="public")


@pytest.mark.parametrize("language", ["en", "fr"])
async def test_a_choice_costs_an_onlooker_few_bytes_and_a_reveal_not_many(
    connect: Connect, language: str
) -> None:
    table = await full_table()
    browser = await connect(table, None, f"language={language}&deflate=raw")
    await browser.frame()
    for seat in range(len(NAMES) - 1):
        await play(table, seat)
        assert len(await browser.frame()) <= CHOICE_BYTES
    await play(table, len(NAMES) - 1)
    reveal = await browser.frame()
    assert b'id="story"' in zlib.decompress(reveal, -zlib.MAX_WBITS)
    assert len(reveal) <= REVEAL_BYTES
    assert await browser.socket.receive_nothing()
