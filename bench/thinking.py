"""How much thinking bots hold up others: `python -m bench.thinking [turns]`.

Turns of four people are played as in bench/turn.py, with and without ten masters at other tables,
who choose as fast as they can through games/play/thinking.py. Milliseconds on the clock, since
other processes count: from the first command of a turn to the frames of all.
"""

import asyncio
import os
import sys
import tempfile
import threading
import time
from collections import defaultdict
from unittest import mock

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
if __name__ == "__main__":
    os.environ.setdefault("SIXIEME_VAR", tempfile.mkdtemp(prefix="sixieme-thinking-"))
    django.setup()

from django.core.management import call_command

from bench.live.figures import percentile
from bench.turn import PLAYERS, TABLES, Page, play_turn
from games.models import Seat, Table
from games.play import thinking
from games.play.commands import CommandLimit
from games.rules.deal import SeededDealer, default_client_seed
from games.rules.engine import new_game, view_for
from games.rules.options import Options
from games.table import store
from tests.support.tables import people, start_table

MASTERS = 10
TURNS = 400
# Between turns people think; without a rest the client alone fills a processor.
REST_SECONDS = 0.02


def keep_thinking(stop: threading.Event) -> int:
    """Ask for the choices of ten masters again and again; how many there were."""
    count = 0
    seeds = tuple(default_client_seed(f"master {seat}") for seat in range(MASTERS))
    while not stop.is_set():
        secret = count.to_bytes(32, "big")
        state, _ = new_game(Options(), MASTERS, SeededDealer(secret, seeds))
        waiting = []
        for seat in range(MASTERS):
            try:
                thinking.choose(view_for(state, seat), "master", secret)
            except thinking.StillThinking as still:
                waiting.append(still.choice)
        for choice in waiting:
            choice.result()
        count += MASTERS
    return count


async def measure(turns: int) -> None:
    await store.open_writer()
    tables: dict[int, list[Page]] = defaultdict(list)
    seats = Seat.objects.order_by("table", "index").values_list("table_id", "player_id")
    for table_id, player_id in [pair async for pair in seats]:
        page = Page(table_id, player_id)
        tables[table_id].append(page)
        await page.hubs.here().join(table_id, page, -1)
    spent: dict[bool, list[float]] = {False: [], True: []}
    choices = 0
    at = list(tables.items())
    # In blocks one after the other, so that what else the machine does counts for both.
    for block in range(8):
        is_thinking = block % 2 == 1
        stop = threading.Event()
        asking = (
            asyncio.create_task(asyncio.to_thread(keep_thinking, stop)) if is_thinking else None
        )
        await asyncio.sleep(1)
        for turn in range(turns // 8):
            table_id, pages = at[turn % len(at)]
            began = time.perf_counter()
            await play_turn(table_id, pages)
            spent[is_thinking].append(time.perf_counter() - began)
            await asyncio.sleep(REST_SECONDS)
        stop.set()
        if asking is not None:
            choices += await asking
    thinking.stop()
    print(f"{choices} choices of masters")
    for is_thinking, label in ((False, "nobody thinks"), (True, "ten masters think")):
        p50, p95 = (percentile(spent[is_thinking], percent) * 1000 for percent in (50, 95))
        print(f"{label}: a turn takes {p50:.2f} ms (p50), {p95:.2f} ms (p95)")


def main() -> None:
    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    if not Table.objects.exists():
        for _table in range(TABLES):
            start_table(*people(PLAYERS), options=Options(limit=1000, max_rounds=100))
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else TURNS
    with mock.patch("games.page.consumer.LIMIT", CommandLimit(10**9, 10**9)):
        asyncio.run(measure(turns))


if __name__ == "__main__":
    main()
