"""`python -m tests.browser.steady ...`: manage.py, dealing the same cards every time it starts.

SIGUSR1 makes it begin again: the same cards once more, and no limit of requests reached.
"""

import os
import signal
import sys
import threading

import django
from django.core.management import execute_from_command_line


def begin() -> None:
    """Set Django up as manage.py does, with a chance that repeats itself."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    deal_anew()
    # In a thread: the signal may come while the lock of the cache is held.
    signal.signal(signal.SIGUSR1, lambda *_: threading.Thread(target=_renew).start())


def deal_anew() -> None:
    from tests.support.chance import repeating

    for module, chance in repeating("site").items():
        module.secrets = chance  # type: ignore[attr-defined]


def _renew() -> None:
    from django.core.cache import cache

    deal_anew()
    cache.clear()
    os.write(sys.stdout.fileno(), b"renewed\n")


if __name__ == "__main__":
    begin()
    execute_from_command_line(sys.argv)
