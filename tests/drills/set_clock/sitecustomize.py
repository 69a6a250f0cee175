"""Python reads this at its start where PYTHONPATH has its folder: a clock that can be set.

The file DRILL_CLOCK says by how many seconds `time.time` and `datetime.now` are wrong.
Monotonic time goes on, as it does when an operator sets the clock of a machine.
"""

import os
import threading
import time
from pathlib import Path

import time_machine

FILE = Path(os.environ["DRILL_CLOCK"])
LOOK_SECONDS = 0.1


def follow(clock: time_machine.Traveller, seconds: float) -> None:
    """Set the clock whenever the file changes."""
    while True:
        time.sleep(LOOK_SECONDS)
        if (wanted := read(seconds)) != seconds:
            clock.shift(wanted - seconds)
            seconds = wanted


def read(otherwise: float) -> float:
    """What the file says; `otherwise` while it is being written, or after the drill."""
    try:
        return float(FILE.read_text())
    except (OSError, ValueError):
        return otherwise


at_first = read(0)
clock = time_machine.travel(time.time() + at_first, tick=True).start()
threading.Thread(target=follow, args=(clock, at_first), daemon=True).start()
