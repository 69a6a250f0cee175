"""`python -m tests.browser.prompt_mails ...`: steady.py, with reminders that wait for nobody."""

import sys
from datetime import timedelta

from django.core.management import execute_from_command_line

from tests.browser import steady

if __name__ == "__main__":
    steady.begin()

    from games.live import keeper
    from games.reminders import presence, schedule, service

    keeper.TIDY_SECONDS = 0.5
    schedule.TURN_AFTER = timedelta()
    service.PAGE_OPEN = timedelta()
    presence.REMEMBERED_SECONDS = 1
    execute_from_command_line(sys.argv)
