"""What every test may ask for; the machinery lies in tests/support/."""

import gc
import itertools
import math
import os
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Any, Protocol, TypeVar
from unittest.mock import Mock

import hypothesis
import pytest
from _pytest.terminal import TerminalReporter
from django.core.management.commands import flush
from django.core.signals import request_started
from django.db import connection, transaction
from django.test import Client
from django.utils import timezone, translation
from pytest_django import DjangoDbBlocker
from pytest_django.fixtures import django_db_setup as migrate_tests_database  # noqa: F401

from accounts import presence
from accounts.club import current as current_club
from accounts.club.models import ClubSettings
from accounts.made_once import FILES, MADE
from accounts.models import Player
from accounts.pictures import drawing
from accounts.pictures import service as pictures
from games import receivers
from games.coach import analysis, jobs
from games.models import Table
from games.play import thinking
from games.practice import apart, making
from tests.factories import PlayerFactory, UserFactory
from tests.support import unhurried
from tests.support.chance import repeating
from tests.support.clients import signed_in
from tests.support.costs import recorded
from tests.support.databases import (
    emptied_by_deleting,
    throw_away_postgresql,
    throw_away_redis,
)
from tests.support.later import LATER
from tests.support.lock_order import LockOrder, locks_in_statements
from tests.support.long_work import PROMPT_CHILD, run_here
from tests.support.migrated import (
    club_of,
    copy_for_tests,
    kept_for_later_runs,
    migrated_cluster,
    migrated_file,
)
from tests.support.multiplied_rows import multiplied
from tests.support.tables import start_table

# Each of the processes that tests start would compile the whole project where Python is told to
# keep nothing of that.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# The machine is shared: how long one example takes says nothing. What is checked before a change
# lands is the same twice; the runs of those who work on it try new examples each time.
hypothesis.settings.register_profile(
    "sixieme", deadline=None, derandomize=os.environ.get("CI") == "true"
)
hypothesis.settings.load_profile("sixieme")

# Numbers of members whom a whole file shares; those of a test begin at 0.
SHARED = 1000
AFTER_COMMIT = "leagues.standings.season_lock.after_commit"
# What waits for a process of its own, and what is kept together.
FIRST = ("tests/checks/test_on_postgresql", "tests/checks/test_tools", "tests/browser")
NO_PUZZLES = Mock(making)
# Tests with these markers run where the command names the marker.
OF_THEIR_OWN_COMMAND = ("drill", "thorough")


def pytest_xdist_auto_num_workers() -> int:
    """One more than processors: tests also wait, for motion, processes and outages.

    With three more all of them took as long, with a load of ten.
    """
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what has a command of its own, and start the longest files first.

    No processor is to idle while the last of them runs. How long they take was recorded by
    `make costs` (tests/seconds.json).
    """
    left_out = [
        marker for marker in OF_THEIR_OWN_COMMAND if marker not in config.getoption("markexpr")
    ]
    leave = {item for item in items if any(map(item.get_closest_marker, left_out))}
    config.hook.pytest_deselected(items=list(leave))
    items[:] = [item for item in items if item not in leave]

    seconds = recorded()

    def place(item: pytest.Item) -> tuple[bool, float]:
        # Files of browsers follow each other: they share a server and a Chromium.
        file = item.nodeid.partition("::")[0]
        # One that was never measured may be the longest.
        return not file.startswith(FIRST), -seconds.get(file, math.inf)

    items.sort(key=place)


def pytest_collection_finish() -> None:
    """Thousands of tests live until the end: the collector need not look at them again."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """One line for each program that tests were skipped for, and how to get it."""
    reasons = Counter(
        report.longrepr[2].removeprefix("Skipped: ")
        for report in terminalreporter.stats.get("skipped", [])
    )
    for reason, count in sorted(reasons.items()):
        terminalreporter.write_line(f"{count} skipped: {reason}", yellow=True)


@pytest.fixture(scope="session", autouse=True)
def _quickly_emptied() -> Iterator[None]:
    """Tables are emptied after a test that commits as `emptied_by_deleting` does it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(flush, "sql_flush", emptied_by_deleting)
        patch.setattr(flush, "emit_post_migrate_signal", lambda *_how, **_more: None)
        yield


@pytest.fixture(autouse=True)
def _as_if_alone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing is left of the tests before, and chance is that of the test.

    One fixture: each that is there for all of 10,000 tests costs two seconds of a processor.
    """
    # The settings of the club are known, so no statement is made for them.
    current_club.known.settings = ClubSettings()
    current_club.known.until = math.inf
    # Tests make the same ids and versions again, which the site never does.
    MADE.forget()
    FILES.forget()
    presence.forget()
    # A test is dealt the same cards, whichever ran before it: names make deals too.
    for module, chance in repeating(request.node.nodeid).items():
        monkeypatch.setattr(module, "secrets", chance)
    for factory in (UserFactory, PlayerFactory):
        factory.reset_sequence(0, force=True)
    yield
    # A request in another language leaves that one active in its thread.
    translation.deactivate()


@pytest.fixture(autouse=True)
def _what_follows_a_change_of_a_league(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, _django_db_marker: None
) -> Iterator[None]:
    """A test that runs in one transaction never commits: what would follow is done by LATER."""
    marker = request.node.get_closest_marker("django_db")
    if marker is None or marker.kwargs.get("transaction"):
        yield
        return
    monkeypatch.setattr(AFTER_COMMIT, LATER.after_commit)
    LATER.begin()
    yield
    LATER.begin()


@pytest.fixture(scope="session", autouse=True)
def _pages_show_what_has_followed() -> None:
    request_started.connect(LATER.compute)


Made = TypeVar("Made")


class Share(Protocol):
    def __call__(self, make: Callable[[], Made]) -> Made: ...


@pytest.fixture(scope="module")
def share(
    request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: DjangoDbBlocker
) -> Iterator[Share]:
    """`share(make)`: its rows are there for each test of a file, and gone after the last one.

    For fixtures of a file whose tests do not commit; what they change is taken back after each.
    """
    numbers = itertools.count(SHARED, SHARED)
    with ExitStack() as stack:
        with django_db_blocker.unblock():
            stack.enter_context(transaction.atomic())

        def share(make: Callable[[], Made]) -> Made:
            with django_db_blocker.unblock(), pytest.MonkeyPatch.context() as patch:
                patch.setattr(AFTER_COMMIT, LATER.after_commit)
                LATER.begin()
                for module, chance in repeating(request.node.nodeid).items():
                    patch.setattr(module, "secrets", chance)
                number = next(numbers)
                for factory in (UserFactory, PlayerFactory):
                    factory.reset_sequence(number, force=True)
                with connection.execute_wrapper(LATER):
                    made = make()
                    LATER.compute()
                return made

        yield share
        with django_db_blocker.unblock():
            transaction.set_rollback(True)
            stack.close()


@pytest.fixture
def now() -> datetime:
    """The moment at which the test began."""
    return timezone.now()


@pytest.fixture
def ada() -> Player:
    """A member of the club."""
    return PlayerFactory.create()


@pytest.fixture
def ben() -> Player:
    """Another one."""
    return PlayerFactory.create()


@pytest.fixture
def cleo() -> Player:
    """A third one."""
    return PlayerFactory.create()


@pytest.fixture
def as_ada(ada: Player) -> Client:
    """A browser in which she is signed in."""
    return signed_in(ada)


@pytest.fixture
def as_staff() -> Client:
    """A browser in which somebody of the staff is signed in, who may do everything there."""
    browser = Client()
    browser.force_login(UserFactory.create(is_staff=True, is_superuser=True))
    return browser


@pytest.fixture
def table(ada: Player, ben: Player) -> Table:
    """A table at which these two play, with the first round dealt; ada is its host."""
    return start_table(ada, ben)


@pytest.fixture(scope="session")
def run_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of a run have in common."""
    base = tmp_path_factory.getbasetemp()
    # Alone, pytest has but this one.
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture(scope="session")
def migrated() -> Path:
    """A SQLite file with all tables, to be copied: five seconds of a processor."""
    return migrated_file(kept_for_later_runs("sqlite"))


@pytest.fixture(scope="session")
def club(run_folder: Path, migrated: Path) -> Path:
    """The folder of a site with the people of tests/browser/club.py, to be copied."""
    return club_of(run_folder / "club", migrated)


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest,
    django_test_environment: None,
    django_db_blocker: DjangoDbBlocker,
    django_db_modify_db_settings: None,
) -> Iterator[None]:
    """Instead of pytest-django's, which migrates in each process; that one does on PostgreSQL."""
    if connection.vendor != "sqlite":
        request.getfixturevalue("migrate_tests_database")
        yield
        return
    migrated = request.getfixturevalue("migrated")
    with django_db_blocker.unblock(), copy_for_tests(migrated):
        yield


@pytest.fixture(scope="session")
def postgres_cluster() -> Path:
    """The data of a PostgreSQL with a migrated database, to be copied."""
    return migrated_cluster(kept_for_later_runs("postgresql"))


@pytest.fixture(scope="session")
def postgres_url(postgres_cluster: Path) -> Iterator[str]:
    """A PostgreSQL of our own; skipped (under CI=true: failed) on a machine without one."""
    with throw_away_postgresql(postgres_cluster) as url:
        yield url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """A Redis of our own; skipped (under CI=true: failed) on a machine without one."""
    with throw_away_redis() as url:
        yield url


@pytest.fixture(scope="session", autouse=True)
def _locks_in_statements() -> Iterator[None]:
    with locks_in_statements():
        yield


@pytest.fixture(autouse=True)
def locks_in_order(request: pytest.FixtureRequest, _django_db_marker: None) -> Iterator[None]:
    """A test fails in which rows are locked in another order than docs/architecture.md says."""
    if request.node.get_closest_marker("django_db") is None:
        yield
        return
    order = LockOrder()
    with connection.execute_wrapper(order):
        yield
    if order.faults:
        pytest.fail("\n\n".join(dict.fromkeys(order.faults)), pytrace=False)


@pytest.fixture(autouse=True)
def _no_rows_multiply(request: pytest.FixtureRequest, _django_db_marker: None) -> Iterator[None]:
    """A test fails in which a statement joins rows of two tables to each row of another one.

    LATER is told of each statement, too.
    """
    if request.node.get_closest_marker("django_db") is None:
        yield
        return
    found: set[str] = set()

    def look(execute: Callable[..., Any], sql: str, *args: Any) -> Any:
        LATER.look(sql)
        found.update(f"{tables}: {sql}" for tables in multiplied(sql))
        return execute(sql, *args)

    with connection.execute_wrapper(look):
        yield
    if found:
        pytest.fail("\n\n".join(found), pytrace=False)


@pytest.fixture(scope="session", autouse=True)
def _patience_with_pictures() -> Iterator[None]:
    """None is given up on a busy machine; a decoder ends after its time of a processor."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawing, "MOST_SECONDS", 60.0)
        patch.setattr(pictures, "PATIENCE_SECONDS", 60)
        yield


@pytest.fixture(autouse=True)
def _no_long_work_apart(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process of low priority waits for all others; and who tidies need not make puzzles."""
    monkeypatch.setattr(apart, "CHILD", PROMPT_CHILD)
    if request.node.get_closest_marker("apart") is None:
        monkeypatch.setattr(apart, "run", run_here)
        monkeypatch.setattr(receivers, "making", NO_PUZZLES)


@pytest.fixture
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Analyses take no time, where their figures are not looked at."""
    monkeypatch.setattr(jobs, "PLACEMENTS", 20_000)
    monkeypatch.setattr(analysis, "FEWEST_WORLDS", 60)


@pytest.fixture
def without_a_brake(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same view and the same chance give the same choice, however slow the machine is."""
    unhurried.take_the_brake_away(monkeypatch)
    monkeypatch.setattr(thinking, "WORKER", unhurried.__file__)
