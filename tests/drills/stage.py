"""Server processes on PostgreSQL and Redis of their own, any of which can be taken away."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import psycopg

from tests.drills.club import Place
from tests.support.databases import postgresql_service, redis_service
from tests.support.processes import Service, free_port
from tests.support.project import ROOT

NOT_INHERITED = {"DATABASE_URL", "REDIS_URL", "SECRET_KEY", "TEST_DATABASE_URL"}
# By name, and how many rounds they are played.
TABLES = ("short:4", "long:12", "joins:60", "commits:20")


class Site(Service):
    """One server process of the site."""

    def __init__(self, name: str, folder: Path, environment: dict[str, str]) -> None:
        self.port = free_port()
        command = [sys.executable, "-m", "daphne", "-b", "127.0.0.1", "-p", str(self.port)]
        command += ["--no-server-name", "config.asgi:application"]
        super().__init__(command, folder / f"{name}.log", self.answers, env=environment, cwd=ROOT)

    def answers(self) -> bool:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=5)
        try:
            connection.request("GET", "/account/login/")
            return connection.getresponse().status == HTTPStatus.OK
        except OSError:
            return False
        finally:
            connection.close()


@dataclass
class Stage:
    """Two processes of one site, what they stand on, and the tables that are in play."""

    folder: Path
    environment: dict[str, str]
    postgresql: Service
    redis: Service
    one: Site
    other: Site
    places: dict[str, Place]

    def manage(self, *arguments: str, text: str = "") -> str:
        """The output of a command of the site, fed with `text`."""
        return run(["manage.py", *arguments], self.environment, text)

    def ask(self, statement: str, *values: Any) -> list[Any]:
        """The first column of a query."""
        with psycopg.connect(self.environment["DATABASE_URL"]) as connection:
            return [row[0] for row in connection.execute(statement.encode(), values)]

    def version(self, place: Place) -> int:
        """The version that is stored."""
        (version,) = self.ask("SELECT version FROM games_table WHERE id = %s", place.id)
        return int(version)

    def logged(self, place: Place) -> list[str]:
        """The ids of the commands that were applied, as often as they were."""
        return self.ask(
            "SELECT command FROM games_actionlog WHERE table_id = %s AND command <> ''", place.id
        )


@contextmanager
def staged(folder: Path) -> Iterator[Stage]:
    """Everything runs inside the with block."""
    with ExitStack() as stack:
        url, postgresql = stack.enter_context(postgresql_service())
        redis_url, redis = stack.enter_context(redis_service())
        environment = {k: v for k, v in os.environ.items() if k not in NOT_INHERITED} | {
            "DATABASE_URL": url,
            "REDIS_URL": redis_url,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "SIXIEME_VAR": str(folder),
        }
        club = json.loads(run(["-m", "tests.drills.club", *TABLES], environment))
        places = {name: Place(**place) for name, place in club.items()}
        one, other = (Site(name, folder, environment) for name in ("one", "other"))
        for site in (one, other):
            stack.enter_context(site.running())
        yield Stage(folder, environment, postgresql, redis, one, other, places)


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
