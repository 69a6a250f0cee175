"""The site as `make run` starts it, on data of its own; it can be killed and started again."""

import os
import subprocess
import sys
from collections.abc import Callable
from multiprocessing.connection import Client
from pathlib import Path
from typing import ParamSpec, TypeVar, cast

from tests.support.processes import free_port, is_answered, start, stop, wait_for
from tests.support.project import ROOT

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


class Site:
    """A server process with its own SQLite file; the same port and data after a kill."""

    manage: tuple[str, ...] = ("manage.py",)
    # Further arguments of `serve`.
    flags: tuple[str, ...] = ()

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "log"
        own = {"DJANGO_SETTINGS_MODULE": "config.settings", "SIXIEME_VAR": str(folder)}
        # What the tests' own settings chose for this process is not the site's business.
        not_its = {"SECRET_KEY", "DATABASE_URL", "TEST_DATABASE_URL", "REDIS_URL"}
        self.environment = {k: v for k, v in os.environ.items() if k not in not_its} | own

    def run(self, *arguments: str, text: str = "", code: int = 0) -> str:
        """The output of `python ARGUMENTS`, which ends with `code`, on the site's data.

        text: what it is fed with. Where it is to fail, its errors follow the output.
        """
        done = subprocess.run(
            [sys.executable, *arguments],
            cwd=ROOT,
            env=self.environment,
            input=text,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == code, done.stdout + done.stderr
        return done.stdout + done.stderr if code else done.stdout

    def start(self) -> None:
        """Start the server; returns when it answers."""
        command = [sys.executable, *self.manage, "serve", "--port", str(self.port), *self.flags]
        self.process = start(command, self.log, env=self.environment, cwd=ROOT)
        wait_for(self.process, self.log, self.answers)

    def kill(self) -> None:
        """What a power cut does to the server process."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        """What Ctrl-C does."""
        stop(self.process)

    def answers(self) -> bool:
        return is_answered(self.port)


class SteadySite(Site):
    """The same, dealing the same cards every time it is started; it does what a test asks of it."""

    manage = ("-m", "tests.browser.steady")

    def do(self, what: Callable[Given, Answer], *args: Given.args, **named: Given.kwargs) -> Answer:
        """What a function of a module returns in the process of the running site."""
        with Client(str(self.folder / "asked")) as server:
            server.send((what, args, named))
            answer, error = server.recv()
        assert not error, error
        return cast("Answer", answer)
