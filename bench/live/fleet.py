"""Which servers there are on this machine, with the data they need."""

import shutil
import sys
from collections.abc import Callable, Collection, Mapping
from contextlib import ExitStack
from pathlib import Path

import pytest

from bench.live.servers import (
    NODE_MODULES,
    UVICORN,
    Boardgame,
    Plain,
    PostgreSQLData,
    Server,
    Site,
    SiteData,
)
from bench.live.shapes import Shape
from tests.support.databases import throw_away_postgresql, throw_away_redis

PROCESSES = {"site-pg1": 1, "site-pg2": 2, "site-pg4": 4}
# The same as two processes, without the proxy's rule that keeps a table at one of them.
SPREAD = "site-pg2-spread"
# One table shows nothing new with more processes.
SCENARIOS = {1: "ABDE", 2: "ADE", 4: "DE"}
RIVALS = {
    "boardgame": "boardgame.io (Node, memory)",
    "boardgame-file": "boardgame.io (Node, its store of files)",
}
NAMES = ("site", "site-uvicorn", *PROCESSES, SPREAD, *RIVALS, "channels", "websockets")
# What the goals need, and the floor.
QUICK = {
    "site": "ABDEMS",
    "site-pg1": "E",
    "site-pg2": "E",
    "boardgame": "ABDE",
    "boardgame-file": "ADE",
    "websockets": "E",
}
Report = Callable[[str], None]


def gather(
    names: Collection[str],
    shapes: Mapping[str, Shape],
    folder: Path,
    stack: ExitStack,
    report: Report,
) -> dict[str, Server]:
    """The servers of these names that can run here; `stack` ends what they need."""
    found: dict[str, Server] = {}
    if "site" in names or "site-uvicorn" in names:
        report("preparing tables in SQLite")
        data = SiteData(folder / "sqlite", shapes)
        data.prepare()
        found["site"] = Site("Sixième, SQLite", "ABDEMS", data)
        title = "Sixième, SQLite, on uvicorn with uvloop"
        found["site-uvicorn"] = Site(title, "ABDEM", data, command=UVICORN)
    several = [name for name in PROCESSES if name in names]
    if several or SPREAD in names:
        report("preparing tables in PostgreSQL")
        if on_postgresql := postgresql_data(folder / "postgresql", shapes, stack, report):
            for name in several:
                count = PROCESSES[name]
                title = f"Sixième, PostgreSQL + Redis, {count} process{'es' if count > 1 else ''}"
                found[name] = Site(title, SCENARIOS[count], on_postgresql, count)
            title = "Sixième, PostgreSQL + Redis, 2 processes, each table at both"
            found[SPREAD] = Site(title, "DE", on_postgresql, 2, is_spread=True)
    if rivals := [name for name in RIVALS if name in names]:
        if shutil.which("node") and NODE_MODULES.exists():
            for name in rivals:
                keeps_files = name != "boardgame"
                scenarios = "ADE" if keeps_files else "ABDEMS"
                found[name] = Boardgame(RIVALS[name], scenarios, folder, keeps_files)
        else:
            report("boardgame.io is left out: it needs node and npm, and make bench installs it")
    python = sys.executable
    if "channels" in names:
        application = "bench.plain.channels_server:application"
        daphne = (python, "-m", "daphne", "-p", "{port}", "-b", "127.0.0.1", application)
        title = "Channels group_send, no database"
        found["channels"] = Plain(title, "ABDEMS", daphne, folder, "/bare/")
    if "websockets" in names:
        command = (python, "-m", "bench.plain.websockets_server", "{port}")
        found["websockets"] = Plain("websockets, no database", "ABDEMS", command, folder)
    return {name: found[name] for name in NAMES if name in found and name in names}


def postgresql_data(
    folder: Path, shapes: Mapping[str, Shape], stack: ExitStack, report: Report
) -> PostgreSQLData | None:
    """The prepared data in servers of our own; None where the machine lacks the programs."""
    try:
        url = stack.enter_context(throw_away_postgresql())
        redis_url = stack.enter_context(throw_away_redis())
    except pytest.skip.Exception as missing:
        report(f"PostgreSQL and Redis are left out: {missing}")
        return None
    data = PostgreSQLData(folder, shapes, url, redis_url)
    data.prepare()
    return data
