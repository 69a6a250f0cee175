"""The process that games/practice/apart.py starts, for one piece of work.

It reads a pickled ("module:name", arguments), and writes what that function yields or returns,
pickled one by one.
"""

import os
import pickle
import signal
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

# Whoever plays goes before, and bots that think for them.
NICENESS = 15

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))
    os.nice(NICENESS)
    # It ends with who reads it: a server that is asked to stop, with all its processes, must not
    # take it for a failure.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)

    try:
        asked = pickle.load(sys.stdin.buffer)  # noqa: S301 - of the server that started it
    except (EOFError, pickle.UnpicklingError):
        sys.exit(1)  # that was killed meanwhile
    function, arguments = asked
    module, _colon, name = function.partition(":")
    answer = getattr(import_module(module), name)(*arguments)
    for told in answer if isinstance(answer, Iterator) else [answer]:
        try:
            pickle.dump(told, sys.stdout.buffer)
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            os._exit(1)  # nobody listens any more
