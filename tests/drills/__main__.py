"""Damage a site while a club plays there, and look whether anything is lost; `make drill`.

    python -m tests.drills                                      all stories on both databases
    python -m tests.drills --instants 20 --database sqlite --seed 7 --story kill

Exit status 1 if something acknowledged is lost, a table stands still, or what is stored is wrong.
"""

import argparse
import asyncio
import math
import os
import random
import secrets
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from tqdm import tqdm

from tests.drills import report, stories
from tests.drills.crowd import Crowd, wish
from tests.drills.performance import Faults, perform
from tests.drills.report import Figures
from tests.drills.stage import Stage, on_postgresql, on_sqlite
from tests.drills.stories import STORIES, Story

TABLES = 20


@dataclass(frozen=True)
class Setting:
    """A kind of site, and what happens to it."""

    database: str
    title: str
    stories: tuple[Story, ...]


SETTINGS = (
    Setting(
        "sqlite",
        "SQLite",
        (
            stories.KILL,
            stories.DOWN,
            stories.SIEGE,
            stories.FLOOD,
            stories.GUESSING,
            stories.CLOCK,
        ),
    ),
    Setting("sqlite", "SQLite", (stories.DISK,)),
    Setting(
        "postgresql",
        "PostgreSQL",
        (
            stories.KILL,
            stories.DOWN,
            stories.SIEGE,
            stories.FLOOD,
            stories.GUESSING,
            stories.REDIS,
            stories.POSTGRESQL,
            stories.CLOCK,
        ),
    ),
    Setting("postgresql", "PostgreSQL", (stories.DISK,)),
)


@contextmanager
def staged(setting: Setting, tables: int) -> Iterator[Stage]:
    """The site of a setting, with a club."""
    with ExitStack() as stack:
        temporary = tempfile.TemporaryDirectory(prefix="sixieme-drill-")
        folder, disk = Path(stack.enter_context(temporary)), None
        if setting.stories == (stories.DISK,):
            disk = stack.enter_context(stories.small_disk())
        if setting.database == "sqlite":
            yield stack.enter_context(on_sqlite(folder, wish(tables), small_disk=disk))
        else:
            yield stack.enter_context(on_postgresql(folder, wish(tables), disk))


def main() -> None:
    wanted = arguments()
    # What was started ends with this process, however that ends.
    signal.signal(signal.SIGTERM, lambda *_signal: sys.exit("ended by SIGTERM"))
    print(f"seed {wanted.seed}")
    load = os.getloadavg()[0]
    began, figures, faults = time.monotonic(), [], Faults()
    for setting in SETTINGS:
        plan = [
            (story, max(1, wanted.instants // story.one_in))
            for story in setting.stories
            if story.name in wanted.story and setting.database in wanted.database
        ]
        figures += tell(setting, plan, wanted, faults)
    minutes = (time.monotonic() - began) / 60
    how = (
        f"{wanted.tables} tables, seed {wanted.seed}: {minutes:.0f} minutes on {os.cpu_count()} "
        f"processors, with a load of {load:.1f} before it began."
    )
    print(report.plain(figures))
    print(*faults.words, how, sep="\n")
    if wanted.write_docs and not faults.words:
        report.write(f"{report.markdown(figures)}\n\n{how}")
    sys.exit(1 if faults.words else 0)


def tell(
    setting: Setting,
    plan: Sequence[tuple[Story, int]],
    wanted: argparse.Namespace,
    faults: Faults,
) -> list[Figures]:
    """The figures of the stories of a setting, also of those that cannot be told here."""
    skipped = [
        Figures(setting.title, story.title, skipped=why)
        for story, _instants in plan
        if (why := story.why_not())
    ]
    possible = [(story, instants) for story, instants in plan if not story.why_not()]
    if not possible:
        return skipped
    chance = random.Random(f"{wanted.seed} {setting.title} {possible[0][0].name}")
    instants = sum(count for _story, count in possible)
    try:
        with (
            staged(setting, wanted.tables) as stage,
            tqdm(total=instants, file=sys.stderr, unit="instant", desc=setting.title) as bar,
        ):
            performing = perform(
                Crowd(stage, chance),
                possible,
                setting.title,
                faults,
                bar,
                seconds=wanted.minutes * 60,
            )
            return asyncio.run(performing) + skipped
    except pytest.skip.Exception as missing:
        return [
            Figures(setting.title, story.title, skipped=str(missing)) for story, _count in possible
        ] + skipped


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    databases = sorted({setting.database for setting in SETTINGS})
    names = [story.name for story in STORIES]
    parser.add_argument("--instants", type=int, default=100, help="kills; of others fewer")
    parser.add_argument(
        "--minutes", type=float, default=math.inf, help="of a site; then no other instant begins"
    )
    parser.add_argument("--database", nargs="+", choices=databases, default=databases)
    parser.add_argument("--story", nargs="+", choices=names, default=names)
    parser.add_argument("--tables", type=int, default=TABLES)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    parser.add_argument("--write-docs", action="store_true", help="renew docs/reliability.md")
    return parser.parse_args()


if __name__ == "__main__":
    main()
