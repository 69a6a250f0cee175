"""`python -m tests.browser.hasty ...`: manage.py, with bots that wait for nobody to watch."""

import os
import sys
from datetime import timedelta

import django
from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()

    from games import keeper, pace

    for event in pace.BEATS:
        pace.BEATS[event] = 0
    pace.THINKING = pace.PICKING = timedelta()
    keeper.POLL_SECONDS = 0.02
    execute_from_command_line(sys.argv)
