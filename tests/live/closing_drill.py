"""`python -m tests.live.closing_drill [LOOPS [FILE]]`: start and stop event loops.

Busy processes take the processors meanwhile. Each loop has a hub on Redis, a socket that looks, one
that is refused, and a keeper. One that does not end within PATIENCE seconds ends the drill with the
stacks of all threads. FILE is a migrated SQLite database to begin with.
"""

import asyncio
import faulthandler
import os
import random
import shutil
import sys
import tempfile
import time
from multiprocessing import Process
from pathlib import Path

PATIENCE = 30
BUSY = 2


def be_busy(parent: int) -> None:
    """Take a processor away from everybody else, as long as the drill runs, however it ends."""
    while os.getppid() == parent:
        pass


async def evening() -> None:
    """What one server process does, in short; it ends at any moment."""
    from channels.layers import channel_layers

    from games.live import publishing
    from games.live.hub import Hub
    from games.play.keeper import keep
    from tests.live.test_rooms import TABLE, Club, Tab
    from tests.support.sockets import knock

    # Each loop has a layer of its own, as each process has.
    channel_layers.backends.clear()
    publishing.serve_from(asyncio.get_running_loop())
    # The end of the loop ends this one.
    keeper = asyncio.create_task(keep(asyncio.Event()))
    club = Club()
    hub = Hub(club.subject, club.versions, club.unwelcome)
    await hub.join(TABLE, tab := Tab())
    club.version += 1
    publishing.publish(TABLE, club.version)
    await asyncio.sleep(random.uniform(0, 0.01))
    await hub.leave(TABLE, tab)
    await hub.close()
    assert not await knock("/ws/tables/abc/", origin=b"http://elsewhere.example")
    for _round in range(random.randrange(12)):
        await asyncio.sleep(0)
    assert not keeper.done()


def drill(loops: int) -> None:
    """Start and stop so many loops."""
    others = [Process(target=be_busy, args=(os.getpid(),), daemon=True) for _process in range(BUSY)]
    for other in others:
        other.start()
    began = time.monotonic()
    for _loop in range(loops):
        faulthandler.dump_traceback_later(PATIENCE, exit=True)
        asyncio.run(evening())
    faulthandler.cancel_dump_traceback_later()
    for other in others:
        other.kill()
    print(f"{loops} loops ended in {time.monotonic() - began:.1f} s")  # noqa: T201


def main() -> None:
    from tests.support.databases import throw_away_redis

    # A thread that the last keeper gave work to may write there while the folder is deleted.
    folder_of_drill = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
    with throw_away_redis() as url, folder_of_drill as folder:
        os.environ.pop("TEST_DATABASE_URL", None)
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "config.settings_test",
            "REDIS_URL": url,
            "SIXIEME_VAR": folder,
        }
        import django
        from django.core.management import call_command

        if len(sys.argv) > 2:
            shutil.copyfile(sys.argv[2], Path(folder) / "test.sqlite3")
        django.setup()
        call_command("migrate", verbosity=0)
        drill(int(sys.argv[1]) if len(sys.argv) > 1 else 200)


if __name__ == "__main__":
    main()
