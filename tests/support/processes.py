"""Servers that a test starts: none outlives pytest, however pytest ends."""

import pwd
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path

SETPRIV = shutil.which("setpriv")


def free_port() -> int:
    """A port of the loopback address that nobody listens on at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def is_answered(port: int, path: str = "/account/login/", seconds: float = 5) -> bool:
    """Whether a server of this machine answers with a page within so many seconds."""
    connection = HTTPConnection("127.0.0.1", port, timeout=seconds)
    try:
        connection.request("GET", path)
        return connection.getresponse().status == HTTPStatus.OK
    except OSError:
        return False
    finally:
        connection.close()


def start(
    command: Sequence[str | Path],
    log: Path,
    *,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    user: str | None = None,
    ending: signal.Signals = signal.SIGTERM,
) -> subprocess.Popen[bytes]:
    """Start `command` as `user` (default: ours), its output appended to `log`.

    Where util-linux is there, the kernel sends it `ending` when pytest dies, even by kill -9.
    """
    lifeline = [SETPRIV, "--pdeathsig", ending.name.removeprefix("SIG")] if SETPRIV else []
    with log.open("ab") as output:
        return subprocess.Popen(
            [*lifeline, *command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=env,
            cwd=cwd,
            user=user,
            group=pwd.getpwnam(user).pw_gid if user else None,
            extra_groups=[] if user else None,
        )


def stop(process: subprocess.Popen[bytes], ending: signal.Signals = signal.SIGTERM) -> None:
    """Ask the process to end, and end it if it does not within ten seconds."""
    if process.poll() is None:
        process.send_signal(ending)
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


class Service:
    """A server that can be stopped, killed and started again: the same command, port and data.

    answers: whether it does. ending: the signal that asks it to end.
    """

    def __init__(
        self,
        command: Sequence[str | Path],
        log: Path,
        answers: Callable[[], bool],
        *,
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        user: str | None = None,
        ending: signal.Signals = signal.SIGTERM,
    ) -> None:
        self.log = log
        self._answers = answers
        self._ending = ending
        self._launch = partial(start, command, log, env=env, cwd=cwd, user=user, ending=ending)

    def launch(self) -> None:
        """Start it, without waiting; the thread that does it must live as long as the server."""
        self.process = self._launch()

    def wait(self, seconds: float = 180) -> None:
        """Return when it answers; a RuntimeError if it does not within so many seconds."""
        wait_for(self.process, self.log, self._answers, seconds)

    @property
    def has_ended(self) -> bool:
        """Whether it has ended, by itself or because somebody ended it."""
        return self.process.poll() is not None

    def stop(self) -> None:
        stop(self.process, self._ending)

    def kill(self) -> None:
        """What a power cut does to it."""
        self.process.kill()
        self.process.wait()

    def freeze(self) -> None:
        """Let it answer nothing, though its connections stand."""
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    @contextmanager
    def running(self) -> Iterator[None]:
        """It runs, and answers, when the with block begins; it has ended when the block has."""
        self.launch()
        try:
            self.wait()
            yield
        finally:
            # A frozen process heeds no signal but this one.
            self.thaw()
            self.stop()


def until(is_so: Callable[[], bool], seconds: float = 60) -> None:
    """Return as soon as `is_so()`; a TimeoutError if it never is."""
    end = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > end:
            raise TimeoutError
        time.sleep(0.02)


def wait_for(
    process: subprocess.Popen[bytes], log: Path, answers: Callable[[], bool], seconds: float = 180
) -> None:
    """Return as soon as `answers()` is true; a RuntimeError with the log if it never is."""
    end = time.monotonic() + seconds
    while process.poll() is None and time.monotonic() < end:
        if answers():
            return
        time.sleep(0.05)
    raise RuntimeError(f"{process.args!r} does not answer:\n{log.read_text(errors='replace')}")
