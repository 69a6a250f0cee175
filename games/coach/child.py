"""A process that analyses a game: it needs half a minute, which the server has not to spare.

games/coach/jobs.py starts it; it reads pickled arguments and writes what
`analyse` yields, pickled one by one. It loads the rules and the bots, no framework, no settings.
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
    # It ends with who reads it: a server that is asked to stop, with all its processes, must not
    # take it for a failure.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)

    from games.coach.analysis import analyse
    from games.rules.record_read import parse_record

    record, *asked = pickle.load(sys.stdin.buffer)  # noqa: S301 - of the server that started it
    for told in analyse(parse_record(record), *asked):
        try:
            pickle.dump(told, sys.stdout.buffer)
            sys.stdout.buffer.flush()
        except BrokenPipeError:
            os._exit(1)  # nobody listens any more
