"""On the machine itself: ask a process ten times a second until /tmp/enough is there.

Writes the longest time without an answer to /tmp/away. Argument: the port.
"""

import sys
import time
from pathlib import Path
from urllib.request import urlopen

last, worst = time.time(), 0.0
while not Path("/tmp/enough").exists():  # noqa: S108 - of a machine of its own
    try:
        with urlopen(f"http://127.0.0.1:{sys.argv[1]}/healthz", timeout=30):
            now = time.time()
            worst, last = max(worst, now - last), now
    except OSError:
        pass
    time.sleep(0.1)
Path("/tmp/away").write_text(f"{worst:.1f}")  # noqa: S108
