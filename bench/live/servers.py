"""The servers that are measured: each is started for one scenario, on the server's processors."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

import psycopg
import redis

from bench.live.boardgame_socket import BoardgameSocket
from bench.live.jobs import TablePlaces
from bench.live.processes import parent_of
from bench.live.shapes import Shape
from tests.support.processes import free_port, start, stop, wait_for
from tests.support.project import ROOT

NODE_MODULES = ROOT / "var/bench/node/node_modules"
# What this process inherited is not the measured site's business.
NOT_INHERITED = ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "TEST_DATABASE_URL")

DAPHNE = (
    *(sys.executable, "-m", "daphne", "-p", "{port}", "-b", "127.0.0.1"),
    *("--no-server-name", "config.asgi:application"),
)
UVICORN = (
    *(sys.executable, "-m", "uvicorn", "--port", "{port}", "--host", "127.0.0.1"),
    *("--loop", "uvloop", "--http", "httptools", "--ws", "websockets-sansio"),
    *("--interface", "asgi3", "--no-access-log", "--log-level", "warning"),
    "config.asgi:application",
)


@dataclass(frozen=True)
class Running:
    """A server that answers. helper_pids: its database and its Redis, without their children."""

    protocol: str
    ports: list[int]
    pids: list[int]
    tables: list[TablePlaces]
    helper_pids: list[int] = field(default_factory=list)
    bare_path: str = ""
    is_spread: bool = False


class Server(Protocol):
    """Something to measure."""

    @property
    def scenarios(self) -> str:
        """The letters of the scenarios that make sense for it."""

    @property
    def title(self) -> str:
        """What it is, for the table of figures."""

    def serve(self, scenario: str, shape: Shape) -> "Any":
        """A context manager that gives the running server."""


@dataclass(frozen=True)
class Site:
    """Sixième. Without a database URL: SQLite. command: of a process; {port} in it: its port."""

    title: str
    scenarios: str
    data: "SiteData"
    processes: int = 1
    command: Sequence[str] = DAPHNE
    is_spread: bool = False

    @contextmanager
    def serve(self, scenario: str, shape: Shape) -> Iterator[Running]:
        with self.data.fresh_copy() as environment:
            folder = Path(environment["SIXIEME_VAR"])
            ports = [free_port() for _process in range(self.processes)]
            commands = [[part.format(port=port) for part in self.command] for port in ports]
            with running_on(ports, commands, folder, environment) as pids:
                yield Running(
                    "site",
                    ports,
                    pids,
                    [TablePlaces(**table) for table in self.data.tables[scenario]],
                    self.data.helper_pids(),
                    is_spread=self.is_spread,
                )


class SiteData:
    """A prepared database, of which every measurement gets a fresh copy."""

    def __init__(self, folder: Path, shapes: Mapping[str, Shape]) -> None:
        self.folder = folder
        folder.mkdir()
        self.environment = {
            name: value for name, value in os.environ.items() if name not in NOT_INHERITED
        } | {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "KEEPER": "separate",
            "SIXIEME_VAR": str(folder),
        }
        self._shapes = shapes

    def prepare(self) -> None:
        """Fill the database."""
        shapes = {
            name: {"tables": one.tables, "players": one.players, "onlookers": one.onlookers}
            for name, one in self._shapes.items()
        }
        prepared = subprocess.run(
            [sys.executable, "-m", "bench.live.site_data"],
            cwd=ROOT,
            env=self.environment,
            input=json.dumps(shapes).encode(),
            check=True,
            stdout=subprocess.PIPE,
        )
        self.tables: dict[str, list[dict[str, Any]]] = json.loads(prepared.stdout)

    def helper_pids(self) -> list[int]:
        return []

    @contextmanager
    def fresh_copy(self) -> Iterator[dict[str, str]]:
        """The environment of a server on a copy of the prepared data."""
        copy = self.folder.with_name(f"{self.folder.name}-copy")
        shutil.copytree(self.folder, copy, ignore=shutil.ignore_patterns("*.sqlite3*"))
        name = "sixieme.sqlite3"
        if (self.folder / name).exists():
            with (
                closing(sqlite3.connect(self.folder / name)) as source,
                closing(sqlite3.connect(copy / name)) as target,
            ):
                source.backup(target)
        try:
            yield self.environment | {"SIXIEME_VAR": str(copy)}
        finally:
            shutil.rmtree(copy)


class PostgreSQLData(SiteData):
    """The same in PostgreSQL, with Redis between the processes."""

    def __init__(self, folder: Path, shapes: Mapping[str, Shape], url: str, redis_url: str) -> None:
        super().__init__(folder, shapes)
        self._url = url
        self._helper_pids = [postgresql_pid(url), redis_pid(redis_url)]
        self.environment |= {"DATABASE_URL": self._url_of("prepared"), "REDIS_URL": redis_url}

    def prepare(self) -> None:
        self._run("CREATE DATABASE prepared")
        super().prepare()

    def helper_pids(self) -> list[int]:
        return self._helper_pids

    @contextmanager
    def fresh_copy(self) -> Iterator[dict[str, str]]:
        self._run("CREATE DATABASE measured TEMPLATE prepared")
        try:
            with super().fresh_copy() as environment:
                yield environment | {"DATABASE_URL": self._url_of("measured")}
        finally:
            self._run("DROP DATABASE measured WITH (FORCE)")

    def _url_of(self, database: str) -> str:
        return self._url.rpartition("/")[0] + f"/{database}"

    def _run(self, statement: str) -> None:
        with psycopg.connect(self._url, autocommit=True) as connection:
            connection.execute(statement.encode())


@dataclass(frozen=True)
class Boardgame:
    """boardgame.io on Node (bench/boardgame/). keeps_files: with its store of files."""

    title: str
    scenarios: str
    folder: Path
    keeps_files: bool = False

    @contextmanager
    def serve(self, scenario: str, shape: Shape) -> Iterator[Running]:
        port = free_port()
        environment = os.environ | {"NODE_ENV": "production", "NODE_PATH": str(NODE_MODULES)}
        command = ["node", str(ROOT / "bench/boardgame/server.js"), str(port)]
        with TemporaryDirectory(dir=self.folder) as files:
            if self.keeps_files:
                command.append(files)
            with running_on([port], [command], self.folder, environment) as pids:
                tables = [self._open_match(port, shape.players) for _table in range(shape.tables)]
                yield Running("boardgame", [port], pids, tables)

    def _open_match(self, port: int, players: int) -> TablePlaces:
        url = f"http://127.0.0.1:{port}/games/sixieme"
        match = post(f"{url}/create", {"numPlayers": players})["matchID"]
        credentials = [
            post(f"{url}/{match}/join", {"playerID": str(seat), "playerName": f"Player {seat}"})[
                "playerCredentials"
            ]
            for seat in range(players)
        ]
        path = BoardgameSocket.PATH
        return TablePlaces([path] * players, [""] * players, path, [], match, credentials)


@dataclass(frozen=True)
class Plain:
    """A server of bench/plain/: the command gets the port as its last argument or after -p."""

    title: str
    scenarios: str
    command: tuple[str, ...]
    folder: Path
    bare_path: str = ""

    @contextmanager
    def serve(self, scenario: str, shape: Shape) -> Iterator[Running]:
        port = free_port()
        command = [part.format(port=port) for part in self.command]
        with running_on([port], [command], self.folder, os.environ) as pids:
            tables = [self._places(number, shape.players) for number in range(shape.tables)]
            yield Running("plain", [port], pids, tables, bare_path=self.bare_path)

    def _places(self, number: int, players: int) -> TablePlaces:
        path = f"/tables/{number}/?players={players}"
        seats = [f"{path}&seat={seat}" for seat in range(players)]
        return TablePlaces(seats, [""] * players, path)


def postgresql_pid(url: str) -> int:
    """The process of which each connection is a child."""
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT pg_backend_pid()").fetchone()
        assert row is not None  # noqa: S101 - narrows the type
        return parent_of(row[0])


def redis_pid(url: str) -> int:
    with redis.Redis.from_url(url) as client:
        return int(client.info("server")["process_id"])


def post(url: str, fields: Mapping[str, object]) -> dict[str, Any]:
    """The JSON answer to a JSON request."""
    request = urllib.request.Request(  # noqa: S310 - a loopback address
        url, json.dumps(fields).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=10) as answer:  # noqa: S310
        found: dict[str, Any] = json.load(answer)
    return found


@contextmanager
def running_on(
    ports: Sequence[int],
    commands: Sequence[Sequence[str]],
    folder: Path,
    environment: Mapping[str, str],
) -> Iterator[list[int]]:
    """One process for each port; their ids, once all answer."""
    log = folder / "server.log"
    with ExitStack() as stack:
        processes = []
        for command in commands:
            process = start(command, log, env=environment, cwd=ROOT)
            stack.callback(stop, process)
            processes.append(process)
        for port, process in zip(ports, processes, strict=True):
            wait_for(process, log, lambda port=port: answers(port))  # type: ignore[misc]
        yield [process.pid for process in processes]


def answers(port: int) -> bool:
    """Whether there is any answer to an HTTP request, be it an error."""
    try:
        # A page of the site: what its first visitor waits for happens before the measurement.
        url = f"http://127.0.0.1:{port}/account/login/"
        urllib.request.urlopen(url, timeout=10).close()
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False
    return True
