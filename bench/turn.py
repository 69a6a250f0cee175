"""What a turn of four costs the server without a network: `python -m bench.turn [turns]`.

From the texts of four commands to the frames of all four members, at tables that share one process
on SQLite. Microseconds of the processor of the thread that plays, the least of several runs, so
that other work on the machine counts little; and the bytes of the frames.
"""

import asyncio
import json
import os
import sys
import tempfile
import time
from collections import deque
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
if __name__ == "__main__":
    os.environ.setdefault("SIXIEME_VAR", tempfile.mkdtemp(prefix="sixieme-turn-"))
    django.setup()

from django.core.management import call_command

from games import store
from games.live import consumer
from games.live.commands import CommandLimit
from games.live.consumer import Flow, TableConsumer
from games.rules.actions import action_to_json
from games.rules.engine import legal_actions
from games.rules.options import Options
from games.rules.state import Awaited, Decision, GameState
from games.snapshot import Snapshot
from tests.support.tables import people, start_table

PLAYERS, TABLES = 4, 12
TURNS, RUNS = 40, 15


class Seat(TableConsumer):
    """The socket of a player, whose frames go nowhere."""

    def __init__(self, table_id: int, player_id: int) -> None:
        super().__init__()
        self.scope = {"session": None}
        self.subject_id, self.player_id = table_id, player_id
        self.language, self.views, self._can_inflate = "en", None, True
        self._unread, self._flow = deque(), Flow(self.base_send, lambda: None)
        self._flow.take = self.count
        self.bytes = self.sent = 0

    async def base_send(self, message: dict[str, Any]) -> None:
        """Nothing is sent."""

    def count(self, message: dict[str, Any]) -> None:
        """Note a frame, as it would travel."""
        data = message.get("bytes")
        self.bytes += len(message["text"]) if data is None else len(data)

    def play(self, fields: dict[str, Any], version: int) -> None:
        """Send a command as the page does."""
        self.sent += 1
        now = int(time.time() * 1000)
        self._on_text(
            json.dumps(fields | {"version": str(version), "id": f"bench.{self.sent}", "sent": now})
        )


def game_at(table_id: int) -> tuple[Snapshot, GameState, Decision]:
    """The table as this process knows it: its game is never over."""
    snapshot = store.kept(table_id)
    assert snapshot is not None  # noqa: S101 - it is in play
    assert snapshot.game is not None  # noqa: S101 - it is in play
    assert snapshot.game.decision is not None  # noqa: S101 - the limit is never reached
    return snapshot, snapshot.game, snapshot.game.decision


async def play_turn(table_id: int, seats: list[Seat]) -> float:
    """Seconds of the processor until all have chosen, and what follows is played and shown."""
    spent = 0.0
    snapshot, game, asked = game_at(table_id)
    told = snapshot.turn_key
    while snapshot.turn_key == told or asked.kind is not Awaited.CARD:
        actions = [(seat, action_to_json(legal_actions(game, seat)[0])) for seat in asked.seats]
        begun = time.thread_time()
        for seat, action in actions:
            seats[seat].play(action, snapshot.version)
        spent += time.thread_time() - begun
        wanted = snapshot.version + len(actions)
        # A thread may have to do one of them.
        while (found := game_at(table_id))[0].version < wanted:
            await asyncio.sleep(0)
        snapshot, game, asked = found
    return spent


async def measure(tables: list[tuple[int, list[int]]], turns: int) -> None:
    """Play, and print what a turn costs."""
    await store.open_writer()
    seats = {pk: [Seat(pk, player) for player in players] for pk, players in tables}
    for pk, sockets in seats.items():
        for socket in sockets:
            await socket.hubs.here().join(pk, socket, -1)
    runs = []
    for _run in range(RUNS):
        before = sum(socket.bytes for sockets in seats.values() for socket in sockets)
        spent = 0.0
        for _turn in range(turns):
            for pk, sockets in seats.items():
                spent += await play_turn(pk, sockets)
        count = turns * len(seats)
        after = sum(socket.bytes for sockets in seats.values() for socket in sockets)
        runs.append((spent / count * 1e6, (after - before) / count))
    print(f"{min(runs)[0]:,.0f} us a turn, {runs[-1][1]:,.0f} bytes to all")


def main() -> None:
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    consumer.LIMIT = CommandLimit(10**9, 10**9)
    tables = []
    for _table in range(TABLES):
        players = people(PLAYERS)
        table = start_table(*players, options=Options(limit=1000, max_rounds=100))
        tables.append((table.pk, [player.pk for player in players]))
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else TURNS
    asyncio.run(measure(tables, turns))


if __name__ == "__main__":
    main()
