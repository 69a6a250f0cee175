"""Tests of tables, sockets and leagues once more, on PostgreSQL and Redis as at a federation."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.project import ROOT

# Of tests/games, what stores, locks, asks or moves rows; the other files draw pages.
STORING = [
    "pause", "rematch", "reminders", "test_bots_and_deadlines.py", "test_command_ids.py",
    "test_downtime.py", "test_fast_forward.py", "test_lobby_and_pauses.py", "test_lobby_page.py",
    "test_log_tail.py", "test_log_tail_property.py", "test_past_games.py", "test_play_now.py",
    "test_playing.py", "test_previous_turn.py", "test_signals.py", "test_special_questions.py",
    "test_table_commands.py", "test_time_limits.py", "test_upgrade.py",
]  # fmt: skip
# Real servers on a SQLite file of their own, and stand-ins for Redis: the same once more.
ELSEWHERE = [
    "test_backpressure.py",
    "test_closing.py",
    "test_graceful_stop.py",
    "test_half_open.py",
]


@pytest.mark.postgres
@pytest.mark.redis
@pytest.mark.parametrize(
    "games",
    [
        pytest.param([f"tests/games/{name}" for name in STORING], id="what is stored"),
        pytest.param(["tests/games"], id="all", marks=pytest.mark.thorough),
    ],
)
def test_tables_and_sockets_work_on_postgresql_and_redis(
    postgres_url: str, redis_url: str, tmp_path: Path, games: list[str]
) -> None:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    environment |= {
        "TEST_DATABASE_URL": postgres_url,
        "REDIS_URL": redis_url,
        "SIXIEME_VAR": str(tmp_path),
    }
    # The server is thrown away as a whole; threads with kept connections would hinder a DROP.
    options = ["-p", "no:cacheprovider", "--reuse-db", "-o", "faulthandler_timeout=120"]
    options += [f"--ignore=tests/live/{name}" for name in ELSEWHERE]
    leagues = [
        "sessions/test_races.py",
        "sessions/test_live_results.py",
        "sheets/results/test_guests.py",
        "standings/test_rows_that_cannot_be.py",
    ]
    folders = ["tests/live", *games, "tests/talk", "tests/config/test_page_handler.py"]
    folders += ["tests/config/integrity", "tests/config/privacy/test_inventory.py"]
    folders += [f"tests/leagues/{name}" for name in leagues]
    command = [sys.executable, "-m", "pytest", *options, *folders]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        pytest.fail(done.stdout + done.stderr, pytrace=False)
