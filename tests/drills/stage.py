"""A site that a drill can damage: its processes, what they stand on, and what is stored."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import psycopg

from tests.drills.club import Club, ClubWish, Place
from tests.support.databases import new_database, postgresql_service, redis_service
from tests.support.migrated import TEMPLATE
from tests.support.processes import Service, free_port, is_answered
from tests.support.project import ROOT

NOT_INHERITED = {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "TEST_DATABASE_URL"}
SQLITE_FILE = "sixieme.sqlite3"
# As an operator's PostgreSQL has them: what is acknowledged survives a crash of its processes.
DURABLE = {"fsync": "on", "synchronous_commit": "on", "full_page_writes": "on"}
# The write-ahead log must leave room for the tables.
ON_A_SMALL_DISK = {"max_wal_size": "8MB", "min_wal_size": "2MB"}


class Site(Service):
    """One process of the site; `environment` may be changed before it is started again."""

    def __init__(
        self, name: str, folder: Path, environment: dict[str, str], *, is_alone: bool = False
    ) -> None:
        self.name, self.port, self.environment = name, free_port(), environment
        command = serve(self.port) if is_alone else web(self.port)
        super().__init__(command, folder / f"{name}.log", self.answers, env=environment, cwd=ROOT)

    def answers(self) -> bool:
        return is_answered(self.port)


def serve(port: int) -> list[str | Path]:
    """What `make run` starts: the site in one process."""
    return [sys.executable, "manage.py", "serve", "--port", str(port)]


def web(port: int) -> list[str | Path]:
    """One of several processes, as deploy/ starts them, with its own keeper."""
    return [sys.executable, "manage.py", "web", "--port", str(port)]


@dataclass(frozen=True)
class Disk:
    """Where a database lies. log, words: what it writes there when the disk is full."""

    folder: Path
    log: Path
    words: str

    def failures(self) -> int:
        """How often the database found no room."""
        return self.log.read_text(errors="replace").count(self.words)


@dataclass
class Stage:
    """The processes of one site, what they stand on, and the club that plays there.

    disk: of the database. postgresql, redis: None where the site is one process on SQLite.
    """

    folder: Path
    environment: dict[str, str]
    sites: list[Site]
    club: Club
    disk: Disk
    postgresql: Service | None = None
    redis: Service | None = None

    @property
    def places(self) -> dict[str, Place]:
        """The tables in play by name."""
        return self.club.places

    def manage(self, *arguments: str, text: str = "") -> str:
        """The output of a command of the site, fed with `text`."""
        return run(["manage.py", *arguments], self.environment, text)

    def rows(self, statement: str, *values: Any) -> list[tuple[Any, ...]]:
        """The rows of a query; values are %s in it."""
        if url := self.environment.get("DATABASE_URL"):
            with psycopg.connect(url) as connection:
                return list(connection.execute(statement.encode(), values))
        with closing(sqlite3.connect(self.folder / SQLITE_FILE, timeout=30)) as file, file:
            return list(file.execute(statement.replace("%s", "?"), values))

    def version(self, place: Place) -> int:
        """The version that is stored."""
        ((version,),) = self.rows("SELECT version FROM games_table WHERE id = %s", place.id)
        return int(version)

    def logged(self, place: Place) -> list[str]:
        """The ids of the commands that were applied, as often as they were."""
        found = self.rows(
            "SELECT command FROM games_actionlog WHERE table_id = %s AND command <> ''", place.id
        )
        return [command for (command,) in found]


@dataclass
class PairStage(Stage):
    """Two processes on PostgreSQL and Redis."""

    postgresql: Service
    redis: Service

    @property
    def one(self) -> Site:
        """The first process."""
        return self.sites[0]

    @property
    def other(self) -> Site:
        """The second one."""
        return self.sites[1]


@contextmanager
def on_sqlite(
    folder: Path,
    wish: ClubWish,
    migrated: Path | None = None,
    small_disk: Path | None = None,
    static: Path | None = None,
) -> Iterator[Stage]:
    """One process on a file in `folder`; migrated: a file with all tables to begin with.

    small_disk: where its data lie instead, if that shall be filled. static: the folder of static
    files that are collected.
    """
    data = small_disk or folder
    environment = environment_of(data)
    if static:
        shutil.copytree(static, data / static.name)
    if migrated:
        shutil.copyfile(migrated, data / SQLITE_FILE)
    club = club_in(environment, wish)
    site = Site("site", folder, environment, is_alone=True)
    with site.running():
        disk = Disk(data, site.log, "disk is full")
        yield Stage(data, environment, [site], club, disk)


@contextmanager
def on_postgresql(
    folder: Path,
    wish: ClubWish,
    small_disk: Path | None = None,
    migrated: Path | None = None,
    static: Path | None = None,
) -> Iterator[PairStage]:
    """Two processes on a PostgreSQL and a Redis of their own.

    small_disk: where PostgreSQL keeps its data, if that shall be filled. migrated: the data of one
    with all tables to begin with. static: the folder of static files that are collected.
    """
    if static:
        shutil.copytree(static, folder / static.name)
    settings = DURABLE | (ON_A_SMALL_DISK if small_disk else {})
    with ExitStack() as stack:
        server = postgresql_service(settings, small_disk, migrated)
        url, postgresql = stack.enter_context(server)
        if migrated:
            url = new_database(url, "club", TEMPLATE)
        redis_url, redis = stack.enter_context(redis_service())
        environment = environment_of(folder) | {"DATABASE_URL": url, "REDIS_URL": redis_url}
        club = club_in(environment, wish)
        sites = [Site(name, folder, environment) for name in ("one", "other")]
        for site in sites:
            stack.enter_context(site.running())
        disk = Disk(small_disk or folder, postgresql.log, "No space left on device")
        yield PairStage(folder, environment, sites, club, disk, postgresql, redis)


def environment_of(folder: Path) -> dict[str, str]:
    """What the processes of a site with its data in `folder` are told."""
    inherited = {name: text for name, text in os.environ.items() if name not in NOT_INHERITED}
    # Who floods comes from elsewhere: this machine has no limits.
    behind_a_proxy = {"TRUSTED_PROXIES": "1"}
    own = {"DJANGO_SETTINGS_MODULE": "config.settings", "SIXIEME_VAR": str(folder)}
    return inherited | behind_a_proxy | own


def club_in(environment: dict[str, str], wish: ClubWish) -> Club:
    """A new club in the database of that environment."""
    answer = run(["-m", "tests.drills.club"], environment, json.dumps(asdict(wish)))
    return Club.from_json(json.loads(answer))


def run(arguments: list[str], environment: dict[str, str], text: str = "") -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=environment,
        input=text,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
