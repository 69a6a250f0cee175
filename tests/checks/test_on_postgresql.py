"""Tests of tables, sockets and leagues once more, on PostgreSQL and Redis as at a federation."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.databases import new_database
from tests.support.migrated import TEMPLATE
from tests.support.project import ROOT

# What the two databases do in their own way: locks and races, constraints, JSON, order, times,
# and what crosses Redis. The other files of these folders draw pages, or decide before they store.
STORING = [
    "games/pause/test_pause.py", "games/pause/test_pause_and_the_end.py", "games/rematch",
    "games/reminders/test_reminders.py", "games/reminders/test_next_turn.py",
    "games/reminders/test_held_seats.py", "games/reminders/test_weeks.py",
    "games/test_bots_and_deadlines.py", "games/test_command_ids.py", "games/test_downtime.py",
    "games/test_fast_forward.py", "games/test_lobby_and_pauses.py", "games/test_lobby_page.py",
    "games/test_log_tail.py", "games/test_past_games.py", "games/test_play_now.py",
    "games/test_playing.py", "games/test_signals.py", "games/test_table_commands.py",
    "guests/test_crossing_locks.py",
    "live/test_answers.py", "live/test_changing_viewers.py", "live/test_executor.py",
    "live/test_floods.py", "live/test_presence.py", "live/test_publish_first.py",
    "live/test_locked_table.py", "live/test_races.py", "live/test_socket_commands.py",
    "live/test_sockets.py",
    "live/test_way_of_a_card.py",
    "talk/test_live.py", "talk/test_privacy.py", "talk/test_races.py", "talk/test_writing.py",
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
    "names",
    [
        pytest.param(STORING, id="what is stored"),
        pytest.param(["games", "live", "talk"], id="all", marks=pytest.mark.thorough),
    ],
)
def test_tables_and_sockets_work_on_postgresql_and_redis(
    postgres_url: str, redis_url: str, tmp_path: Path, names: list[str]
) -> None:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTEST_")}
    environment |= {
        "TEST_DATABASE_URL": postgres_url,
        "REDIS_URL": redis_url,
        "SIXIEME_VAR": str(tmp_path),
    }
    # What pytest-django would call it, and migrate.
    new_database(postgres_url, "test_postgres", TEMPLATE)
    # The server is thrown away as a whole; threads with kept connections would hinder a DROP.
    options = ["-p", "no:cacheprovider", "--reuse-db", "-o", "faulthandler_timeout=120"]
    options += [f"--ignore=tests/live/{name}" for name in ELSEWHERE]
    leagues = [
        "people/test_who_left_does_not_join.py",
        "sessions/test_races.py",
        "sessions/test_live_results.py",
        "sheets/results/test_guests.py",
        "standings/test_rows_that_cannot_be.py",
        "test_crossing_locks.py",
    ]
    folders = [f"tests/{name}" for name in names]
    folders += ["tests/config/test_page_handler.py", "tests/config/integrity"]
    folders += ["tests/config/privacy/test_inventory.py"]
    folders += [f"tests/leagues/{name}" for name in leagues]
    command = [sys.executable, "-m", "pytest", *options, *folders]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        pytest.fail(done.stdout + done.stderr, pytrace=False)
