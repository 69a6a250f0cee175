"""`python -m tests.live.half_open_drill [CONNECTIONS]`: a player's choices beside half-open ones.

One client opens so many connections to the real server, with half a request on each, and opens
each again as soon as it is cut. Meanwhile others play: how long until a choice is answered.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from config.connections import HEADER_SECONDS, raise_file_limit
from tests.drills.club import ClubWish, Place, TableWish
from tests.drills.pages import PlayerPage
from tests.drills.stage import club_in
from tests.support.site import Site

HALF = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "
CHOICES = 150


async def hold_half(port: int, held: set[asyncio.StreamWriter]) -> None:
    """Open half a request again and again, and send a byte of it now and then."""
    while True:
        with suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            held.add(writer)
            try:
                writer.write(HALF)
                while not reader.at_eof():
                    with suppress(TimeoutError):
                        async with asyncio.timeout(2):
                            await reader.read(1)
                    writer.write(b"x")
            finally:
                held.discard(writer)
                writer.close()
        await asyncio.sleep(0.5)


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


async def drill(site: Site, place: Place, connections: int) -> None:
    players = [
        PlayerPage(f"p{seat}", [site.port], place.path, cookie)
        for seat, cookie in enumerate(place.cookies)
    ]
    for player in players:
        player.is_idle = True
    tasks = [asyncio.create_task(player.stay()) for player in players]
    await asyncio.gather(*(player.shows(0) for player in players))
    await measure(players, "before")
    held: set[asyncio.StreamWriter] = set()
    tasks += [asyncio.create_task(hold_half(site.port, held)) for _number in range(connections)]
    began = time.monotonic()
    while len(held) < connections * 0.9 and time.monotonic() - began < 2 * HEADER_SECONDS:  # noqa: ASYNC110
        await asyncio.sleep(0.1)
    await measure(players, f"beside {len(held)} half-open connections")
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def main() -> None:
    connections = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    raise_file_limit()
    with tempfile.TemporaryDirectory() as folder:
        site = Site(Path(folder))
        # As behind a proxy: otherwise one address may have half as many.
        site.environment["TRUSTED_PROXIES"] = "1"
        place = club_in(site.environment, ClubWish({"half": TableWish(100)})).places["half"]
        site.start()
        try:
            asyncio.run(drill(site, place, connections))
        finally:
            site.kill()


if __name__ == "__main__":
    main()
