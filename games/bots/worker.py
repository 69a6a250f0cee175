"""A process that chooses for slow bots, so that they hold up no other work of the server.

games/play/thinking.py starts it; it reads pickled questions (view, level, rng) and writes pickled
actions until its input ends. It loads the rules and the bots, no framework and no settings.
"""

import os
import pickle
import signal
import sys
from pathlib import Path

# Whoever plays goes before whoever thinks.
NICENESS = 10

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))
    os.nice(NICENESS)
    # It ends with its input: a server that is asked to stop may still need it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)

    from games.bots.levels import choose

    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    while True:
        try:
            question = pickle.load(questions)  # noqa: S301 - of the server that started it
        except EOFError:
            break
        pickle.dump(choose(*question), answers)
        answers.flush()
