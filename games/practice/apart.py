"""Long work in a process of its own, of low priority, so that it holds up nothing of the server.

The process loads the rules and the bots, no framework, no settings and none of the server's memory.
"""

import pickle
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Lock, Timer
from typing import Any

CHILD = Path(__file__).with_name("child.py")

# The processes that work now, and whether none may begin any more.
_working: set[subprocess.Popen[bytes]] = set()
_is_over = False
_lock = Lock()


class Over(Exception):
    """This process ends, and the work with it: another one begins it anew."""


def run(function: str, *arguments: object, seconds: float) -> Iterator[Any]:
    """What a generator function yields, as it comes, or the one thing another function returns.

    function: "module:name". Raises OSError and subprocess.CalledProcessError where the process
    fails, which is ended after so many seconds; Over after `end`.
    """
    with _begun() as child:
        assert child.stdin is not None  # noqa: S101 - both are pipes
        assert child.stdout is not None  # noqa: S101
        # One that hangs must not hold up all others.
        guard = Timer(seconds, child.kill)
        guard.start()
        try:
            with child.stdin:
                pickle.dump((function, arguments), child.stdin)
            while True:
                yield pickle.load(child.stdout)  # noqa: S301 - of our own program
        except (BrokenPipeError, EOFError, pickle.UnpicklingError):
            if status := child.wait():
                if _is_over:
                    raise Over from None
                raise subprocess.CalledProcessError(status, function) from None
        finally:
            guard.cancel()
            _working.discard(child)
            child.kill()


def end() -> None:
    """Kill all that works, for good: a server that is asked to stop does not wait for it."""
    global _is_over
    with _lock:
        _is_over = True
        for child in list(_working):
            child.kill()


def _begun() -> subprocess.Popen[bytes]:
    with _lock:
        if _is_over:
            raise Over
        child = subprocess.Popen(  # noqa: S603 - our own program
            # Isolated, and without an environment, which may hold the site's secrets.
            [sys.executable, "-I", CHILD],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={"OPENBLAS_NUM_THREADS": "1"},
            cwd="/",
        )
        _working.add(child)
    return child
