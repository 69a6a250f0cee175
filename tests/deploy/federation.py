"""A small federation: web processes and a keeper, started by the commands of the systemd units."""

import os
import re
import subprocess
import sys
from contextlib import ExitStack
from http import HTTPStatus
from pathlib import Path
from subprocess import Popen
from urllib.error import URLError
from urllib.request import urlopen

from tests.deploy.units import commands, environment
from tests.support.processes import free_port, start, stop, wait_for
from tests.support.project import ROOT

NAME = "club.example"


class Federation:
    """Its processes hear each other over Redis and share a PostgreSQL with the demo club."""

    def __init__(self, folder: Path, database_url: str, redis_url: str) -> None:
        self.folder, self.database_url = folder, database_url
        self.log = folder / "log"
        self.ports = [free_port(), free_port()]
        self.web: dict[int, Popen[bytes]] = {}
        self._rest = ExitStack()
        # Two databases of one Redis stand for two servers: groups are spread over both.
        server = redis_url.removesuffix("/0")
        self.settings = environment("sixieme@.service") | {
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "SIXIEME_VAR": str(folder),
            "SECRET_KEY": "of-a-federation",
            "DATABASE_URL": database_url,
            "DATABASE_POOL": "10",
            "REDIS_URL": f"{server}/0,{server}/1",
            "ALLOWED_HOSTS": f"{NAME},127.0.0.1",
            "HTTPS": "1",
            "TRUSTED_PROXIES": "1",
            "METRICS_FROM": "127.0.0.1",
        }

    def open(self) -> None:
        """Prepare the database and the static files, make the demo club, start everything."""
        for command in commands("sixieme-prepare.service"):
            self._run(command)
        self._run([sys.executable, "manage.py", "demo"])
        for port in self.ports:
            self.start(port)
        (command,) = commands("sixieme-keeper.service")
        keeper = start(command, self.log, env=os.environ | self.settings, cwd=ROOT)
        self._rest.callback(stop, keeper)

    def close(self) -> None:
        """End all processes."""
        for process in self.web.values():
            stop(process)
        self._rest.close()

    def start(self, port: int) -> None:
        """Start a web process; returns when it is healthy."""
        self.launch(port)
        wait_for(self.web[port], self.log, lambda: is_healthy(port))

    def launch(self, port: int) -> None:
        """Start a web process, without waiting."""
        (command,) = commands("sixieme@.service", str(port))
        self.web[port] = start(command, self.log, env=os.environ | self.settings, cwd=ROOT)

    def kill(self, port: int) -> None:
        """What a crash does to a web process."""
        self.web[port].kill()
        self.web[port].wait()

    @property
    def organizer(self) -> tuple[str, str]:
        """The email address and the password of the demo club's organizer."""
        text = (self.folder / "demo.txt").read_text()
        email = re.search(r"the organizer\s+(\S+)", text)
        password = re.search(r"password of everybody\s+(\S+)", text)
        assert email
        assert password
        return email[1], password[1]

    def _run(self, command: list[str | Path]) -> None:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=os.environ | self.settings,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr


def figure(port: int, name: str) -> float:
    """The sum of a figure of a web process over all its labels."""
    with urlopen(f"http://127.0.0.1:{port}/metrics", timeout=5) as answer:
        lines = answer.read().decode().splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith(name))


def is_healthy(port: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/readyz?exclude=keeper", timeout=5) as answer:
            return bool(answer.status == HTTPStatus.OK)
    except (URLError, OSError):
        return False
