"""`python -m tests.browser.steady ...`: manage.py, dealing the same cards every time it starts."""

import os
import sys

import django
from django.core.management import execute_from_command_line


def begin() -> None:
    """Set Django up as manage.py does, with a chance that repeats itself."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()

    from tests.support.chance import repeating

    for module, chance in repeating("site").items():
        module.secrets = chance  # type: ignore[attr-defined]


if __name__ == "__main__":
    begin()
    execute_from_command_line(sys.argv)
