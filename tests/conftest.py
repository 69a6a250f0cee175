"""What every test may ask for; the machinery lies in tests/support/."""

import os
from collections import Counter
from collections.abc import Iterator

import hypothesis
import pytest
from _pytest.terminal import TerminalReporter
from django.utils import translation

from tests.factories import PlayerFactory, UserFactory
from tests.support.chance import repeating
from tests.support.databases import throw_away_postgresql, throw_away_redis

# The machine is shared: how long one example takes says nothing. What is checked before a change
# lands is the same twice; the runs of those who work on it try new examples each time.
hypothesis.settings.register_profile(
    "sixieme", deadline=None, derandomize=os.environ.get("CI") == "true"
)
hypothesis.settings.load_profile("sixieme")

AFTER_COMMIT = "leagues.standings.out_of_date.after_commit"
LONG_ONES_FIRST = ("tests/browser/test_a_whole_game", "tests/browser", "tests/checks")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Start the longest files first, so that no processor idles while the last of them runs."""

    def place(item: pytest.Item) -> int:
        starts = (item.nodeid.startswith(start) for start in LONG_ONES_FIRST)
        return next((place for place, is_it in enumerate(starts) if is_it), len(LONG_ONES_FIRST))

    items.sort(key=place)


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """One line for each program that tests were skipped for, and how to get it."""
    reasons = Counter(
        report.longrepr[2].removeprefix("Skipped: ")
        for report in terminalreporter.stats.get("skipped", [])
    )
    for reason, count in sorted(reasons.items()):
        terminalreporter.write_line(f"{count} skipped: {reason}", yellow=True)


@pytest.fixture(autouse=True)
def _the_same_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test is dealt the same cards every time, whichever ran before it: names make deals too."""
    for module, chance in repeating(request.node.nodeid).items():
        monkeypatch.setattr(module, "secrets", chance)
    for factory in (UserFactory, PlayerFactory):
        factory.reset_sequence(0, force=True)


@pytest.fixture(autouse=True)
def _the_language_of_the_site() -> Iterator[None]:
    """A request in another language leaves that one active in its thread."""
    yield
    translation.deactivate()


@pytest.fixture(autouse=True)
def _what_follows_a_change_of_a_league(
    request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A test that runs in one transaction never commits: what would follow a commit is done."""
    marker = request.node.get_closest_marker("django_db")
    if marker and not marker.kwargs.get("transaction"):
        monkeypatch.setattr(AFTER_COMMIT, lambda work: work())


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """A PostgreSQL of our own; skipped (under CI=true: failed) on a machine without one."""
    with throw_away_postgresql() as url:
        yield url


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    """A Redis of our own; skipped (under CI=true: failed) on a machine without one."""
    with throw_away_redis() as url:
        yield url
