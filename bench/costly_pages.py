"""What the costly pages cost: of seasons with 5,000 and 50,000 games, and of a long game.

    .venv/bin/python -m bench.costly_pages [FOLDER]

Its data is built in FOLDER, by default one of its own, and is found there the next time. Each page
is asked for by a stranger from the server that `make run` starts: the first time, once more, and
once more by a browser that has it. Prints the milliseconds of the server's CPU for each, what was
answered, and the most memory that the server has used so far.
"""

import json
import os
import sys
import tempfile
from http.client import HTTPConnection
from pathlib import Path

from tests.support.processes import free_port, start, stop, wait_for
from tests.support.project import ROOT

SIZES = (5_000, 50_000)
ROUNDS = 40
MS_PER_TICK = 1000 / os.sysconf("SC_CLK_TCK")
SEASON_PAGES = (
    "",
    "summary/",
    "results.csv",
    "results.json",
    "standings.csv",
    "standings.json",
    "charts/",
    "picture.png",
    "embed/",
    "players/{player}/",
)
LEAGUE_PAGES = ("results.atom", "calendar.ics", "picture.png", "ratings/", "players/{player}/")


def build() -> dict[str, list[str]]:
    """The seasons, and a game of ten players over 40 rounds; the pages by what they are of."""
    from django.core.management import call_command

    from bench.league_pages import build as build_season
    from games.rules.options import Options
    from tests.support.tables import people, play_to_the_end, start_table

    call_command("migrate", verbosity=0)
    options = Options(limit=1000, max_rounds=ROUNDS)
    table = start_table(*people(10), options=options, visibility="public")
    play_to_the_end(table)
    address = table.get_absolute_url()
    paths = {f"a game of {ROUNDS} rounds": [address, f"{address}record.json", f"{address}replay/"]}
    for size in SIZES:
        season = build_season(f"Season{size}", size)
        player = season.entrants.order_by("pk").values_list("player_id", flat=True)[0]
        own = [season.get_absolute_url() + page for page in SEASON_PAGES]
        own += [season.league.get_absolute_url() + page for page in LEAGUE_PAGES]
        paths[f"a season of {size:,} games"] = [each.format(player=player) for each in own]
    return paths


def cpu_ms(pid: int) -> float:
    """The CPU time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) * MS_PER_TICK


def most_memory_mb(pid: int) -> float:
    """The most memory that a process has used."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmHWM:")[2].split()[0]) / 1024


def tell(port: int, pid: int, path: str) -> None:
    """Ask for a page three times, and print what that cost."""
    connection = HTTPConnection("127.0.0.1", port, timeout=300)
    etag, told = "", []
    headers = {"Accept-Encoding": "gzip", "Accept-Language": "en"}
    for validator in ("", "", "If-None-Match"):
        before = cpu_ms(pid)
        connection.request(
            "GET", path, headers=headers | {validator: etag} if validator else headers
        )
        answer = connection.getresponse()
        size = len(answer.read())
        etag = answer.headers.get("ETag", "")
        told.append(f"{cpu_ms(pid) - before:6.0f} ms {answer.status} {size / 1000:7.0f} kB")
    print(f"{path[:58]:<58} {'  '.join(told)}  {most_memory_mb(pid):5.0f} MB", flush=True)


def main() -> None:
    with tempfile.TemporaryDirectory() as own:
        folder = Path(sys.argv[1] if sys.argv[1:] else own)
        os.environ["SIXIEME_VAR"] = str(folder)
        os.environ["DATABASE_URL"] = f"sqlite:///{folder}/sixieme.sqlite3"
        os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
        listed = folder / "pages.json"
        if not listed.exists():
            import django

            django.setup()
            listed.write_text(json.dumps(build()))
        port, log = free_port(), folder / "log"
        command = [sys.executable, "manage.py", "serve", "--port", str(port)]
        process = start(command, log, env=dict(os.environ), cwd=ROOT)
        try:
            wait_for(process, log, lambda: f":{port}" in log.read_text())
            for title, pages in json.loads(listed.read_text()).items():
                print(title)
                for path in pages:
                    tell(port, process.pid, path)
        finally:
            stop(process)


if __name__ == "__main__":
    main()
