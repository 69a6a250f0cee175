"""`python -m tests.browser.steady ...`: manage.py, dealing the same cards every time it starts.

What a test needs from the site is made in this process (SteadySite.do): one of its own would first
load the whole site, which takes longer than most of what is made.
"""

import os
import sys
import threading
import traceback
from multiprocessing.connection import Listener
from pathlib import Path

import django
from django.core.management import execute_from_command_line

SOCKET = "asked"


def begin() -> None:
    """Set Django up as manage.py does, with a chance that repeats itself."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()

    from django.conf import settings

    deal_anew()
    socket = Path(settings.VAR_DIR) / SOCKET
    socket.unlink(missing_ok=True)  # of a process that was killed
    threading.Thread(target=_answer, args=(Listener(str(socket)),), daemon=True).start()


def deal_anew(name: str = "site") -> None:
    """Deal the first cards of all again; those of a name are always the same."""
    from tests.support.chance import repeating

    for module, chance in repeating(name).items():
        module.secrets = chance  # type: ignore[attr-defined]


def _answer(listener: Listener) -> None:
    from django.db import connections

    while True:
        with listener.accept() as asker:
            try:
                do, arguments, named = asker.recv()
                asker.send((do(*arguments, **named), ""))
            except Exception:  # noqa: BLE001 - the test shows it
                asker.send((None, traceback.format_exc()))
        connections.close_all()


if __name__ == "__main__":
    begin()
    execute_from_command_line(sys.argv)
