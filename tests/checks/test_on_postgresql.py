"""Tests of tables, sockets and leagues once more, on PostgreSQL and Redis as at a federation."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.project import ROOT


@pytest.mark.postgres
@pytest.mark.redis
def test_tables_and_sockets_work_on_postgresql_and_redis(
    postgres_url: str, redis_url: str, tmp_path: Path
) -> None:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    environment |= {
        "TEST_DATABASE_URL": postgres_url,
        "REDIS_URL": redis_url,
        "SIXIEME_VAR": str(tmp_path),
    }
    # The server is thrown away as a whole; threads with kept connections would hinder a DROP.
    options = ["-p", "no:cacheprovider", "--reuse-db", "-o", "faulthandler_timeout=120"]
    leagues = [
        "sessions/test_races.py",
        "sessions/test_live_results.py",
        "sheets/results/test_guests.py",
        "standings/test_rows_that_cannot_be.py",
    ]
    folders = ["tests/live", "tests/games", "tests/talk", "tests/config/test_page_handler.py"]
    folders += [f"tests/leagues/{name}" for name in leagues]
    command = [sys.executable, "-m", "pytest", *options, *folders]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        pytest.fail(done.stdout + done.stderr, pytrace=False)
