"""Whether one client that floods the site slows down the reveals of others.

    .venv/bin/python -m bench.flood FOLDER [FLOOD ...]

FOLDER is that of bench.costly_pages, whose season of 5,000 games is asked for. A table of four
plays on the server that `make run` starts: while nothing else happens, and during each FLOOD of one
client, by default all that `floods_of` names. A flood is measured once it has lasted for ten
seconds, when what a visitor may do at once is used up. Prints the milliseconds from the last
choice of a turn to its reveal at all players, and how often that is of the quiet time beside it;
ends with an error if more than twice.
"""

import asyncio
import json
import os
import statistics
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from itertools import count
from pathlib import Path
from threading import Thread
from time import sleep

from bench.live.scenarios import Sizes, play_turns
from bench.live.site_socket import SiteSocket
from bench.wire import Wire, connect, upgrade_request
from tests.support.processes import free_port, start, stop, wait_for
from tests.support.project import ROOT

TURNS = 25
WARM_UP_TURNS = 20
SOCKETS = 60
FRAMES_A_SECOND = 20
REQUESTS_AT_ONCE = 20
MOST_TIMES = 2.0
# Who comes from this machine is not limited.
FROM = {"X-Forwarded-For": "192.0.2.66"}
FUTURE = '{{"kind": "choose", "card": "1", "version": "999999999", "id": "flood.{}"}}'


TOKEN = "flood" * 6 + "ab"  # Django compares the one in the cookie with the one in the header
SECONDS_BEFORE = 10
MOST_FLOODS = 12


def wire_of(port: int, path: str, headers: str) -> tuple[Wire, asyncio.Event]:
    """A socket that is not open yet, and what says that it is lost."""
    lost = asyncio.Event()
    request = upgrade_request(port, path, headers)
    return Wire(request, lambda *_: None, lambda _why: lost.set()), lost


async def flood_openings(port: int, path: str, cookie: str) -> None:
    """20 at a time, sockets of a member, or without a cookie of a stranger, opened and closed."""
    with_address = f"{cookie}\r\nX-Forwarded-For: {FROM['X-Forwarded-For']}"

    async def one() -> None:
        while True:
            wire, lost = wire_of(port, path, with_address)
            with suppress(OSError):
                await connect(wire, port)
            wire.close()
            await lost.wait()

    await asyncio.gather(*(one() for _socket in range(REQUESTS_AT_ONCE)))


async def flood_sockets(port: int, path: str, cookie: str) -> None:
    """60 sockets of one member that come back whenever they are closed."""

    with_address = f"{cookie}\r\nX-Forwarded-For: {FROM['X-Forwarded-For']}"

    async def one() -> None:
        numbers = count()
        while True:
            wire, lost = wire_of(port, path, with_address)
            with suppress(OSError):
                await connect(wire, port)
                while not lost.is_set():
                    wire.send(FUTURE.format(next(numbers)))
                    await asyncio.sleep(1 / FRAMES_A_SECOND)
            wire.close()
            await asyncio.sleep(0.1)

    await asyncio.gather(*(one() for _socket in range(SOCKETS)))


def flood_pages(port: int, paths: list[str], form: str = "", cookie: str = "") -> None:
    """Ask for these pages in turn, 20 at a time; prints the answers by status.

    form: sent by POST. cookie: of a member, else it is a stranger who asks.
    """
    headers = {"Cookie": f"csrftoken={TOKEN}; {cookie}", "X-CSRFToken": TOKEN} | FROM
    headers["Content-Type"] = "application/x-www-form-urlencoded"
    answers: Counter[str] = Counter()
    turn = count()

    def one() -> None:
        while True:
            connection = HTTPConnection("127.0.0.1", port, timeout=60)
            try:
                number = next(turn)
                path = paths[number % len(paths)]
                body = form.replace("NUMBER", str(number))
                connection.request("POST" if form else "GET", path, body, headers)
                answer = connection.getresponse()
                answer.read()
                answers[str(answer.status)] += 1
            except (OSError, HTTPException):
                answers["lost"] += 1
            finally:
                connection.close()

    for _request in range(REQUESTS_AT_ONCE):
        Thread(target=one, daemon=True).start()
    while True:
        sleep(1)
        print(dict(answers), flush=True)


@contextmanager
def flooding(kind: str, *arguments: str) -> Iterator[None]:
    """A flood from a process of its own; without a kind none."""
    if not kind:
        yield
        return
    command = [sys.executable, "-m", "bench.flood", "--flood", kind, *arguments]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        sleep(SECONDS_BEFORE)
        yield
    finally:
        process.terminate()
        told, _errors = process.communicate()
        if told:
            print(f"{'':<34} answers so far: {told.splitlines()[-1]}")


async def reveals(port: int, table: dict[str, list[str]], turns: int) -> list[float]:
    """Milliseconds until each player was told of each reveal."""
    seats = [SiteSocket(seat, f"flood {seat}") for seat in range(len(table["seat_paths"]))]
    for seat, path, cookie in zip(seats, table["seat_paths"], table["seat_cookies"], strict=True):
        await seat.open(port, path, cookie)
    try:
        await asyncio.sleep(1)
        return (await play_turns(seats, [], turns, Sizes())).players
    finally:
        for seat in seats:
            seat.close()


def floods_of(season: str, record: str, socket: str, cookie: str) -> dict[str, tuple[str, ...]]:
    """What one client may do, by name: the kind of flood and what it needs to know.

    season, record: their addresses. socket: that of a table where nobody is measured. cookie: that
    of a member.
    """
    table = socket.partition("?")[0].removeprefix("/ws")
    command = "kind=choose&card=1&version=999999999&id=flood.NUMBER"
    sign_in = "login=nobody%40bench.example&password=wrong-NUMBER"
    meetings = [f"{season}head-to-head/?player={number}" for number in range(11, 211)]
    exports = [f"{season}results.csv", f"{season}results.json", f"{season}standings.csv"]
    return {
        "sockets": ("sockets", socket, cookie),
        "openings": ("openings", socket, cookie),
        "strangers' openings": ("openings", socket, ""),
        "summary": ("pages", f"{season}summary/"),
        "meetings": ("pages", *meetings),
        "exports": ("pages", *exports),
        "record": ("pages", record),
        "sign-ins": ("form", "/account/login/", sign_in, ""),
        "commands": ("form", f"{table}act/", command, cookie),
        "chat": ("form", f"{table}talk/say/", "text=NUMBER", cookie),
    }


def main() -> None:
    folder = Path(sys.argv[1])
    os.environ["SIXIEME_VAR"] = str(folder)
    os.environ["TRUSTED_PROXIES"] = "1"
    os.environ["DATABASE_URL"] = f"sqlite:///{folder}/sixieme.sqlite3"
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    from bench.live.site_data import open_table, sign_up

    name = f"flood{free_port()}-{os.getpid()}"
    tables = [open_table(f"{name}-{number}", 4, 0) for number in range(2 + 6 * MOST_FLOODS)]
    _member, cookie = sign_up(f"{name}-flooder")
    game, small, _large = json.loads((folder / "pages.json").read_text()).values()
    floods = floods_of(small[0], game[1], tables[0]["onlooker_path"], cookie)
    floods = {name: flood for name, flood in floods.items() if name in (sys.argv[2:] or floods)}
    port, log = free_port(), folder / "log"
    process = start(
        [sys.executable, "manage.py", "serve", "--port", str(port)],
        log,
        env=dict(os.environ),
        cwd=ROOT,
    )
    worst = 0.0
    try:
        wait_for(process, log, lambda: f":{port}" in log.read_text())
        playing = iter(tables[1:])
        asyncio.run(reveals(port, next(playing), WARM_UP_TURNS))
        for title, (kind, *arguments) in floods.items():
            took: dict[str, list[float]] = {"": [], kind: []}
            # In turn, so that both meet the same machine.
            for flood in (*took, *took, *took):
                with flooding(flood, str(port), *arguments):
                    took[flood] += asyncio.run(reveals(port, next(playing), TURNS))
            quiet, flooded = (statistics.median(times) for times in took.values())
            print(f"{title:<28} p50 {quiet:5.1f} ms quiet, {flooded:5.1f} ms flooded", end="")
            print(f": {flooded / quiet:.1f} times", flush=True)
            worst = max(worst, flooded / quiet)
    finally:
        stop(process)
    if worst > MOST_TIMES:
        raise SystemExit(f"{worst:.1f} times the quiet time")


if __name__ == "__main__":
    if sys.argv[1] == "--flood":
        _name, _flag, kind, port, *arguments = sys.argv
        if kind == "form":
            path, form, cookie = arguments
            flood_pages(int(port), [path], form, cookie)
        elif kind == "pages":
            flood_pages(int(port), arguments)
        else:
            flood = {"sockets": flood_sockets, "openings": flood_openings}[kind]
            asyncio.run(flood(int(port), *arguments))
    else:
        main()
