"""A process that looks for a puzzle: it needs a second, which the server has not to spare.

games/practice/making.py starts it; it reads the pickled arguments of `find_puzzle` and writes what
that returns. It loads the rules and the bots, no framework and no settings.
"""

import os
import pickle
import signal
import sys
from pathlib import Path

# Whoever plays goes before, and bots that think for them.
NICENESS = 15

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))
    os.nice(NICENESS)
    # A server that is asked to stop, with all its processes, wants no trace of this one.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)

    from games.practice.search import find_puzzle

    asked = pickle.load(sys.stdin.buffer)  # noqa: S301 - of the server that started it
    found = find_puzzle(*asked)
    try:
        pickle.dump(found, sys.stdout.buffer)
        sys.stdout.buffer.flush()
    except BrokenPipeError:
        os._exit(1)  # nobody listens any more
