"""`make fuzz`: bad inputs over every address, form, header, file and socket of the site.

    python -m tests.fuzz [--inputs 100000] [--seed 1] [--jobs 2] [--only leagues:roles] [--postgres]

Also `--only socket:` and `--only server`, the server process (on SQLite).

The same seed makes the same inputs. Exit code 1 if one showed a fault; each fault is printed with
the smallest input that shows it, and the command that tries this address again.
"""

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue
from typing import Any

import psycopg
from tqdm import tqdm

from tests.support.databases import throw_away_postgresql
from tests.support.migrated import FILE, migrated_file
from tests.support.processes import start, stop
from tests.support.project import ROOT


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make fuzz")
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, help="makes the same inputs again")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", default="", help="addresses with these words in their name")
    parser.add_argument("--postgres", action="store_true", help="on PostgreSQL instead of SQLite")
    return parser.parse_args()


@contextmanager
def databases(count: int, folder: Path, *, postgres: bool) -> Iterator[list[str]]:
    """The URLs of so many migrated databases."""
    if not postgres:
        file = migrated_file(folder / "migrated")
        copies = [folder / f"{index}.sqlite3" for index in range(count)]
        for copy in copies:
            copy.write_bytes(file.read_bytes())
        yield [f"sqlite:///{copy}" for copy in copies]
        return
    with throw_away_postgresql() as url:
        server = url.rpartition("/")[0]
        environment = os.environ | {"DATABASE_URL": url, "SIXIEME_VAR": str(folder / "var")}
        environment["DJANGO_SETTINGS_MODULE"] = "config.settings"
        migrate = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
        subprocess.run(migrate, check=True, cwd=ROOT, env=environment)
        with psycopg.connect(f"{server}/template1", autocommit=True) as connection:
            for index in range(count):
                connection.execute(f"CREATE DATABASE fuzz_{index} TEMPLATE postgres")
        yield [f"{server}/fuzz_{index}" for index in range(count)]


class Run:
    """The processes of a run, and what they have told so far."""

    def __init__(self, given: argparse.Namespace, folder: Path) -> None:
        self.findings: list[dict[str, str]] = []
        self.problems: list[str] = []
        self.statuses: Counter[str] = Counter()
        self.longest: list[Any] = [0.0, ""]
        self._given, self._folder = given, folder
        self._lines: Queue[tuple[int, dict[str, Any] | None]] = Queue()

    def attack(self, urls: list[str]) -> int:
        """Start a process on each database, and wait for all; how many inputs were tried."""
        processes = [self._start(index, len(urls), url) for index, url in enumerate(urls)]
        left, tried = len(processes), 0
        try:
            with tqdm(total=0, unit=" inputs", mininterval=0.5) as shown:
                while left:
                    index, told = self._lines.get()
                    if told is None:
                        left -= 1
                        if processes[index].wait() != 0:
                            log = (self._folder / f"{index}.log").read_text(errors="replace")
                            self.problems.append(f"process {index} failed:\n{log[-3000:]}")
                        continue
                    done = self._take(told)
                    tried += done
                    shown.total += told.get("total", 0)
                    shown.update(done)
                    shown.set_postfix_str(f"{len(self.findings)} faults  {told.get('at', '')}")
        finally:
            for process in processes:
                stop(process)
        return tried

    def _start(self, index: int, count: int, url: str) -> subprocess.Popen[bytes]:
        given = self._given
        own = self._folder / f"var{index}"
        own.mkdir(mode=0o700)
        command = [sys.executable, "-m", "tests.fuzz.worker", "--share", f"{index}/{count}"]
        if not given.postgres:
            command += ["--migrated", str(self._folder / "migrated" / FILE)]
        command += ["--inputs", str(given.inputs), "--seed", str(given.seed), "--only", given.only]
        environment = {
            k: v for k, v in os.environ.items() if k not in {"REDIS_URL", "DATABASE_URL"}
        }
        environment |= {
            "DJANGO_SETTINGS_MODULE": "config.settings_test",
            "TEST_DATABASE_URL": url,
            "SIXIEME_VAR": str(own),
        }
        told = self._folder / f"{index}.told"
        told.touch()
        process = start(
            [*command, "--tell", told], self._folder / f"{index}.log", env=environment, cwd=ROOT
        )
        threading.Thread(target=self._read, args=(index, process, told), daemon=True).start()
        return process

    def _read(self, index: int, process: subprocess.Popen[bytes], told: Path) -> None:
        """Hand over each line that a process writes, and None when it has ended."""
        with told.open(encoding="utf-8") as lines:
            has_ended = False
            while True:
                if line := lines.readline():
                    self._lines.put((index, json.loads(line)))
                elif has_ended:
                    break
                else:
                    has_ended = process.poll() is not None
                    time.sleep(0.2)
        self._lines.put((index, None))

    def _take(self, told: dict[str, Any]) -> int:
        if "finding" in told:
            finding = told["finding"]
            self.findings.append(finding)
            tqdm.write(self.words_of(finding))
        self.statuses.update(told.get("statuses", {}))
        self.longest = max(self.longest, told.get("longest", self.longest))
        if changed := told.get("changed"):
            self.problems.append(f"rows were changed for good: {', '.join(changed)}")
        return int(told.get("done", 0))

    def words_of(self, finding: dict[str, str]) -> str:
        """A fault, what shows it, and how to see it again."""
        flags = " POSTGRES=1" if self._given.postgres else ""
        again = (
            f"make fuzz SEED={self._given.seed} INPUTS={self._given.inputs}"
            f" ONLY={finding['target']}{flags}"
        )
        return (
            f"\n{finding['target']}: {finding['fault']}\n{finding['shown_by']}\n  again: {again}\n"
        )


def main() -> int:
    """Run, and say how it went."""
    given = arguments()
    if given.seed is None:
        given.seed = random.SystemRandom().randrange(1_000_000)
    where = "PostgreSQL" if given.postgres else "SQLite"
    print(f"{given.inputs} inputs on {where} in {given.jobs} processes, seed {given.seed}")  # noqa: T201
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="sixieme-fuzz-") as name:
        run = Run(given, Path(name))
        with databases(given.jobs, Path(name), postgres=given.postgres) as urls:
            tried = run.attack(urls)
    minutes = (time.monotonic() - begun) / 60
    statuses = ", ".join(f"{status}: {count}" for status, count in sorted(run.statuses.items()))
    print(f"{tried} inputs in {minutes:.1f} minutes; {statuses}")  # noqa: T201
    print(f"longest: {run.longest[0]:.2f} s of a processor, {run.longest[1]}")  # noqa: T201
    print("\n".join([*run.problems, f"{len(run.findings)} faults"]))  # noqa: T201
    return 1 if run.findings or run.problems else 0


if __name__ == "__main__":
    sys.exit(main())
