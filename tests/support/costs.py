"""What tests cost: `make costs` runs them with `-p tests.support.costs`, which prints tables.

Each process of a run writes a line for each test, fixture and teardown into var/costs/: seconds on
the clock, seconds of a processor in this process, and in all that it started (servers, Chromium).
"""

import json
import os
import time
from collections import defaultdict
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any, TextIO

import pytest
from _pytest.fixtures import FixtureDef, SubRequest
from _pytest.terminal import TerminalReporter

from tests.support.project import ROOT

FOLDER = ROOT / "var" / "costs"
# What files took in the last run of `make costs` with all of them.
RECORDED = ROOT / "tests" / "seconds.json"
TICKS = os.sysconf("SC_CLK_TCK")
MOST_ROWS = 40
# Seconds on the clock. What is quicker starts nothing that counts, and a look at all processes
# would take longer than the step that is measured.
QUICK = 0.01


def children(pid: str) -> Iterator[str]:
    """The ids of the processes that a process started and that still run."""
    try:
        for task in Path(f"/proc/{pid}/task").iterdir():
            yield from (task / "children").read_text().split()
    except OSError:
        return


def processor_of(pid: str) -> int:
    """Ticks of a process, of those that it started, and of those of them that ended."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return sum(map(int, stat[11:15])) + sum(map(processor_of, children(pid)))


Seconds = tuple[float, float, float]


def started_so_far() -> float:
    """Seconds of a processor in all that this process started."""
    times = os.times()
    ended = times.children_user + times.children_system
    return ended + sum(map(processor_of, children("self"))) / TICKS


class Costs:
    """Writes down what each test and each fixture of this process took."""

    def __init__(self, file: TextIO) -> None:
        self._file = file
        self._seen = started_so_far()
        self._started = 0.0
        # For each fixture that is being set up: what other fixtures took meanwhile.
        self._inside: list[list[float]] = []

    def _so_far(self) -> Seconds:
        """On the clock, of a processor in this process, and in all that it started."""
        return time.monotonic(), time.process_time(), self._started

    def _since(self, before: Seconds) -> list[float]:
        """Seconds that have passed; those of a killed process since the last look are lost."""
        if time.monotonic() - before[0] > QUICK:
            seen = started_so_far()
            self._started += max(0.0, seen - self._seen)
            self._seen = seen
        return [now - then for now, then in zip(self._so_far(), before, strict=True)]

    def _write(self, kind: str, name: str, took: list[float]) -> None:
        line = [kind, name, *(round(seconds, 4) for seconds in took)]
        self._file.write(json.dumps(line) + "\n")

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        before = self._so_far()
        try:
            return (yield)
        finally:
            self._write("test", item.nodeid, self._since(before))
            self._file.flush()

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(
        self, fixturedef: FixtureDef[Any], request: SubRequest
    ) -> Generator[None, Any, Any]:
        before = self._so_far()
        self._inside.append([0.0, 0.0, 0.0])
        try:
            return (yield)
        finally:
            took = self._since(before)
            inside = self._inside.pop()
            if self._inside:
                self._inside[-1] = [a + b for a, b in zip(self._inside[-1], took, strict=True)]
            own = [a - b for a, b in zip(took, inside, strict=True)]
            self._write("fixture", f"{fixturedef.baseid}::{fixturedef.argname}", own)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Generator[None, Any, Any]:
        before = self._so_far()
        try:
            return (yield)
        finally:
            self._write("teardown", item.nodeid.partition("::")[0], self._since(before))


def pytest_configure(config: pytest.Config) -> None:
    """Begin a new file for this process; the first process removes those of the last run."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "alone")
    FOLDER.mkdir(parents=True, exist_ok=True)
    if worker == "alone":
        for old in FOLDER.glob("*.jsonl"):
            old.unlink()
    file = (FOLDER / f"{worker}.jsonl").open("w")
    config.pluginmanager.register(Costs(file))


def tables() -> dict[str, dict[str, list[float]]]:
    """By folder, file, test, fixture and teardown: the three kinds of seconds, and how often."""
    found: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(lambda: [0.0] * 4))
    for file in sorted(FOLDER.glob("*.jsonl")):
        for line in file.read_text().splitlines():
            kind, name, *took = json.loads(line)
            keys = [(kind, name)]
            if kind == "test":
                path = name.partition("::")[0]
                keys += [("file", path), ("folder", "/".join(path.split("/")[:2])), ("all", "all")]
            for table, key in keys:
                row = found[table][key]
                row[:] = [a + b for a, b in zip(row, [*took, 1], strict=True)]
    return found


def recorded() -> dict[str, float]:
    """Seconds of a processor by file of tests."""
    return json.loads(RECORDED.read_text())


def record() -> None:
    """Keep what the files of the last run took for those that come."""
    found = {file: round(own + others, 1) for file, (_, own, others, _) in tables()["file"].items()}
    kept = {file: took for file, took in recorded().items() if (ROOT / file).exists()}
    seconds = dict(sorted((kept | found).items()))
    RECORDED.write_text(json.dumps(seconds, indent=0) + "\n")


def lines(table: dict[str, list[float]]) -> Iterator[str]:
    """The costliest rows of a table."""
    ordered = sorted(table.items(), key=lambda pair: -(pair[1][1] + pair[1][2]))
    for name, (wall, own, others, times) in ordered[:MOST_ROWS]:
        yield f"{own + others:8.1f} {own:8.1f} {others:8.1f} {wall:8.1f} {times:7.0f}  {name}"


def pytest_terminal_summary(terminalreporter: TerminalReporter) -> None:
    """Print the tables of all processes of the run."""
    found = tables()
    for name in ("all", "folder", "file", "test", "fixture", "teardown"):
        terminalreporter.section(f"what it costs, by {name}")
        terminalreporter.write_line("processor =  pytest + started    clock   times")
        for line in lines(found[name]):
            terminalreporter.write_line(line)


if __name__ == "__main__":
    record()
