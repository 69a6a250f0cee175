"""Programs of the machine that some tests need: where they lie, and how to get what is missing."""

import os
import shutil
from dataclasses import dataclass
from importlib.metadata import distribution
from pathlib import Path

import pytest

# Debian keeps PostgreSQL's server programs out of PATH, one folder per version.
POSTGRESQL_FOLDERS = sorted(
    Path("/usr/lib/postgresql").glob("*/bin"), key=lambda folder: int(folder.parent.name)
)
# What examines pages, in one file.
AXE = Path(
    str(distribution("axe-playwright-python").locate_file("axe_playwright_python/axe.min.js"))
)


@dataclass(frozen=True)
class Need:
    """Programs that come together, and the sentence for a machine without them."""

    programs: tuple[str, ...]
    how_to_get_it: str


POSTGRESQL = Need(("initdb", "postgres"), "PostgreSQL: apt-get install postgresql")
REDIS = Need(("redis-server",), "Redis: apt-get install redis-server")
CHROMIUM = Need(("chromium",), "Chromium: apt-get install chromium")
GETTEXT = Need(("xgettext", "msgmerge", "msgattrib", "msgfmt"), "gettext: apt-get install gettext")
NGINX = Need(("nginx", "openssl"), "nginx: apt-get install nginx openssl")
SYSTEMD = Need(("systemd-analyze",), "systemd: apt-get install systemd")


def require(need: Need) -> tuple[str, ...]:
    """Where the programs of `need` lie; else the test is skipped, or fails under CI=true."""
    folders = [*map(str, reversed(POSTGRESQL_FOLDERS)), *os.get_exec_path(), "/usr/sbin"]
    search = os.pathsep.join(folders)
    found = [shutil.which(program, path=search) for program in need.programs]
    if None not in found:
        return tuple(program for program in found if program)
    sentence = f"missing here - {need.how_to_get_it}"
    if os.environ.get("CI") == "true":
        pytest.fail(f"CI=true and {sentence}", pytrace=False)
    pytest.skip(sentence)
