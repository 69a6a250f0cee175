#!/usr/bin/env python
"""The command line of the site: `manage.py help` lists what it can do."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

from config import VERSION

if __name__ == "__main__":
    if sys.argv[1:] == ["version"]:
        # Django's own command of this name says which Django it is.
        sys.stdout.write(f"{VERSION}\n")
        sys.exit()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.stderr.write(f"A setting is wrong. {error}\n")
        # The units of deploy/ do not try again.
        sys.exit(os.EX_CONFIG)
