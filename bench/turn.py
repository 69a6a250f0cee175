"""What a turn of four costs the server without a network: `python -m bench.turn [turns]`.

From the texts of four commands to the frames of all four members, at tables that share one process
on SQLite. Microseconds of the processor of the thread that plays, so that other work on the machine
counts little; and the bytes of the frames.
"""

import asyncio
import json
import os
import sys
import tempfile
import time
from collections import defaultdict, deque
from collections.abc import Iterable
from typing import Any
from unittest import mock

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
if __name__ == "__main__":
    os.environ.setdefault("SIXIEME_VAR", tempfile.mkdtemp(prefix="sixieme-turn-"))
    django.setup()

from django.core.management import call_command

from bench.live.figures import percentile
from games.models import Seat, Table
from games.page.consumer import Flow, TableConsumer
from games.play.commands import CommandLimit
from games.rules.actions import action_to_json
from games.rules.engine import legal_actions
from games.rules.options import Options
from games.rules.state import Awaited, Decision, GameState
from games.table import store
from games.table.snapshot import Snapshot
from tests.support.tables import people, start_table

PLAYERS, TABLES = 4, 12
TURNS = 100
# A command of a page that was in use before would be an old one.
PAGE = f"p{os.getpid()}"


async def nowhere(message: dict[str, Any]) -> None:
    """Send nothing."""


class Page(TableConsumer):
    """The socket of a player, whose frames go nowhere."""

    def __init__(self, table_id: int, player_id: int | None) -> None:
        super().__init__()
        self.subject_id, self.player_id = table_id, player_id
        self.language, self.views, self._can_inflate = "en", None, True
        self._unread, self._flow = deque(), Flow(nowhere, lambda: None)
        self._flow.take = self.count
        self.bytes = self.sent = 0

    def count(self, message: dict[str, Any]) -> None:
        """Note a frame, as it would travel."""
        data = message.get("bytes")
        self.bytes += len(message["text"]) if data is None else len(data)

    def play(self, fields: dict[str, Any], version: int) -> None:
        """Send a command as the page does."""
        self.sent += 1
        now = int(time.time() * 1000)
        self._on_text(
            json.dumps(fields | {"version": str(version), "id": f"{PAGE}.{self.sent}", "sent": now})
        )


def game_at(table_id: int) -> tuple[Snapshot, GameState, Decision]:
    """The table as this process knows it: its game is never over."""
    snapshot = store.kept(table_id)
    assert snapshot is not None  # noqa: S101 - it is in play
    assert snapshot.game is not None  # noqa: S101 - it is in play
    assert snapshot.game.decision is not None  # noqa: S101 - the limit is never reached
    return snapshot, snapshot.game, snapshot.game.decision


async def play_turn(table_id: int, pages: list[Page]) -> float:
    """Seconds of the processor until all have chosen, and what follows is played and shown."""
    spent = 0.0
    snapshot, game, asked = game_at(table_id)
    told = snapshot.turn_key
    while snapshot.turn_key == told or asked.kind is not Awaited.CARD:
        actions = [(seat, action_to_json(legal_actions(game, seat)[0])) for seat in asked.seats]
        begun = time.thread_time()
        for seat, action in actions:
            pages[seat].play(action, snapshot.version)
        spent += time.thread_time() - begun
        found = game_at(table_id)
        if found[0].version < snapshot.version + len(actions):
            raise RuntimeError("a command was not done at once")
        snapshot, game, asked = found
    return spent


async def measure(seats: Iterable[tuple[int, int | None]], turns: int) -> None:
    """Play, and print what a turn costs. seats: table and player of each, in order."""
    await store.open_writer()
    tables: dict[int, list[Page]] = defaultdict(list)
    for table_id, player_id in seats:
        page = Page(table_id, player_id)
        tables[table_id].append(page)
        await page.hubs.here().join(table_id, page, -1)
    spent = [await play_turn(pk, own) for _turn in range(turns) for pk, own in tables.items()]
    sent = sum(page.bytes for at_table in tables.values() for page in at_table)
    tenth, middle = (percentile(spent, percent) * 1e6 for percent in (10, 50))
    print(f"{middle:,.0f} us a turn (a tenth of them at most {tenth:,.0f})")
    print(f"{sent / len(spent):,.0f} bytes to all four")


def main() -> None:
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    if not Table.objects.exists():
        for _table in range(TABLES):
            start_table(*people(PLAYERS), options=Options(limit=1000, max_rounds=100))
    seats = Seat.objects.order_by("table", "index").values_list("table_id", "player_id")
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else TURNS
    with mock.patch("games.page.consumer.LIMIT", CommandLimit(10**9, 10**9)):
        asyncio.run(measure(list(seats), turns))


if __name__ == "__main__":
    main()
