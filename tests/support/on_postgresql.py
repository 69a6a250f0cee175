"""Runs tests once more, on PostgreSQL and Redis as at a federation."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support.databases import new_database
from tests.support.migrated import TEMPLATE
from tests.support.project import ROOT


def run_on_postgresql(
    postgres_url: str, redis_url: str, folder: Path, names: Sequence[str], *options: str
) -> None:
    """Fail with the output of pytest if one of these tests fails there.

    names: folders, files or ids below tests/. folder: for the files of that site; the database has
    its name.
    """
    name = folder.name
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    environment |= {
        "TEST_DATABASE_URL": postgres_url.rpartition("/")[0] + f"/{name}",
        "REDIS_URL": redis_url,
        "SIXIEME_VAR": str(folder),
    }
    # What pytest-django would call it, and migrate.
    new_database(postgres_url, f"test_{name}", TEMPLATE)
    # The server is thrown away as a whole; threads with kept connections would hinder a DROP.
    options = ("-p", "no:cacheprovider", "--reuse-db", "-o", "faulthandler_timeout=120", *options)
    paths = [f"tests/{name}" for name in names]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options, *paths],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        pytest.fail(done.stdout + done.stderr, pytrace=False)


def only(file: str, *tests: str) -> list[str]:
    """The ids of these tests of a file."""
    return [f"{file}::test_{test}" for test in tests]
