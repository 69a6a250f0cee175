"""What the process of a small club loads, which decides its memory and how soon it serves."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.support.project import ROOT

# As after an upgrade, which has collected the static files: prepares, loads the site with all its
# pages, and says which modules are there.
PROGRAM = """
import json, sys
import django
django.setup()
from django.core.management import call_command
from config.management.commands import prepare
prepare.collect = lambda: None
call_command("prepare", verbosity=0)
import config.asgi
from django.urls import get_resolver
get_resolver().url_patterns
with open("/proc/self/statm") as file:
    pages = int(file.read().split()[1])
print(json.dumps({"modules": list(sys.modules), "pages": pages}))
"""
# For PostgreSQL, for several processes, for pictures, for calendars and for bots that think.
NOT_NEEDED = {"psycopg", "redis", "PIL", "icalendar", "numpy"}
# It was 101 MB, and 132 MB with these packages and the migrations.
MOST_BYTES = 120_000_000


def test_it_loads_no_package_before_it_is_needed_and_no_migration_that_is_applied(
    migrated: Path, tmp_path: Path
) -> None:
    shutil.copy(migrated, tmp_path / "sixieme.sqlite3")
    not_its = {"DATABASE_URL", "TEST_DATABASE_URL", "REDIS_URL", "SENTRY_DSN"}
    environment = {name: value for name, value in os.environ.items() if name not in not_its}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        cwd=ROOT,
        env=environment
        | {"DJANGO_SETTINGS_MODULE": "config.settings", "SIXIEME_VAR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    loaded = set(found["modules"])
    assert loaded & NOT_NEEDED == set()
    assert {name for name in loaded if ".migrations.0" in name} == set()
    assert found["pages"] * os.sysconf("SC_PAGE_SIZE") < MOST_BYTES
