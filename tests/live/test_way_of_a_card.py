"""How many files somebody must open to follow one card from the tap to every screen."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest
from asgiref.sync import sync_to_async

from accounts.models import Player
from games.live import publishing
from games.models import Table
from games.page import draw, words
from games.table import store
from tests.live.browsers import Browser, Connect, play
from tests.support.project import ROOT

pytestmark = pytest.mark.django_db(transaction=True)

# Of a card that others wait for no more, and of the last one of a turn, which is placed and told.
MOST_FILES_OF_A_CHOICE = 14
MOST_FILES_OF_A_REVEAL = 19


@pytest.fixture(autouse=True)
def _nothing_is_drawn_yet() -> None:
    """So that it does not matter which tests came before."""
    for kept in (*vars(draw).values(), *vars(words).values()):
        if hasattr(kept, "cache_clear"):
            kept.cache_clear()


# By which other processes are told and hear it, where there are any, and PostgreSQL is written to.
# What Redis sends comes at its own time, and versions are read on a thread when it comes too late.
OF_OTHERS = {
    "config/shared_layer.py",
    "games/live/announcer.py",
    "games/live/executor.py",
    "games/live/hub.py",
    "games/table/postgres_writer.py",
}


@contextmanager
def watched(files: set[str]) -> Iterator[None]:
    """Note the files of the project whose functions are called in this thread."""

    def note(frame: FrameType, event: str, _argument: object) -> None:
        path = Path(frame.f_code.co_filename)
        if event == "call" and path.suffix == ".py" and path.is_relative_to(ROOT):
            name = str(path.relative_to(ROOT))
            if not name.startswith((".venv", "tests")):
                files.add(name)

    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(None)


async def way_of_a_card(table: Table, seat: int, browser: Browser, shown: str) -> set[str]:
    """The files that one card takes its way through, until a page shows `shown`."""
    files: set[str] = set()
    snapshot = await sync_to_async(store.fresh)(table.pk)
    card = str(snapshot.game.round.hands[seat][0])
    # The connection is open for good by the second card.
    await store.open_writer()
    with watched(files):
        await browser.send(kind="choose", card=card, version=str(snapshot.version), id="page.1")
        while shown not in (text := await browser.message()):
            pass
    assert f'id="card-{card}"' in text or f"card-{card}" in text.partition("</i>")[0]
    return files if publishing.shared_layer() is None else files - OF_OTHERS


async def test_a_choice_passes_through_few_files(table: Table, browser: Browser) -> None:
    files = await way_of_a_card(table, 0, browser, "player is-chosen")
    assert len(files) <= MOST_FILES_OF_A_CHOICE, "\n".join(sorted(files))


async def test_a_reveal_passes_through_few_files(
    connect: Connect, ben: Player, table: Table
) -> None:
    browser = await connect(table, ben)
    await browser.message()
    await play(table, 0)
    await browser.message()
    files = await way_of_a_card(table, 1, browser, 'id="story"')
    assert len(files) <= MOST_FILES_OF_A_REVEAL, "\n".join(sorted(files))
