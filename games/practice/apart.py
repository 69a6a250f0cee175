"""Long work in a process of its own, of low priority, so that it holds up nothing of the server.

The process loads the rules and the bots, no framework, no settings and none of the server's memory.
"""

import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Timer
from typing import Any

CHILD = Path(__file__).with_name("child.py")


def run(function: str, *arguments: object, seconds: float) -> Iterator[Any]:
    """What a generator function yields, as it comes, or the one thing another function returns.

    function: "module:name". Raises OSError and subprocess.CalledProcessError where the process
    fails; it is ended after so many seconds.
    """
    with subprocess.Popen(  # noqa: S603 - our own program
        # Isolated, and without an environment, which may hold the site's secrets.
        [sys.executable, "-I", CHILD],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={"OPENBLAS_NUM_THREADS": "1"},
        cwd="/",
    ) as child:
        assert child.stdin is not None  # noqa: S101 - both are pipes
        assert child.stdout is not None  # noqa: S101
        # One that hangs must not hold up all others.
        guard = Timer(seconds, child.kill)
        guard.start()
        try:
            with child.stdin:
                pickle.dump((function, arguments), child.stdin)
            try:
                while True:
                    yield pickle.load(child.stdout)  # noqa: S301 - of our own program
            except (EOFError, pickle.UnpicklingError):
                if status := child.wait():
                    raise subprocess.CalledProcessError(status, function) from None
        finally:
            guard.cancel()
            child.kill()
