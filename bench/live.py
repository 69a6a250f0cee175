"""The live path under load, through the real server: from the last choice to each receipt.

    .venv/bin/python -m bench.live            every scenario
    .venv/bin/python -m bench.live one-table --turns 40

The server runs on one processor, this client on the other; only loopback is used.

one-table    one table of 10: milliseconds from the last player's send to each of 10 receipts
spectators   the same with 500 people who watch
many-tables  50 tables of 4 that play as fast as they can: reveals a second
"""

import argparse
import asyncio
import json
import os
import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

from bench.wire import Wire, open_wire

ROOT = Path(__file__).resolve().parent.parent
VERSION = re.compile(rb'data-version="(\d+)"')
OFFER = re.compile(rb'form="do-(choose|take)"\s+name="(card|row)"\s+value="(\d+)"')
# A socket that sends faster than people can is told to wait.
PAUSE_SECONDS = 0.05
STORY = re.compile(rb'data-key="([\d.]*)"')


@dataclass
class Seat:
    """A socket and what its last message said."""

    wire: Wire
    version: int = 0
    story: bytes = b""
    said: bytes = b""

    async def hear(self) -> None:
        """Read one message."""
        text = await self.wire.text()
        if found := VERSION.search(text):
            self.version = int(found[1])
            story = STORY.search(text)
            self.story = story[1] if story else b""
            self.said = text

    @property
    def offers(self) -> tuple[tuple[str, str, str], ...]:
        """The moves it may make; looked for on demand, as 500 who watch make none."""
        found = OFFER.findall(self.said)
        return tuple((kind.decode(), name.decode(), value.decode()) for kind, name, value in found)

    async def hear_story(self, older: bytes) -> None:
        """Read until a turn is told that is not `older`."""
        while self.story == older:
            await self.hear()

    def play(self) -> None:
        """Send one of the moves on offer; a row to take goes before the next card."""
        rows = [offer for offer in self.offers if offer[0] == "take"]
        kind, name, value = random.choice(rows or self.offers)
        self.wire.send(json.dumps({"kind": kind, name: value, "version": str(self.version)}))


def prepare(tables: int, players: int) -> tuple[list[str], list[list[str]]]:
    """Public tables in play and a session key per seat, in the database of this environment."""
    import django

    django.setup()
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore
    from django.core.management import call_command
    from django.utils import timezone

    from accounts.models import Player, User
    from games.models import Table
    from games.rules.options import Options
    from games.services import seating

    call_command("migrate", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    codes, keys = [], []
    for number in range(tables):
        people, sessions = [], []
        for seat in range(players):
            user = User.objects.create_user(f"p{number}-{seat}@bench.example")
            people.append(Player.objects.create(user=user, name=f"Player {seat}"))
            session = SessionStore()
            session[SESSION_KEY] = str(user.pk)
            session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
            session[HASH_SESSION_KEY] = user.get_session_auth_hash()
            session.save()
            sessions.append(session.session_key or "")
        plan = seating.TablePlan(
            "Bench",
            Options(limit=1000, max_rounds=100),
            players,
            visibility=Table.Visibility.PUBLIC,
        )
        table = seating.open_table(people[0], plan, timezone.now())
        for person in people[1:]:
            seating.sit(table.pk, person)
        seating.start(table.pk, people[0], timezone.now())
        codes.append(table.code)
        keys.append(sessions)
    return codes, keys


async def sit_down(port: int, code: str, keys: list[str]) -> list[Seat]:
    """The sockets of a table's players, each with the present view."""
    seats = [Seat(await open_wire(port, f"/ws/tables/{code}/?language=en", key)) for key in keys]
    for seat in seats:
        await seat.hear()
    return seats


async def measure_turns(
    port: int, code: str, keys: list[str], watchers: int, turns: int
) -> tuple[list[float], list[float]]:
    """Milliseconds from the last send of each turn to the receipts of who plays and who watches."""
    seats = await sit_down(port, code, keys)
    crowd = [Seat(await open_wire(port, f"/ws/tables/{code}/")) for _watcher in range(watchers)]
    for watcher in crowd:
        await watcher.hear()
    loop = asyncio.get_running_loop()
    played: list[float] = []
    watched: list[float] = []
    for _turn in range(turns):
        told = seats[0].story
        for seat in seats[:-1]:
            newest = max(one.version for one in seats)
            seat.play()
            while seat.version <= newest:
                await seat.hear()
        # Nothing of what came before is still on its way.
        await settle([*seats, *crowd])
        last = seats[-1]
        sent = loop.time()
        last.play()
        await asyncio.gather(*(one.hear_story(told) for one in [*seats, *crowd]))
        played += [(one.wire.received - sent) * 1000 for one in seats]
        watched += [(one.wire.received - sent) * 1000 for one in crowd]
        await resolve(seats)
        await asyncio.sleep(PAUSE_SECONDS)
    return played, watched


async def resolve(seats: list[Seat]) -> None:
    """Let low cards take their rows, until cards are to be chosen again."""
    while True:
        asked = [seat for seat in seats if any(kind == "take" for kind, _, _ in seat.offers)]
        if not asked:
            return
        version = asked[0].version
        asked[0].play()
        for seat in seats:
            while seat.version <= version:
                await seat.hear()


async def play_fast(port: int, code: str, keys: list[str], until: float) -> int:
    """Play one table until the time is over; how many turns were revealed."""
    seats = await sit_down(port, code, keys)
    reveals = 0
    while asyncio.get_running_loop().time() < until:
        told = seats[0].story
        for seat in seats:
            seat.play()
        await asyncio.gather(*(seat.hear_story(told) for seat in seats))
        reveals += 1
        await settle(seats)
        await resolve(seats)
    return reveals


async def settle(seats: list[Seat]) -> None:
    """Bring all seats to the newest version that one of them has seen."""
    newest = max(seat.version for seat in seats)
    for seat in seats:
        while seat.version < newest:
            await seat.hear()


def percentiles(delays: list[float]) -> str:
    cuts = statistics.quantiles(delays, n=100)
    return f"p50 {cuts[49]:.2f} ms   p95 {cuts[94]:.2f} ms   p99 {cuts[98]:.2f} ms"


async def run(scenario: str, port: int, codes: list[str], keys: list[list[str]], turns: int) -> str:
    match scenario:
        case "one-table":
            played, _ = await measure_turns(port, codes[0], keys[0], 0, turns)
            return percentiles(played)
        case "spectators":
            played, watched = await measure_turns(port, codes[0], keys[0], 500, turns)
            return f"{percentiles(watched)}   players: {percentiles(played)}"
        case _:
            seconds = 10
            until = asyncio.get_running_loop().time() + seconds
            games = [
                play_fast(port, code, seats, until) for code, seats in zip(codes, keys, strict=True)
            ]
            return f"{sum(await asyncio.gather(*games)) / seconds:.0f} reveals/s"


SHAPES = {"one-table": (1, 10), "spectators": (1, 10), "many-tables": (50, 4)}


def free_port() -> int:
    """A loopback port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def start_server(port: int) -> subprocess.Popen[bytes]:
    """The server of `make run` on the first processor, without the keeper's own moves."""
    command = [sys.executable, "-m", "daphne", "-p", str(port), "-b", "127.0.0.1"]
    server = subprocess.Popen(
        [*command, "config.asgi:application"],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=None,
    )
    os.sched_setaffinity(server.pid, {0})
    for _try in range(100):
        try:
            urlopen(f"http://127.0.0.1:{port}/account/login/").read()
        except OSError:
            time.sleep(0.1)
        else:
            return server
    raise SystemExit("the server does not answer")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("scenario", nargs="*", default=list(SHAPES), help=", ".join(SHAPES))
    parser.add_argument("--turns", type=int, default=60)
    wanted = parser.parse_args()
    os.environ |= {"DJANGO_SETTINGS_MODULE": "config.settings", "KEEPER": "separate"}
    for scenario in wanted.scenario:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["SIXIEME_VAR"] = folder
            arguments = [sys.executable, "-c", PREPARE, *map(str, SHAPES[scenario])]
            prepared = subprocess.run(arguments, cwd=ROOT, check=True, stdout=subprocess.PIPE)
            codes, keys = json.loads(prepared.stdout)
            port = free_port()
            server = start_server(port)
            os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
            try:
                result = asyncio.run(run(scenario, port, codes, keys, wanted.turns))
                print(f"{scenario:12}  {result}")
            finally:
                server.terminate()
                server.wait()


PREPARE = """
import json, sys
from bench.live import prepare
print(json.dumps(prepare(*map(int, sys.argv[1:]))))
"""

if __name__ == "__main__":
    main()
