"""`python -m tests.live.half_open_drill [CONNECTIONS [KIND ...]]`: choices beside half requests.

One client opens so many connections to the real server, begins something on each (the kinds of
tests/drills/hostile.py, by default half of the headers), and begins again as soon as it is cut.
Meanwhile others play: how long until a choice is answered, and how much is on the disk.
"""

import asyncio
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

from config.connections import HEADER_SECONDS, raise_file_limit
from tests.drills.club import ClubWish, Place, TableWish
from tests.drills.hostile import bytes_on_disk, hold
from tests.drills.pages import PlayerPage
from tests.drills.stage import club_in
from tests.support.site import Site

CHOICES = 150


async def measure(players: list[PlayerPage], what: str) -> None:
    """Let the players choose in turn, and tell how long each waited for the answer."""
    waited: list[float] = []
    while len(waited) < CHOICES:
        for player in players:
            if player.is_open and player.is_asked:
                _command, seconds = await asyncio.wait_for(player.play_once(), 30)
                waited.append(seconds * 1000)
        await asyncio.sleep(0.02)
    cuts = statistics.quantiles(waited, n=100)
    print(f"{what:<40} p50 {cuts[49]:6.1f} ms   p99 {cuts[98]:6.1f} ms")  # noqa: T201


async def drill(site: Site, place: Place, connections: int, kinds: list[str]) -> None:
    players = [
        PlayerPage(f"p{seat}", [site.port], place.path, cookie)
        for seat, cookie in enumerate(place.cookies)
    ]
    for player in players:
        player.is_idle = True
    tasks = [asyncio.create_task(player.stay()) for player in players]
    await asyncio.gather(*(player.shows(0) for player in players))
    await measure(players, "before")
    held: set[object] = set()
    chance = random.Random(connections)
    holding = [hold(site.port, place.path, kinds, chance, held) for _number in range(connections)]
    tasks += map(asyncio.create_task, holding)
    began = time.monotonic()
    while len(held) < connections * 0.9 and time.monotonic() - began < 2 * HEADER_SECONDS:  # noqa: ASYNC110
        await asyncio.sleep(0.1)
    await measure(players, f"beside {len(held)} half-open connections")
    print(f"{bytes_on_disk(site.process.pid) / 1e6:.0f} MB in temporary files")  # noqa: T201
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def main() -> None:
    connections = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    kinds = sys.argv[2:] or ["headers"]
    raise_file_limit()
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder))
        # As behind a proxy: otherwise one address may have half as many.
        site.environment["TRUSTED_PROXIES"] = "1"
        place = club_in(site.environment, ClubWish({"half": TableWish(100)})).places["half"]
        site.start()
        try:
            asyncio.run(drill(site, place, connections, kinds))
        finally:
            site.kill()


if __name__ == "__main__":
    main()
