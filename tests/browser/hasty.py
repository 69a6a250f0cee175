"""`python -m tests.browser.hasty ...`: the same with bots that wait for nobody to watch."""

import sys
from datetime import timedelta

from django.core.management import execute_from_command_line

from tests.browser import steady

if __name__ == "__main__":
    steady.begin()

    from games import pace
    from games.live import keeper

    for event in pace.BEATS:
        pace.BEATS[event] = 0
    pace.THINKING = pace.PICKING = timedelta()
    keeper.POLL_SECONDS = 0.02
    execute_from_command_line(sys.argv)
