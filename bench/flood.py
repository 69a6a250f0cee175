"""Whether those who flood the site slow down the reveals and the pages of others.

    .venv/bin/python -m bench.flood FOLDER [FLOOD ...]

FOLDER is that of bench.costly_pages, whose season of 5,000 games is asked for. A table of four
plays on the server that `make run` starts, and a member looks at the lobby: while nothing else
happens, and during each FLOOD of one client or of several members, by default all that `floods_of`
names. A flood is measured once it has lasted for ten seconds. Prints the milliseconds from the last
choice of a turn to its reveal at all players, those until the lobby was there, and how often that
is of the quiet time beside it; ends with an error if reveals took more than twice as long.
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
from time import perf_counter, sleep
from typing import Any

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
ELSEWHERE = {"X-Forwarded-For": "192.0.2.67"}
SECONDS_BETWEEN_LOOKS = 0.5
FUTURE = '{{"kind": "choose", "card": "1", "version": "999999999", "id": "flood.{}"}}'


TOKEN = "flood" * 6 + "ab"  # Django compares the one in the cookie with the one in the header
SECONDS_BEFORE = 10
MEMBERS = 10


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


def flood_pages(port: int, paths: list[str], form: str, cookies: list[str]) -> None:
    """Ask for these pages in turn, 20 at a time for each cookie; prints the answers by status.

    form: sent by POST. cookies: of members; an empty one is a stranger's.
    """
    answers: Counter[str] = Counter()
    turn = count()

    def one(cookie: str) -> None:
        headers = {"Cookie": f"csrftoken={TOKEN}; {cookie}", "X-CSRFToken": TOKEN} | FROM
        headers["Content-Type"] = "application/x-www-form-urlencoded"
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

    for cookie in cookies * REQUESTS_AT_ONCE:
        Thread(target=one, args=(cookie,), daemon=True).start()
    while True:
        sleep(1)
        print(dict(answers), flush=True)


@contextmanager
def flooding(kind: str, *arguments: Any) -> Iterator[None]:
    """A flood from a process of its own; without a kind none."""
    if not kind:
        yield
        return
    command = [sys.executable, "-m", "bench.flood", "--flood", kind, json.dumps(arguments)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        sleep(SECONDS_BEFORE)
        yield
    finally:
        process.terminate()
        told, _errors = process.communicate()
        if told:
            print(f"{'':<34} answers so far: {told.splitlines()[-1]}")


async def reveals(
    port: int, table: dict[str, list[str]], turns: int, cookie: str
) -> tuple[list[float], list[float]]:
    """Milliseconds until each player was told of each reveal; and until a member has the lobby."""
    seats = [SiteSocket(seat, f"flood {seat}") for seat in range(len(table["seat_paths"]))]
    for seat, path, seat_cookie in zip(
        seats, table["seat_paths"], table["seat_cookies"], strict=True
    ):
        await seat.open(port, path, seat_cookie)
    looks: list[float] = []
    looking = asyncio.create_task(look(port, cookie, looks))
    try:
        await asyncio.sleep(1)
        return (await play_turns(seats, [], turns, Sizes())).players, looks
    finally:
        looking.cancel()
        for seat in seats:
            seat.close()


async def look(port: int, cookie: str, looks: list[float]) -> None:
    """Open the lobby again and again, and note the milliseconds."""

    def open_lobby() -> None:
        connection = HTTPConnection("127.0.0.1", port, timeout=60)
        connection.request("GET", "/", headers={"Cookie": cookie} | ELSEWHERE)
        connection.getresponse().read()
        connection.close()

    while True:
        began = perf_counter()
        await asyncio.to_thread(open_lobby)
        looks.append(1000 * (perf_counter() - began))
        await asyncio.sleep(SECONDS_BETWEEN_LOOKS)


def floods_of(
    season: str, record: str, socket: str, cookies: list[str]
) -> dict[str, tuple[Any, ...]]:
    """What may be done, by name: the kind of flood and what it needs to know.

    season, record: their addresses. socket: that of a table where nobody is measured. cookies: of
    members, all of whom flood where the name says so.
    """
    table = socket.partition("?")[0].removeprefix("/ws")
    command = "kind=choose&card=1&version=999999999&id=flood.NUMBER"
    sign_in = "login=nobody%40bench.example&password=wrong-NUMBER"
    meetings = [f"{season}players/{number}/" for number in range(11, 211)]
    exports = [f"{season}results.csv", f"{season}results.json", f"{season}standings.csv"]
    # Made anew each time.
    made = [season, f"{season}charts/", f"{season}embed/", "/", "/leagues/"]
    one, nobody = cookies[:1], [""]
    return {
        "sockets": ("sockets", socket, cookies[0]),
        "openings": ("openings", socket, cookies[0]),
        "strangers' openings": ("openings", socket, ""),
        "summary": ("pages", [f"{season}summary/"], "", nobody),
        "meetings": ("pages", meetings, "", nobody),
        "exports": ("pages", exports, "", nobody),
        "record": ("pages", [record], "", nobody),
        "sign-ins": ("pages", ["/account/login/"], sign_in, nobody),
        "commands": ("pages", [f"{table}act/"], command, one),
        "chat": ("pages", [f"{table}talk/say/"], "text=NUMBER", one),
        "pages of a member": ("pages", made, "", one),
        "pages of three members": ("pages", made, "", cookies[:3]),
        "pages of ten members": ("pages", made, "", cookies[:10]),
        "meetings of three members": ("pages", meetings, "", cookies[:3]),
        "chat of three members": ("pages", [f"{table}talk/say/"], "text=NUMBER", cookies[:3]),
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
    nobody_plays = open_table(f"{name}-flooded", 4, 0)["onlooker_path"]
    cookie, *cookies = [sign_up(f"{name}-{number}")[1] for number in range(1 + MEMBERS)]
    game, small, _large = json.loads((folder / "pages.json").read_text()).values()
    floods = floods_of(small[0], game[1], nobody_plays, cookies)
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
        tables = [open_table(f"{name}-{number}", 4, 0) for number in range(1 + 6 * len(floods))]
        playing = iter(tables)
        asyncio.run(reveals(port, next(playing), WARM_UP_TURNS, cookie))
        for title, (kind, *arguments) in floods.items():
            took: dict[str, list[float]] = {"": [], kind: []}
            looked: dict[str, list[float]] = {"": [], kind: []}
            # In turn, so that both meet the same machine.
            for flood in (*took, *took, *took):
                with flooding(flood, port, *arguments):
                    found = asyncio.run(reveals(port, next(playing), TURNS, cookie))
                took[flood] += found[0]
                looked[flood] += found[1]
            times = []
            for what, figures in (("reveal", took), ("lobby", looked)):
                quiet, flooded = map(statistics.median, figures.values())
                times.append(flooded / quiet)
                print(f"{title:<28} {what:<6} p50 {quiet:6.1f} ms quiet", end="")
                print(f", {flooded:6.1f} ms flooded: {times[-1]:.1f} times", flush=True)
            worst = max(worst, times[0])
    finally:
        stop(process)
    if worst > MOST_TIMES:
        raise SystemExit(f"{worst:.1f} times the quiet time")


if __name__ == "__main__":
    if sys.argv[1] == "--flood":
        _name, _flag, kind, arguments = sys.argv
        if kind == "pages":
            flood_pages(*json.loads(arguments))
        else:
            flood = {"sockets": flood_sockets, "openings": flood_openings}[kind]
            asyncio.run(flood(*json.loads(arguments)))
    else:
        main()
